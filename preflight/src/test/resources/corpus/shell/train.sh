#!/usr/bin/env bash
# Starts a training on this machine and on the others.
set -euo pipefail
IMAGE="${IMAGE:-registry.example.com/lora@sha256:1111111111111111111111111111111111111111111111111111111111111111}"
docker pull "$IMAGE"
docker run --rm --gpus all --shm-size=8g -e HF_TOKEN -e HF_HOME=/cache \
  -v "$PWD/data:/data:ro" -v "$PWD/out:/out" \
  "$IMAGE" python train.py --output_dir /out --save_steps 50 --dataloader_num_workers 4
podman run -it --device nvidia.com/gpu=all --ipc=host "$IMAGE" nvidia-smi
az account set --subscription "$SUBSCRIPTION"
az containerapp job create -g rg -n train --yaml job.yaml --only-show-errors
az containerapp job start -g rg -n train --query name -o tsv | tee last-execution
az containerapp job create -g rg -n probe --environment env --image "$IMAGE" --cpu 2 --memory 4Gi \
  --replica-timeout 900 --replica-retry-limit 0 --trigger-type Manual --command sh probe.sh
cat <<'EOF' > note.txt
az containerapp job create --args --config file
EOF
echo "ovhai job run without --timeout is only mentioned here"
