#!/bin/sh
# Resident memory of long training runs, in fp32 and in bf16 with rows of hundreds of lengths: at step 2,000 at most 32 MB above step 200, in bf16 at most 64 MB above step 10.
#
#   bench/memory.sh [DIR]    DIR (default: a new folder under TMPDIR) gets a small random model, rows of many lengths, and the runs
#
# Environment it reads
#   STEPS                  default 2000
#   PRECISIONS             default "fp32 bf16"
#   TAGWERK_JAVA_OPTIONS   further options for the JVM that starts the run
# What is measured is VmRSS after each step, as the run writes it into events.jsonl. Prints a table for each; exit code 0 when it holds for all, 1 otherwise.

set -eu

bench=$(cd "$(dirname "$0")" && pwd)
root=${bench%/*}
if [ $# -gt 0 ]; then
  mkdir -p "$1"
  folder=$(cd "$1" && pwd)
else
  folder=$(mktemp -d "${TMPDIR:-/tmp}/tagwerk-memory-XXXXXX")
fi

say() { printf '%s\n' "$*" >&2; }

"$root/tagwerk" --help > /dev/null # builds what is stale
# shellcheck source=/dev/null
. "$root/.mvn/find-jdk.sh"
tagwerk_find_java javac || { say "error: no JDK 25 found. next: ./tagwerk --help says how to install one."; exit 1; }
app=$root/cli/target/$(head -n 1 "$root/cli/target/launcher.stamp")

# The bench is test code: it borrows the tests' small model.
classes=$folder/classes
mkdir -p "$classes"
cd "$root/train"
jupiter=$(find "${HOME}/.m2/repository/org/assertj" -name 'assertj-core-*.jar' 2>/dev/null | head -n 1)
tests=src/test/java/dev/tagwerk/train
"$JAVA_HOME/bin/javac" -nowarn -proc:none -d "$classes" -cp "$app/*:$jupiter" \
  "$tests/MemoryBench.java" "$tests/TestRun.java" "$tests/TrainerProcess.java" "$tests/TinyModel.java" "$tests/TinyData.java"

printf '%s\n' "$(sed -n 's/^model name[^:]*: *//p' /proc/cpuinfo 2>/dev/null | head -n 1), $(getconf _NPROCESSORS_ONLN) cores, $(date -u +%Y-%m-%d)"
# shellcheck disable=SC2086
bench() {
  "$JAVA_HOME/bin/java" --enable-native-access=ALL-UNNAMED --sun-misc-unsafe-memory-access=allow \
    ${TAGWERK_JAVA_OPTIONS:-} -cp "$classes:$app/*:$jupiter" dev.tagwerk.train.MemoryBench "$folder" "${STEPS:-2000}" "$1"
}
fine=0
for precision in ${PRECISIONS:-fp32 bf16}; do
  echo "$precision"
  bench "$precision" || fine=1
done
exit $fine
