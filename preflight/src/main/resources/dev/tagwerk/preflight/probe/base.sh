# ---- words of JSON, clocks and limits -------------------------------------------------------------

exec 2>/dev/null
caller_locale=${LC_ALL-(unset)}
LC_ALL=C
export LC_ALL
newline='
'

have() { command -v "$1" >/dev/null 2>&1; }

# TEXT -> $escaped: at most 300 characters of printable ASCII, safe between quotes of JSON
escape() {
  case $1 in
  *[!a-zA-Z0-9\ ._/:,+=@%\(\)\;-]*) ;;
  *)
    if [ ${#1} -le 300 ]; then
      escaped=$1
      return 0
    fi
    ;;
  esac
  escape_rest=$(printf '%.300s' "$1")
  escaped=
  while [ -n "$escape_rest" ]; do
    escape_tail=${escape_rest#?}
    escape_one=${escape_rest%"$escape_tail"}
    case $escape_one in
    '"') escape_one='\"' ;;
    "\\") escape_one='\\' ;;
    [\ -~]) ;;
    '	' | "$newline") escape_one=' ' ;;
    *) escape_one='?' ;;
    esac
    escaped=$escaped$escape_one
    escape_rest=$escape_tail
  done
}

is_whole() {
  case $1 in '' | *[!0-9]* | 0[0-9]*) return 1 ;; esac
  [ ${#1} -le 18 ]
}

is_number() {
  number_body=${1#-}
  case $number_body in '' | *[!0-9.]* | .* | *. | *.*.* | 0[0-9]*) return 1 ;; esac
  [ ${#1} -le 20 ]
}

# -> $now: hundredths of a second on a clock that nobody sets
clock() {
  now=
  read -r now clock_rest </proc/uptime
  case $now in *.??) now=${now%.*}${now#*.} ;; *) now=$(date +%s)00 ;; esac
  while :; do
    case $now in 0?*) now=${now#0} ;; *) break ;; esac
  done
  is_whole "$now" || now=0
}

# HUNDREDTHS -> $decimal
hundredths() {
  decimal=$(($1 % 100))
  [ "$decimal" -lt 10 ] && decimal=0$decimal
  decimal=$(($1 / 100)).$decimal
}

# A line: begin NAME, its facts, finish true|false. A key that is there already is passed over.
begin() {
  line_name=$1
  line_facts=
  line_keys=' probe ok seconds '
  clock
  line_start=$now
}

new_key() {
  case $1 in '' | *[!a-z0-9_]*) return 1 ;; esac
  case $line_keys in *" $1 "*) return 1 ;; esac
  line_keys="$line_keys$1 "
}

fact() {
  [ -n "$2" ] && new_key "$1" || return 0
  escape "$2"
  line_facts="$line_facts,\"$1\":\"$escaped\""
}

number() {
  is_number "$2" && new_key "$1" || return 0
  line_facts="$line_facts,\"$1\":$2"
}

flag() {
  case $2 in true | false) new_key "$1" || return 0 ;; *) return 0 ;; esac
  line_facts="$line_facts,\"$1\":$2"
}

finish() {
  clock
  hundredths $((now - line_start))
  printf '{"probe":"%s","ok":%s,"seconds":%s%s}\n' "$line_name" "$1" "$decimal" "$line_facts"
}

# $? -> $answer: true or false
said() { if [ "$?" -eq 0 ]; then answer=true; else answer=false; fi; }

# ---- running other programs: never for longer than a limit, never more output than a limit ---------

nap() { # about a second
  if have sleep; then
    sleep 1
  else
    clock
    nap_end=$((now + 100))
    while [ "$now" -lt "$nap_end" ]; do clock; done
  fi
}

# SECONDS PROCESS: in the background, kills it then; ends by itself within a second after the process has
watch_over() {
  cd / || : # so that nothing is kept busy
  watched=0
  while [ "$watched" -lt "$1" ]; do
    nap
    kill -0 "$2" || return 0
    watched=$((watched + 1))
  done
  kill -KILL "$2"
}

find_timeout() {
  timeout_way=none
  have timeout || return 0
  if timeout -s KILL 5 sh -c 'exit 7' </dev/null >/dev/null; [ "$?" -eq 7 ]; then
    timeout_way=new
  elif timeout -t 5 -s KILL sh -c 'exit 7' </dev/null >/dev/null; [ "$?" -eq 7 ]; then
    timeout_way=old
  fi
}

