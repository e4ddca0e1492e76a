# Runs one attempt: sh -c "$(cat wrapper.sh)" NAME PIDFILE EXITFILE COMMAND [ARGUMENT...]
# Leaves "pid boot:start" in PIDFILE before the command begins, and its exit code in EXITFILE after
# it has ended. A second wrapper for the same PIDFILE exits before it does any work.
umask 077
pid_file=$1
exit_file=$2
shift 2

start_of() { # the fields of /proc/PID/stat after the command name; the 20th is the start in ticks
  shift 19
  echo "$1"
}
read -r stat </proc/$$/stat || exit 71
read -r boot </proc/sys/kernel/random/boot_id || boot=boot
start=$(start_of ${stat##*) })

set -C # open exclusively: of several wrappers one gets the file
{ echo "$$ $boot:$start" >"$pid_file"; } 2>/dev/null || exit 75
set +C

# A stop signals the whole group. This shell has to outlive the command to write its exit code; a
# handler, unlike ignoring, is not inherited by the command.
trap : HUP INT TERM
"$@"
code=$?
echo "$code" >"$exit_file.tmp" && mv "$exit_file.tmp" "$exit_file"
exit "$code"
