#!/bin/sh
# How long `tagwerk check` takes: one file, and 1,000 files in one call. Usage: bench/check.sh; wants an idle machine.
# Prints medians of 15 and of 5 calls, and beside them those of yamllint in the same run: named in YAMLLINT, else on the PATH, else installed from PyPI
# into a folder of its own under the user's caches. It does less: it reads YAML and judges its form (indentation, line lengths, keys that come
# twice), and knows nothing of jobs; it tells how long a linter that people do run takes on these files, no more.
set -eu
cd "$(dirname "$0")/.."
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
job=examples/check/train.yaml
i=0
mkdir "$folder/many"
while [ $i -lt 1000 ]; do
  sed "s/name: train/name: train-$i/" "$job" > "$folder/many/job-$i.yaml"
  i=$((i + 1))
done

now() { date +%s%N; }

# median RUNS LABEL COMMAND...
median() {
  runs=$1
  label=$2
  shift 2
  i=0
  while [ $i -lt "$runs" ]; do
    start=$(now)
    "$@" > /dev/null 2>&1 || :
    end=$(now)
    echo $(((end - start) / 1000000))
    i=$((i + 1))
  done | sort -n | awk -v label="$label" '{ t[NR] = $1 } END { printf "%-34s %6d ms  (%d to %d)\n", label, t[int((NR + 1) / 2)], t[1], t[NR] }'
}

./tagwerk version > /dev/null
cache=$(./tagwerk version --json | sed -n 's/.*"cache" : "\(.*\)".*/\1/p')
i=0
while [ $i -lt 120 ] && [ -n "$(find "$cache" -maxdepth 1 -name '*.aot.lock' 2>/dev/null)" ]; do
  sleep 1
  i=$((i + 1))
done

yamllint=${YAMLLINT:-$(command -v yamllint || :)}
if [ -z "$yamllint" ]; then
  version=1.38.0
  rival=${XDG_CACHE_HOME:-$HOME/.cache}/tagwerk-bench/yamllint-$version
  if [ ! -x "$rival/bin/yamllint" ]; then
    python3 -m venv "$rival"
    "$rival/bin/pip" install --quiet --disable-pip-version-check "yamllint==$version"
  fi
  yamllint=$rival/bin/yamllint
fi

echo "$(date -u +%Y-%m-%d), $(nproc) cores, load $(cut -d' ' -f1 /proc/loadavg 2>/dev/null || echo unknown), $("$yamllint" --version)"
{
  median 15 "tagwerk check, one file" ./tagwerk check "$job"
  median 15 "yamllint, one file" "$yamllint" "$job"
  median 5 "tagwerk check, 1,000 files" ./tagwerk check "$folder/many"
  median 5 "yamllint, 1,000 files" "$yamllint" "$folder/many"
} | tee "$folder/table"
awk '{ sub(/ ms.*/, ""); t[NR] = $NF } END { printf "ours to yamllint: one file %.2f, 1,000 files %.2f\n", t[1] / t[2], t[3] / t[4] }' "$folder/table"
