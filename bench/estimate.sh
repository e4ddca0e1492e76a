#!/bin/sh
# The memory estimate beside what real training runs take: models with random weights, at least twenty settings, two or three steps each.
#
#   bench/estimate.sh [DIR]    DIR (default: a new folder under TMPDIR) gets four models (1.2 GB), rows and runs
#
# Environment it reads
#   ONLY     only settings whose name matches this pattern of grep -E
# Estimate: what `tagwerk memory` says, as the run writes it into result.json. Measured: VmHWM of the trainer at its end, all processes
# together. Prints a line for each setting, the worst and how many came within 15 %; exit code 0 when all did. Python is not needed.
set -eu
bench=$(cd "$(dirname "$0")" && pwd)
root=${bench%/*}
if [ $# -gt 0 ]; then
  mkdir -p "$1"
  folder=$(cd "$1" && pwd)
else
  folder=$(mktemp -d "${TMPDIR:-/tmp}/tagwerk-estimate-XXXXXX")
fi
"$root/tagwerk" --help > /dev/null # builds what is stale
# shellcheck source=/dev/null
. "$root/.mvn/find-jdk.sh"
tagwerk_find_java javac || { echo "error: no JDK 25 found. next: ./tagwerk --help says how to install one." >&2; exit 1; }
app=$root/cli/target/$(head -n 1 "$root/cli/target/launcher.stamp")
cd "$folder"

make() { [ -e "$2" ] || "$JAVA_HOME/bin/java" -Xmx3g --enable-native-access=ALL-UNNAMED -cp "$app/*" "$bench/RandomModel.java" "$@"; }
#          family hidden inner layers heads kv head vocabulary
make model small qwen3 256 768 6 8 4 64 32000 f32 tied         #  14 M
make model middle llama 576 1536 12 9 3 64 49152 bf16 tied     #  71 M
make model words llama 192 512 4 6 2 32 150000 f32 untied      #  59 M, most of them words
make model large qwen3 1024 3072 20 16 8 128 50000 bf16 tied   # 366 M
make texts even.jsonl 48 255 255
make texts long.jsonl 16 1000 1000
make texts ragged.jsonl 96 20 500
make texts short.jsonl 200 10 40
make pairs pairs.jsonl 48 700 16
make decisions decisions.jsonl 48 250

lines=$folder/lines
: > "$lines"
printf '%s, %s cores, %s\n' "$(sed -n 's/^model name[^:]*: *//p' /proc/cpuinfo | head -n 1)" "$(getconf _NPROCESSORS_ONLN)" "$(date -u +%Y-%m-%d)"
printf '%-34s %14s %14s %7s\n' setting 'estimate, MiB' 'measured, MiB' ratio

# setting NAME MODEL ROWS TASK RECIPE [MORE]
setting() {
  name=$1
  printf '%s\n' "$name" | grep -qE "${ONLY:-.}" || return 0
  cat > job.yaml << JOB
kind: training
name: estimate
model: ./$2
task: $4
recipe: {steps: 2, learning_rate: 1e-4, $5}
data: {train: $3${6:+, $6}}
resources: {device: cpu${7:+, $7}}
JOB
  if ! "$root/tagwerk" run job.yaml --json --ignore-memory > out.json 2> err.txt; then
    tail -n 5 err.txt >&2
    echo "error: $name failed" >&2
    exit 1
  fi
  measured=$(sed -n 's/.*"peak_resident_bytes" : \([0-9]*\).*/\1/p' out.json)
  estimated=$(sed -n 's/.*"estimated_peak_bytes" : \([0-9]*\).*/\1/p' out.json)
  awk -v n="$name" -v e="$estimated" -v m="$measured" \
    'BEGIN { printf "%-34s %14.0f %14.0f %7.3f\n", n, e / 1048576, m / 1048576, e / m }' | tee -a "$lines"
  rm -rf .tagwerk
}

lora='method: lora, rank: 16'
setting 'small fp32'                 small even.jsonl causal-lm "$lora, batch_size: 4"
setting 'small fp32 batch 1'         small even.jsonl causal-lm "$lora, batch_size: 1"
setting 'small fp32 batch 16'        small even.jsonl causal-lm "$lora, batch_size: 16"
setting 'small fp32 rank 64 q v'     small even.jsonl causal-lm "method: lora, rank: 64, targets: [q_proj, v_proj], batch_size: 4"
setting 'small fp32 dropout'         small even.jsonl causal-lm "$lora, batch_size: 8, dropout: 0.1"
setting 'small fp32 1000 tokens'     small long.jsonl causal-lm "$lora, batch_size: 4"
setting 'small fp32 ragged'          small ragged.jsonl causal-lm "$lora, batch_size: 8"
setting 'small fp32 packed'          small short.jsonl causal-lm "$lora, batch_size: 2, packing: true"
setting 'small fp32 checkpointing'   small even.jsonl causal-lm "$lora, batch_size: 16, gradient_checkpointing: true"
setting 'small fp32 validation'      small even.jsonl causal-lm "$lora, batch_size: 1, eval_steps: 1" "validation_fraction: 0.5"
setting 'small bf16'                 small even.jsonl causal-lm "$lora, batch_size: 8, precision: bf16"
setting 'small decisions'            small decisions.jsonl decision "$lora, batch_size: 8"
setting 'small full'                 small even.jsonl causal-lm "method: full, batch_size: 4"
setting 'small full checkpointing'   small even.jsonl causal-lm "method: full, batch_size: 8, gradient_checkpointing: true"
setting 'small two processes'        small even.jsonl causal-lm "$lora, batch_size: 4" "" "processes: 2"
setting 'words fp32'                 words even.jsonl causal-lm "$lora, batch_size: 4"
setting 'words fp32 16 learnt'       words pairs.jsonl causal-lm "$lora, batch_size: 4"
setting 'words bf16'                 words even.jsonl causal-lm "$lora, batch_size: 4, precision: bf16"
setting 'middle bf16'                middle even.jsonl causal-lm "$lora, batch_size: 4, precision: bf16"
setting 'middle bf16 ragged'         middle ragged.jsonl causal-lm "$lora, batch_size: 8, precision: bf16"
setting 'middle bf16 checkpointing'  middle even.jsonl causal-lm "$lora, batch_size: 8, precision: bf16, gradient_checkpointing: true"
setting 'middle fp32 copied'         middle even.jsonl causal-lm "$lora, batch_size: 4"
setting 'middle fp32 accumulated'    middle pairs.jsonl causal-lm "$lora, batch_size: 2, gradient_accumulation_steps: 2"
setting 'middle nf4'                 middle even.jsonl causal-lm "method: qlora, rank: 16, batch_size: 4, precision: bf16"
setting 'middle int8 fp32'           middle even.jsonl causal-lm "method: qlora, quantization: int8, rank: 16, batch_size: 4"
setting 'large bf16'                 large pairs.jsonl causal-lm "$lora, batch_size: 2, precision: bf16"
setting 'large bf16 decisions'       large decisions.jsonl decision "$lora, batch_size: 4, precision: bf16"
setting 'large fp32 copied'          large even.jsonl causal-lm "$lora, batch_size: 2"
setting 'large nf4 checkpointing'    large pairs.jsonl causal-lm "method: qlora, rank: 16, batch_size: 2, precision: bf16, gradient_checkpointing: true"

awk '{ d = $NF > 1 ? $NF - 1 : 1 - $NF; if (d <= 0.15) within++; if (d >= most) { most = d; line = $0 } }
  END { printf "within 15 %%: %d of %d; worst: %s\n", within, NR, line; exit !(within == NR) }' "$lines"
