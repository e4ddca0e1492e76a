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

peft=$("$python" "$bench/peft_reference.py" --model "$folder" --mode tuned --precision bf16 --weights bf16 \
  --steps "$steps" --warmup 1 | grep '^{')
lora=$(ours)
qlora=$(ours --quantization nf4 --checkpointing true)
printf '%s\n' "$(sed -n 's/^model name[^:]*: *//p' /proc/cpuinfo | head -n 1), $(getconf _NPROCESSORS_ONLN) cores, $(date -u +%Y-%m-%d); $steps steps of two rows"
PEFT=$peft LORA=$lora QLORA=$qlora exec "$python" - << 'TABLE'
import json, os, sys

rows = [("PEFT tuned, bf16", "PEFT"), ("Tagwerk lora, bf16", "LORA"), ("Tagwerk qlora nf4", "QLORA")]
print(f"{'':<22}{'s an example':>13}{'peak memory':>14}   first losses")
for name, key in rows:
    run = json.loads(os.environ[key])
    losses = " ".join(f"{loss:.4f}" for loss in run["losses"][:4])
    print(f"{name:<22}{run["seconds_per_step"] / 2:>11.2f} s{run['peak_resident_bytes'] / 2**30:>10.2f} GiB   {losses}")
peak = json.loads(os.environ["QLORA"])["peak_resident_bytes"]
print("QLoRA within 4 GiB:", "holds" if peak <= 4 * 2**30 else "MISSED")
sys.exit(0 if peak <= 4 * 2**30 else 1)
TABLE
