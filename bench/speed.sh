#!/bin/sh
# Speed and memory of LoRA training beside PEFT + transformers + torch, in one run on this machine.
#
#   bench/speed.sh [DIR]     DIR (default: a folder under TMPDIR) gets the model, made when it is missing, and results.jsonl
#
# Environment it reads
#   PYTHON        a Python with torch, transformers and peft (default python3)
#   ROUNDS        how often the two sides take turns (default 2)
#   STEPS         steps per run, the first two left out of the median (default 12)
#   BF16_STEPS    the same for bf16 (default STEPS; 4 on a processor without bf16 instructions, where PEFT takes minutes a step)
#   PRECISIONS    default "fp32 bf16"
#   MODES         the rival's modes, default "default tuned"
#   OURS          our side's command, instead of the one made from the build
# Exit code: 0 when every requirement holds, 1 otherwise. Nothing else should run meanwhile.

set -eu

bench=$(cd "$(dirname "$0")" && pwd)
root=${bench%/*}
folder=${1:-${TMPDIR:-/tmp}/tagwerk-speed-$(id -u)}
python=${PYTHON:-python3}
rounds=${ROUNDS:-2}
steps=${STEPS:-12}
precisions=${PRECISIONS:-fp32 bf16}
modes=${MODES:-default tuned}

say() { printf '%s\n' "$*" >&2; }

if ! "$python" -c 'import torch, transformers, peft' 2>/dev/null; then
  say "error: $python lacks torch, transformers or peft."
  say "why:   the rival must run beside us: torch 2.13 (CPU), transformers 5.18, peft 0.21."
  say "next:  python3 -m venv rival && rival/bin/pip install torch==2.13.0 transformers==5.18.0 peft==0.21.0 && PYTHON=rival/bin/python bench/speed.sh"
  exit 1
fi

bf16_steps=${BF16_STEPS:-$steps}
if [ -z "${BF16_STEPS:-}" ] && ! grep -q -E 'avx512_bf16|amx_bf16' /proc/cpuinfo 2>/dev/null; then
  bf16_steps=4
  say "note: this processor has no bf16 instructions; bf16 runs take $bf16_steps steps, and their figures say little about one that has them."
fi

if [ -z "${OURS:-}" ]; then
  "$root/tagwerk" --help > /dev/null # builds what is stale
  # shellcheck source=/dev/null
  . "$root/.mvn/find-jdk.sh"
  tagwerk_find_java java || { say "error: no JDK 25 found. next: ./tagwerk --help says how to install one."; exit 1; }
  app=$root/cli/target/$(head -n 1 "$root/cli/target/launcher.stamp")
  class_path="$app/*" # the star is for java
  if [ -f "$root/train/target/test-classes/dev/tagwerk/train/SpeedBench.class" ]; then
    class_path=$class_path:$root/train/target/test-classes
  fi
fi

# ours MODEL-OPTIONS: one run of our side; prints log lines and, last, one line of JSON
ours() {
  if [ -n "${OURS:-}" ]; then
    # shellcheck disable=SC2086
    $OURS "$@"
  else
    # shellcheck disable=SC2086
    "$JAVA_HOME/bin/java" --enable-native-access=ALL-UNNAMED --sun-misc-unsafe-memory-access=allow \
      ${TAGWERK_JAVA_OPTIONS:-} -cp "$class_path" dev.tagwerk.train.SpeedBench "$@"
  fi
}

[ -f "$folder/batches.json" ] || "$python" "$bench/make_model.py" "$folder" >&2
results=$folder/results.jsonl
: > "$results"

# keep WHAT COMMAND...: runs it, shows the time per step, keeps its JSON line
keep() {
  what=$1
  shift
  if ! "$@" > "$folder/run.out" 2> "$folder/run.err" || ! grep -q '^{' "$folder/run.out"; then
    say "error: $what failed."
    tail -n 20 "$folder/run.err" >&2
    exit 1
  fi
  grep '^{' "$folder/run.out" | tail -n 1 >> "$results"
  say "$what: $(sed -n 's/.*"seconds_per_step": *\([0-9.eE+-]*\).*/\1/p' "$folder/run.out" | tail -n 1) s a step"
}

round=1
while [ "$round" -le "$rounds" ]; do
  for precision in $precisions; do
    count=$steps
    [ "$precision" != bf16 ] || count=$bf16_steps
    for mode in $modes; do
      keep "round $round, PEFT $mode, $precision" "$python" "$bench/peft_reference.py" --model "$folder" \
        --batches "$folder/batches.json" --mode "$mode" --precision "$precision" --steps "$count"
      keep "round $round, Tagwerk, $precision" ours --model "$folder" --batches "$folder/batches.json" \
        --steps "$count" --precision "$precision"
    done
  done
  round=$((round + 1))
done

printf '%s\n' "$(sed -n 's/^model name[^:]*: *//p' /proc/cpuinfo 2>/dev/null | head -n 1), $(getconf _NPROCESSORS_ONLN) cores, $(date -u +%Y-%m-%d); $rounds rounds of $steps steps"
exec "$python" "$bench/speed_table.py" "$results"
