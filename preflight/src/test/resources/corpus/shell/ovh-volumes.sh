#!/bin/bash
# after ovh/docs, AI Deploy tutorial for Whisper, and a public LoRA repository (scifact-retriever)
RUN_NAME=letters-$(date +%Y%m%d-%H%M)
ovhai job run ovhcom/ai-training-pytorch \
    --cpu 5 --timeout 1h \
    --volume https://github.com/ovh/ai-training-examples.git:/workspace/github_repo:RO \
    --volume whisper-model@GRA/:/workspace/whisper-model:RW \
    -- bash -c 'pip install -r /workspace/github_repo/apps/streamlit/whisper/requirements.txt && python /workspace/github_repo/apps/streamlit/whisper/download_model.py large-v3 /workspace/whisper-model'
ovhai job run \
  --name "$RUN_NAME" \
  --flavor ai1-le-1-gpu \
  --gpu 1 --timeout 8h \
  --volume "letters@s3gra/datasets:/data:ro:cache" \
  --volume "letters@s3gra/runs/lora/$RUN_NAME:/workspace/run:rw" \
  --env DATA_ARCHIVE_PATH=/data/letters.tar.gz \
  --env OUTPUT_DIR=/workspace/run/model/lora \
  --env EPOCHS=3 \
  --env FP16=true \
  docker.io/example/letters-train:lora
ovhai job run --default-http-port 5000 --cpu 1 --timeout 2h registry.example/flask-app:1.0
