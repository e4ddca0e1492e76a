#!/bin/sh
# Checks training on the first CUDA device: builds with the natives of the profile `cuda`, trains the demo's job
# for some steps on CPU and GPU, and prints losses and seconds a step side by side.
#
#   bench/gpu.sh [FOLDER]     FOLDER (default: tagwerk-gpu) gets data and runs
#
# Environment: STEPS (default 60), PRECISIONS (default "fp32 bf16 fp16"; bf16 is left out below compute capability 8.0).
# Exit code: 0 when every GPU run ends with the CPU's loss within the tolerance of its precision.
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
folder=${1:-tagwerk-gpu}
steps=${STEPS:-60}

say() { printf '%s\n' "$*" >&2; }

if ! command -v nvidia-smi > /dev/null 2>&1 || ! nvidia-smi > /dev/null 2>&1; then
  say "error: no NVIDIA driver answers on this machine."
  say "why:   bench/gpu.sh trains on a CUDA device."
  say "next:  run it on a machine with a GPU and driver 580 or newer (CUDA 13)."
  exit 1
fi
capability=$(nvidia-smi --query-gpu=compute_cap --format=csv,noheader | head -n 1)
say "$(nvidia-smi --query-gpu=name,driver_version,memory.total --format=csv,noheader | head -n 1), compute capability $capability"
precisions=${PRECISIONS:-fp32 bf16 fp16}
[ "${capability%%.*}" -ge 8 ] || precisions=$(printf '%s' "$precisions" | sed 's/bf16//')

TAGWERK_PROFILES=cuda
export TAGWERK_PROFILES
mkdir -p "$folder"
cd "$folder"
[ -f data/train.jsonl ] || "$root/tagwerk" demo --to . --data-only

# job NAME DEVICE PRECISION: the demo's job for a few steps
job() {
  sed -e "s/^name: .*/name: $1/" -e "s/^  epochs: .*/  steps: $steps\\n  precision: $3/" -e '/eval_steps/d' -e '/keep_best/d' job.yaml > "$1.yaml"
  printf 'resources:\n  device: %s\n' "$2" >> "$1.yaml"
}

# train NAME: runs it and prints "loss seconds-a-step" of the last ten steps
train() {
  id=$("$root/tagwerk" run "$1.yaml" --json | sed -n 's/.*"id" *: *"\([^"]*\)".*/\1/p' | head -n 1)
  tail -n 200 ".tagwerk/runs/$id/output/events.jsonl" | grep '"type":"step"' | tail -n 10 |
    sed 's/.*"loss":\([^,]*\),.*"seconds":\([^,]*\),.*/\1 \2/' |
    awk '{l += $1; s += $2} END {printf "%.6f %.4f\n", l / NR, s / NR}'
}

job cpu-fp32 cpu fp32
cpu=$(train cpu-fp32)
printf '%-10s  loss %s  seconds a step %s\n' cpu-fp32 "${cpu% *}" "${cpu#* }"
failed=0
for precision in $precisions; do
  job "gpu-$precision" cuda "$precision"
  gpu=$(train "gpu-$precision")
  tolerance=0.05
  [ "$precision" != fp32 ] || tolerance=0.005
  verdict=$(awk -v a="${cpu% *}" -v b="${gpu% *}" -v t="$tolerance" 'BEGIN {d = a - b; if (d < 0) d = -d; print (d <= t * a) ? "agrees" : "DIFFERS"}')
  [ "$verdict" = agrees ] || failed=1
  printf '%-10s  loss %s  seconds a step %s  %s\n' "gpu-$precision" "${gpu% *}" "${gpu#* }" "$verdict"
done
exit "$failed"
