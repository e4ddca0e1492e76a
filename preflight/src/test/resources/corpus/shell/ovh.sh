#!/bin/sh
ovhai datastore list
ovhai job run --name lora --flavor h100-1-gpu --gpu 1 --timeout 6h \
  --volume data@GRA/kniffel:/workspace/data:RO:cache --volume out@GRA/run1:/workspace/out:RW \
  --env HF_HOME=/workspace/cache --env HF_TOKEN="$HF_TOKEN" \
  registry.gra.training.ai.cloud.ovh.net/team/lora@sha256:1111111111111111111111111111111111111111111111111111111111111111 -- \
  python /workspace/train.py --bf16 true --output_dir /workspace/out
ovhai job logs -f "$(ovhai job list --quiet | head -1)"
