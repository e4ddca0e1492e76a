#!/bin/sh
# What packing and shared beginnings save: ragged rows beside PEFT's plain loop, which pads them, and rows that begin
# alike beside ourselves without sharing. One run on this machine, sides in turn.
#
#   bench/shapes.sh [DIR]    DIR as for bench/speed.sh, which describes PYTHON, ROUNDS and STEPS
#
# PRECISIONS: default fp32. Exit code: 0 when both requirements hold in every precision, 1 otherwise.
set -eu

bench=$(cd "$(dirname "$0")" && pwd)
root=${bench%/*}
folder=${1:-${TMPDIR:-/tmp}/tagwerk-speed-$(id -u)}
python=${PYTHON:-python3}
rounds=${ROUNDS:-2}
steps=${STEPS:-10}

"$root/tagwerk" --help > /dev/null # builds what is stale
# shellcheck source=/dev/null
. "$root/.mvn/find-jdk.sh"
tagwerk_find_java java || { echo "error: no JDK 25 found. next: ./tagwerk --help says how to install one." >&2; exit 1; }
class_path="$root/cli/target/$(head -n 1 "$root/cli/target/launcher.stamp")/*"

ours() {
  "$JAVA_HOME/bin/java" --enable-native-access=ALL-UNNAMED --sun-misc-unsafe-memory-access=allow -cp "$class_path" \
    dev.tagwerk.train.SpeedBench --model "$folder" --steps "$steps" "$@"
}

[ -f "$folder/batches.json" ] || "$python" "$bench/make_model.py" "$folder" >&2
"$python" "$bench/make_batches.py" "$folder" >&2
results=$folder/shapes.jsonl
: > "$results"

# keep CASE COMMAND...: appends the command's JSON line with the case's name
keep() {
  name=$1
  shift
  line=$("$@" 2> "$folder/run.err" | grep '^{' | tail -n 1) || { tail -n 20 "$folder/run.err" >&2; exit 1; }
  printf '{"case": "%s", %s\n' "$name" "${line#\{}" >> "$results"
  echo "$name: $(printf '%s' "$line" | sed -n 's/.*"seconds_per_step": *\([0-9.eE+-]*\).*/\1/p') s a step" >&2
}

round=1
while [ "$round" -le "$rounds" ]; do
  for precision in ${PRECISIONS:-fp32}; do
    keep "ragged/rival/$precision" "$python" "$bench/peft_reference.py" --model "$folder" \
      --batches "$folder/ragged.json" --mode default --precision "$precision" --steps "$steps"
    keep "ragged/ours/$precision" ours --batches "$folder/ragged.json" --precision "$precision"
    keep "prefix/rival/$precision" ours --batches "$folder/prefix.json" --precision "$precision" --gradients by_hand_unshared
    keep "prefix/ours/$precision" ours --batches "$folder/prefix.json" --precision "$precision"
  done
  round=$((round + 1))
done

printf '%s\n' "$(sed -n 's/^model name[^:]*: *//p' /proc/cpuinfo | head -n 1), $(getconf _NPROCESSORS_ONLN) cores, $(date -u +%Y-%m-%d); $rounds rounds of $steps steps"
exec "$python" - "$results" << 'TABLE'
import json, sys
from statistics import median

runs = {}
for line in open(sys.argv[1], encoding="utf-8"):
    run = json.loads(line)
    shape, side, precision = run["case"].split("/")
    runs.setdefault((shape, precision), {}).setdefault(side, []).append(run)
wanted = {"ragged": ("PEFT default, padded", 5.0), "prefix": ("Tagwerk, not shared", 2.0)}
fine = True
print(f"{'median':<30}{'beside':>12}{'Tagwerk':>12}{'ratio':>9}  asked for")
for (shape, precision), sides in runs.items():
    rival, ours = (median(r["seconds_per_step"] for r in sides[side]) for side in ("rival", "ours"))
    name, least = wanted[shape]
    holds = rival / ours >= least
    fine &= holds
    distance = max(abs(a - b) for a, b in zip(sides["rival"][0]["losses"], sides["ours"][0]["losses"]))
    print(f"{shape + ', ' + name + ', ' + precision:<42}{rival:>7.2f} s{ours:>9.2f} s{rival / ours:>8.2f}x  >= {least}x"
          f"  {'holds' if holds else 'MISSED'}; losses differ by {distance:.1e}")
sys.exit(0 if fine else 1)
TABLE
