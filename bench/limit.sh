#!/bin/sh
# The kernel kills a training under a memory limit exactly where `tagwerk check` says that it would not fit. Needs root, and a control
# group for memory (version 1 or 2) in which groups can be made; exit code 77 where that is not so.
#
#   bench/limit.sh [DIR]    DIR (default: a new folder under TMPDIR) gets a model with random weights (142 MB), rows and runs
#
# 1. A limit of 85 % of what the estimate calls its own memory: `check` and `run` must refuse (exit code 3), and the run that
#    --ignore-memory starts must be killed by the kernel.
# 2. A limit of 115 % of the whole estimate: `check` must say that it fits, and the run must succeed.
set -eu
bench=$(cd "$(dirname "$0")" && pwd)
root=${bench%/*}
if [ $# -gt 0 ]; then
  mkdir -p "$1"
  folder=$(cd "$1" && pwd)
else
  folder=$(mktemp -d "${TMPDIR:-/tmp}/tagwerk-limit-XXXXXX")
fi

group=
version=
find_group() {
  v1=$(sed -n 's/^[0-9]*:\([a-z,]*,\)\{0,1\}memory\(,[a-z,]*\)\{0,1\}:\(.*\)$/\3/p' /proc/self/cgroup | head -n 1)
  for parent in "/sys/fs/cgroup/memory$v1" /sys/fs/cgroup/memory; do
    if [ -n "$v1" ] && mkdir "$parent/tagwerk-limit-$$" 2> /dev/null; then
      group=$parent/tagwerk-limit-$$ version=1
      return
    fi
  done
  v2=$(sed -n 's/^0:://p' /proc/self/cgroup | head -n 1)
  for parent in "/sys/fs/cgroup$v2" /sys/fs/cgroup; do
    if grep -qw memory "$parent/cgroup.subtree_control" 2> /dev/null && mkdir "$parent/tagwerk-limit-$$" 2> /dev/null; then
      group=$parent/tagwerk-limit-$$ version=2
      return
    fi
  done
  echo "skipped: no control group for memory can be made here (needs root and a writable /sys/fs/cgroup)" >&2
  exit 77
}

"$root/tagwerk" --help > /dev/null # builds what is stale
# shellcheck source=/dev/null
. "$root/.mvn/find-jdk.sh"
tagwerk_find_java javac || { echo "error: no JDK 25 found. next: ./tagwerk --help says how to install one." >&2; exit 1; }
app=$root/cli/target/$(head -n 1 "$root/cli/target/launcher.stamp")
cd "$folder"
make() { [ -e "$2" ] || "$JAVA_HOME/bin/java" -Xmx3g --enable-native-access=ALL-UNNAMED -cp "$app/*" "$bench/RandomModel.java" "$@"; }
# bf16 on disk and fp32 in memory: the weights are copied, so that they are the process's own
make model middle llama 576 1536 12 9 3 64 49152 bf16 tied
make texts even.jsonl 48 255 255
cat > job.yaml << 'JOB'
kind: training
name: limit
model: ./middle
task: causal-lm
recipe: {steps: 2, batch_size: 8, rank: 16, learning_rate: 1e-4}
data: {train: even.jsonl}
resources: {device: cpu}
JOB

find_group
trap 'rmdir "$group" 2> /dev/null || true' EXIT
limit() {
  if [ "$version" = 1 ]; then
    echo "$1" > "$group/memory.limit_in_bytes"
  else
    echo "$1" > "$group/memory.max"
    echo 0 > "$group/memory.swap.max" 2> /dev/null || true
  fi
}
kills() {
  if [ "$version" = 1 ]; then
    sed -n 's/^oom_kill \([0-9]*\)/\1/p' "$group/memory.oom_control"
  else
    sed -n 's/^oom_kill \([0-9]*\)/\1/p' "$group/memory.events"
  fi
}
# A command as a member of the group; its exit code
inside() { sh -c 'echo $$ > "$0/cgroup.procs" && exec "$@"' "$group" "$@"; }
# Waits for the last run, from outside of the group; its phase
ended() {
  while :; do
    phase=$("$root/tagwerk" runs show last --json | sed -n 's/.*"phase" : "\([a-z_-]*\)".*/\1/p' | head -n 1)
    case $phase in succeeded | failed | stopped | vanished) echo "$phase"; return ;; esac
    sleep 1
  done
}
number() { sed -n "s/.*\"$1\" : \([0-9]*\).*/\1/p" "$2" | head -n 1; }

"$root/tagwerk" run job.yaml --json > /dev/null 2>&1 || true # measures kernels once, outside of any limit
"$root/tagwerk" memory job.yaml --json > memory.json
own=$(number unreclaimable_bytes memory.json)
all=$(number main_bytes memory.json)
failed=0
expect() { # WHAT EXPECTED GOT
  if [ "$2" = "$3" ]; then echo "  holds: $1 ($3)"; else echo "  FAILS: $1: $3, not $2"; failed=1; fi
}

under=$((own * 85 / 100))
limit "$under"
echo "limit $((under / 1048576)) MiB, 85 % of $((own / 1048576)) MiB"
code=0; inside "$root/tagwerk" check job.yaml > check.txt || code=$?
cat check.txt
expect "check refuses" 3 "$code"
code=0; inside "$root/tagwerk" run job.yaml -d > run.txt 2>&1 || code=$?
expect "run refuses" 3 "$code"
before=$(kills)
code=0; inside "$root/tagwerk" run job.yaml -d --ignore-memory > run.txt 2>&1 || code=$?
expect "run --ignore-memory starts it" 0 "$code"
expect "it fails" failed "$(ended)"
expect "the kernel killed it" 1 "$(($(kills) > before))"

over=$((all * 115 / 100))
limit "$over"
echo "limit $((over / 1048576)) MiB, 115 % of $((all / 1048576)) MiB"
code=0; inside "$root/tagwerk" check job.yaml > check.txt || code=$?
expect "check accepts" 0 "$code"
before=$(kills)
code=0; inside "$root/tagwerk" run job.yaml -d > run.txt 2>&1 || code=$?
expect "run starts it" 0 "$code"
expect "it succeeds" succeeded "$(ended)"
expect "the kernel killed nothing" 0 "$(($(kills) - before))"
exit $failed
