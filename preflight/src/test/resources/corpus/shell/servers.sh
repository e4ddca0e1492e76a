#!/bin/bash
# after vllm-project/vllm, docs/deployment/docker.md, and public scripts like it
docker run --runtime nvidia --gpus all \
    -v ~/.cache/huggingface:/root/.cache/huggingface \
    --env "HF_TOKEN=$token" \
    -p 8000:8000 \
    --ipc=host \
    vllm/vllm-openai:v0.8.5 \
    --model meta-llama/Meta-Llama-3-8B-Instruct
docker run -d --runtime nvidia --gpus all \
    -v ~/.cache/huggingface:/root/.cache/huggingface \
    -p 9898:8000 \
    --ipc=host \
    vllm/vllm-openai:v0.8.5 \
    --model Qwen/Qwen2.5-7B-Instruct --max_model_len 1024 --gpu_memory_utilization 0.7
