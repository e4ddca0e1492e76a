#!/bin/sh
# How good quotes are: at least twenty short trainings of differing shapes on this machine, each quoted from the others; then how fast quotes are, on all shipped offers and on 20,000.
#
#   bench/quotes.sh [DIR]    DIR (default: a new folder under TMPDIR) gets three models (0.4 GB), rows and runs
#
# Environment it reads
#   ONLY     only runs whose name matches this pattern of grep -E
# Prints what `tagwerk quote accuracy` says. A machine that does other work meanwhile makes the errors larger. Python is not needed.
set -eu
bench=$(cd "$(dirname "$0")" && pwd)
root=${bench%/*}
if [ $# -gt 0 ]; then
  mkdir -p "$1"
  folder=$(cd "$1" && pwd)
else
  folder=$(mktemp -d "${TMPDIR:-/tmp}/tagwerk-quotes-XXXXXX")
fi
"$root/tagwerk" --help > /dev/null # builds what is stale
# shellcheck source=/dev/null
. "$root/.mvn/find-jdk.sh"
tagwerk_find_java javac || { echo "error: no JDK 25 found. next: ./tagwerk --help says how to install one." >&2; exit 1; }
app=$root/cli/target/$(head -n 1 "$root/cli/target/launcher.stamp")
cd "$folder"
mkdir -p .tagwerk # the runs stay here, whatever lies above

make() { [ -e "$2" ] || "$JAVA_HOME/bin/java" -Xmx3g --enable-native-access=ALL-UNNAMED -cp "$app/*" "$bench/RandomModel.java" "$@"; }
#          family hidden inner layers heads kv head vocabulary
make model small qwen3 256 768 6 8 4 64 32000 f32 tied        #  14 M
make model middle llama 576 1536 12 9 3 64 49152 f32 tied     #  71 M
make model narrow llama 128 352 16 4 2 32 8000 f32 untied     #   5 M, deep
make texts even.jsonl 64 255 255
make texts long.jsonl 24 1000 1000
make texts ragged.jsonl 128 20 500
make texts short.jsonl 400 10 40
make pairs pairs.jsonl 64 600 16
make decisions decisions.jsonl 96 200

# run NAME MODEL ROWS TASK RECIPE [DATA]
run() {
  printf '%s\n' "$1" | grep -qE "${ONLY:-.}" || return 0
  cat > job.yaml << JOB
kind: training
name: $1
model: ./$2
task: $4
recipe: {learning_rate: 1e-4, $5}
data: {train: $3${6:+, $6}}
checkpoints: {every_steps: 20}
resources: {device: cpu}
JOB
  "$root/tagwerk" run job.yaml --json > out.json 2> err.txt || { tail -n 5 err.txt >&2; echo "error: $1 failed" >&2; exit 1; }
}

run small-even       small  even.jsonl      causal-lm 'steps: 30, batch_size: 4, max_length: 256'
run small-even-8     small  even.jsonl      causal-lm 'steps: 16, batch_size: 8, max_length: 256'
run small-even-1     small  even.jsonl      causal-lm 'steps: 80, batch_size: 1, max_length: 256'
run small-long       small  long.jsonl      causal-lm 'steps: 12, batch_size: 2, max_length: 1024'
run small-ragged     small  ragged.jsonl    causal-lm 'steps: 24, batch_size: 8, max_length: 512'
run small-short      small  short.jsonl     causal-lm 'steps: 60, batch_size: 16, max_length: 64'
run small-pairs      small  pairs.jsonl     causal-lm 'steps: 16, batch_size: 4, max_length: 704'
run small-decisions  small  decisions.jsonl decision  'steps: 30, batch_size: 8, max_length: 320'
run small-again      small  even.jsonl      causal-lm 'steps: 16, batch_size: 4, max_length: 256, gradient_checkpointing: true'
run small-full       small  even.jsonl      causal-lm 'method: full, steps: 16, batch_size: 4, max_length: 256'
run small-rank64     small  even.jsonl      causal-lm 'steps: 20, batch_size: 4, max_length: 256, rank: 64, alpha: 64'
run small-packed     small  short.jsonl     causal-lm 'steps: 20, batch_size: 4, max_length: 256, packing: true'
run small-bf16       small  even.jsonl      causal-lm 'steps: 30, batch_size: 4, max_length: 256, precision: bf16'
run small-bf16-long  small  long.jsonl      causal-lm 'steps: 12, batch_size: 2, max_length: 1024, precision: bf16'
run small-evaluated  small  even.jsonl      causal-lm 'steps: 20, batch_size: 4, max_length: 256, rank: 8, eval_steps: 5' 'validation_fraction: 0.25'
run middle-even      middle even.jsonl      causal-lm 'steps: 8, batch_size: 4, max_length: 256'
run middle-even-1    middle even.jsonl      causal-lm 'steps: 24, batch_size: 1, max_length: 256'
run middle-long      middle long.jsonl      causal-lm 'steps: 5, batch_size: 1, max_length: 1024'
run middle-short     middle short.jsonl     causal-lm 'steps: 16, batch_size: 16, max_length: 64'
run middle-ragged    middle ragged.jsonl    causal-lm 'steps: 6, batch_size: 8, max_length: 512'
run middle-decisions middle decisions.jsonl decision  'steps: 8, batch_size: 8, max_length: 320'
run middle-pairs     middle pairs.jsonl     causal-lm 'steps: 5, batch_size: 2, max_length: 704'
run middle-bf16      middle even.jsonl      causal-lm 'steps: 8, batch_size: 4, max_length: 256, precision: bf16'
run narrow-even      narrow even.jsonl      causal-lm 'steps: 40, batch_size: 4, max_length: 256'
run narrow-short     narrow short.jsonl     causal-lm 'steps: 60, batch_size: 16, max_length: 64'
run narrow-long      narrow long.jsonl      causal-lm 'steps: 16, batch_size: 2, max_length: 1024'
run narrow-decisions narrow decisions.jsonl decision  'steps: 24, batch_size: 8, max_length: 320'

printf '%s, %s cores, %s\n' "$(sed -n 's/^model name[^:]*: *//p' /proc/cpuinfo | head -n 1)" "$(getconf _NPROCESSORS_ONLN)" "$(date -u +%Y-%m-%d)"
"$root/tagwerk" quote accuracy

# The last job, quoted on every shipped offer: JVM start, rows and model's config included.
for try in 1 2 3 4 5 6 7; do
  begin=$(date +%s%N)
  "$root/tagwerk" quote job.yaml --json > quote.json
  end=$(date +%s%N)
  echo $(((end - begin) / 1000000))
done | sort -n | sed -n '4s/.*/quote on every shipped offer: & ms, median of 7 (JVM start included)/p'

mkdir -p classes
"$JAVA_HOME/bin/javac" -d classes -cp "$app/*" "$bench/SyntheticOffers.java"
for try in 1 2 3 4 5 6 7; do
  begin=$(date +%s%N)
  "$JAVA_HOME/bin/java" -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -cp "classes:$app/*" SyntheticOffers 20000 > synthetic.txt
  end=$(date +%s%N)
  echo $(((end - begin) / 1000000))
done | sort -n | sed -n '4s/.*/quote on 20,000 synthetic offers: & ms, median of 7 (JVM start included)/p'
cat synthetic.txt
echo "in $folder"
