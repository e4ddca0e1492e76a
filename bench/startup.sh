#!/bin/sh
# How long a short command takes, beside a bare JVM. Usage: bench/startup.sh [JOB]; wants an idle machine.
# Prints the median of 15 starts each, in milliseconds. The first start builds and records the AOT cache; it is not counted.
set -eu
cd "$(dirname "$0")/.."
. .mvn/find-jdk.sh
tagwerk_find_java java || { tagwerk_no_java; exit 1; }
runs=15

now() { date +%s%N; }

median() {
  label=$1
  shift
  i=0
  while [ $i -lt $runs ]; do
    start=$(now)
    "$@" > /dev/null 2>&1 || :
    end=$(now)
    echo $(((end - start) / 1000000))
    i=$((i + 1))
  done | sort -n | awk -v label="$label" '{ t[NR] = $1 } END { printf "%-34s %5d ms  (%d to %d)\n", label, t[int((NR + 1) / 2)], t[1], t[NR] }'
}

./tagwerk version > /dev/null
cache=$(./tagwerk version --json | sed -n 's/.*"cache" : "\(.*\)".*/\1/p')
i=0
while [ $i -lt 60 ] && [ -n "$(find "$cache" -maxdepth 1 -name '*.aot.lock' 2>/dev/null)" ]; do
  sleep 1
  i=$((i + 1))
done

job=${1:-}
folder=
if [ -z "$job" ]; then
  folder=$(mktemp -d)
  trap 'rm -rf "$folder"' EXIT
  root=$PWD
  printf '%s\n' '{"kind":"noul","state":"1 2 3 4 5","instructions":"Is this a straight?","options":[["false",""],["true",""]],"label":1}' > "$folder/rows.jsonl"
  printf 'kind: training\nname: startup\nmodel: %s/examples/tiny-base\ntask: decision\ndata:\n  train: rows.jsonl\n' "$root" > "$folder/job.yaml"
  job=$folder/job.yaml
fi

echo "$(date -u +%Y-%m-%d), $(nproc) cores, load $(cut -d' ' -f1 /proc/loadavg 2>/dev/null || echo unknown)"
median "bare JVM (java -version)" "$JAVA_HOME/bin/java" -XX:+UseSerialGC -version
median "tagwerk --help" ./tagwerk --help
median "tagwerk version" ./tagwerk version
median "tagwerk schema" ./tagwerk schema
median "tagwerk check" ./tagwerk check "$job"
TAGWERK_AOT=never
export TAGWERK_AOT
median "tagwerk check, no AOT cache" ./tagwerk check "$job"