# SECONDS COMMAND...
limited() {
  limit=$1
  shift
  case $timeout_way in
  new) timeout -s KILL "$limit" "$@" ;;
  old) timeout -t "$limit" -s KILL "$@" ;;
  *)
    "$@" </dev/null &
    limited_process=$!
    watch_over "$limit" "$limited_process" </dev/null >/dev/null 2>&1 &
    wait "$limited_process"
    ;;
  esac
}

first_bytes() {
  if have head; then
    head -c 16000
  else
    first_lines=0
    while [ "$first_lines" -lt 200 ] && IFS= read -r first_line; do
      printf '%s\n' "$first_line"
      first_lines=$((first_lines + 1))
    done
  fi
}

# SECONDS COMMAND... -> $output, of both its streams, and $status
capture() {
  output=$({
    limited "$@" 2>&1
    printf '\n%s\n' "$?"
  } | first_bytes)
  status=${output##*"$newline"}
  output=${output%"$newline"*}
  output=${output%"$newline"}
  is_whole "$status" || status=255
  return "$status"
}

# LINES -> $first and $rest
next_line() {
  first=${1%%"$newline"*}
  case $1 in *"$newline"*) rest=${1#*"$newline"} ;; *) rest= ;; esac
}

# SECONDS NAME FUNCTION ARGUMENT...: a step of its own, which cannot hold up the others
step() {
  step_limit=$1
  step_name=$2
  shift 2
  ("$@") </dev/null &
  step_process=$!
  watch_over "$step_limit" "$step_process" </dev/null >/dev/null 2>&1 &
  step_watcher=$!
  wait "$step_process"
  step_status=$?
  step_process=
  if [ "$step_status" -gt 128 ]; then
    begin "$step_name"
    fact error "took longer than $step_limit s, or was killed"
    [ -n "${2-}" ] && [ "$step_name" = mount ] && fact path "$2"
    finish false
  fi
}

# PROCESS...: -> $tree, with all that they started and that started; only /proc knows, and only sh reads it
find_tree() {
  tree=" $* "
  tree_grew=true
  while [ "$tree_grew" = true ]; do
    tree_grew=false
    for tree_stat in /proc/[0-9]*/stat; do
      tree_line=
      IFS= read -r tree_line <"$tree_stat" || continue
      tree_one=${tree_line%% *}
      # a program's name may hold anything, brackets too
      tree_line=${tree_line##*) }
      tree_line=${tree_line#* }
      case $tree in *" $tree_one "*) continue ;; esac
      case $tree in *" ${tree_line%% *} "*)
        tree="$tree$tree_one "
        tree_grew=true
        ;;
      esac
    done
  done
}

# The step that runs ends, and what it has started: held first, so that it starts nothing meanwhile.
end_step() {
  [ -n "${step_process-}" ] || return 0
  find_tree "$step_process" "$step_watcher"
  # shellcheck disable=SC2086 # into words
  kill -STOP $tree
  find_tree "$step_process" "$step_watcher"
  # shellcheck disable=SC2086 # into words
  kill -KILL $tree
}

# DIRECTORY: whether a file can be made, written and read again in it
writable() {
  # what cannot be taken away again is not written
  have rm || { [ -w "$1" ]; return; }
  writable_file=$1/.tagwerk-probe-w$$
  printf '%2000s' x >"$writable_file" || { rm -f "$writable_file"; return 1; }
  writable_back=
  IFS= read -r writable_back <"$writable_file" || :
  rm -f "$writable_file"
  [ ${#writable_back} -eq 2000 ]
}

# -> $scratch: a new directory, where possible one in which programs may be started; empty when there is none
find_scratch() {
  scratch=
  scratch_runs=false
  have mkdir && have rm && have chmod || return 0
  for scratch_in in "${TMPDIR:-/tmp}" /tmp /var/tmp /dev/shm "${HOME:-/}" .; do
    scratch_new=$scratch_in/.tagwerk-probe-$$
    [ -d "$scratch_in" ] && (umask 077 && mkdir "$scratch_new") || continue
    if writable "$scratch_new"; then
      printf '#!/bin/sh\nexit 7\n' >"$scratch_new/run"
      chmod 700 "$scratch_new/run"
      "$scratch_new/run" </dev/null >/dev/null
      if [ "$?" -eq 7 ]; then
        [ -n "$scratch" ] && rm -rf "$scratch"
        scratch=$scratch_new
        scratch_runs=true
        return 0
      fi
      if [ -z "$scratch" ]; then
        scratch=$scratch_new
        continue
      fi
    fi
    rm -rf "$scratch_new"
  done
}
