#!/bin/sh
# A model of Qwen3-1.7B's shape (random weights), rows of 700 tokens with one label each, two threads, bf16: seconds per
# example beside transformers + PEFT, and the same over nf4 weights (QLoRA) with its peak memory.
#
#   bench/large.sh [DIR]     DIR gets the model (3.4 GB); PYTHON as for bench/speed.sh; STEPS (default 4)
#
# A step is two rows, one a worker. PEFT: `tuned` (the head only where a label stands), weights kept in bf16 (--weights
# bf16) as a careful person would on a machine of 16 GB. Exit code 0 when QLoRA stays within 4 GiB.
set -eu
bench=$(cd "$(dirname "$0")" && pwd)
root=${bench%/*}
folder=${1:-${TMPDIR:-/tmp}/tagwerk-large-$(id -u)}
python=${PYTHON:-python3}
steps=${STEPS:-4}
"$root/tagwerk" --help > /dev/null
# shellcheck source=/dev/null
. "$root/.mvn/find-jdk.sh"
tagwerk_find_java java || { echo "error: no JDK 25 found. next: ./tagwerk --help says how to install one." >&2; exit 1; }
class_path="$root/cli/target/$(head -n 1 "$root/cli/target/launcher.stamp")/*"
[ -f "$folder/batches.json" ] || "$python" "$bench/make_large.py" "$folder" >&2

ours() {
  "$JAVA_HOME/bin/java" -XX:+UseSerialGC -Xms64m -Xmx1g --enable-native-access=ALL-UNNAMED \
    --sun-misc-unsafe-memory-access=allow -cp "$class_path" dev.tagwerk.train.SpeedBench --model "$folder" \
    --batches "$folder/batches.json" --steps "$steps" --precision bf16 "$@" | grep '^{'
}

results=$folder/results.jsonl
"$python" "$bench/peft_reference.py" --model "$folder" --mode tuned --precision bf16 --weights bf16 \
  --steps "$steps" --warmup 1 | grep '^{' > "$results"
ours >> "$results"
ours --quantization nf4 --checkpointing true >> "$results"
printf '%s\n' "$(sed -n 's/^model name[^:]*: *//p' /proc/cpuinfo | head -n 1), $(getconf _NPROCESSORS_ONLN) cores, $(date -u +%Y-%m-%d); $steps steps of two rows"
exec "$python" - "$results" << 'TABLE'
import json, sys

names = ("PEFT tuned, bf16", "Tagwerk lora, bf16", "Tagwerk qlora nf4")
print(f"{'':<22}{'an example':>11}{'peak memory':>14}   first losses")
for name, line in zip(names, open(sys.argv[1], encoding="utf-8")):
    run = json.loads(line)
    losses = " ".join(f"{loss:.4f}" for loss in run["losses"][:4])
    seconds, peak = run["seconds_per_step"] / 2, run["peak_resident_bytes"] / 2**30
    print(f"{name:<22}{seconds:>9.2f} s{peak:>10.2f} GiB   {losses}")
print("QLoRA within 4 GiB:", "holds" if peak <= 4 else "MISSED")
sys.exit(0 if peak <= 4 else 1)
TABLE
