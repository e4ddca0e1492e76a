
# ---- Python -----------------------------------------------------------------------------------------------

find_python() {
  python=
  for candidate in python3 python; do
    if have "$candidate" && capture 20 "$candidate" -c 'import sys; sys.exit(42 if sys.version_info[0] == 3 else 1)'; then :; fi
    if [ "${status-0}" -eq 42 ]; then
      python=$candidate
      return 0
    fi
  done
}

# Python code may use the caller's locale: that is what its programs will meet.
python_code() {
  if [ "$caller_locale" = '(unset)' ]; then unset LC_ALL; else LC_ALL=$caller_locale; fi
  limited "$@" 2>/dev/null
}

# LIMIT NAME ARGUMENT...: what the Python part prints, as a line: each line of it is KIND KEY VALUE
probe_python() {
  begin "$2"
  python_limit=$1
  shift
  if [ -z "$python" ]; then
    if have python3 || have python; then fact error "the python on the PATH is none, or older than 3"
    else fact error "no python3 and no python on the PATH"; fi
    finish false
    return 0
  fi
  rest=$( (python_code "$python_limit" "$python" -c "$python_text" "$@") | first_bytes)
  python_ok=unknown
  while [ -n "$rest" ]; do
    next_line "$rest"
    python_kind=${first%% *}
    first=${first#* }
    python_key=${first%% *}
    case $first in *' '*) python_value=${first#* } ;; *) python_value= ;; esac
    case $python_kind in
    s) fact "$python_key" "$python_value" ;;
    n) number "$python_key" "$python_value" ;;
    b) flag "$python_key" "$python_value" ;;
    ok) case $python_key in true | false) python_ok=$python_key ;; esac ;;
    esac
  done
  if [ "$python_ok" = unknown ]; then
    fact error "python ended before it had an answer: a crash, or longer than $python_limit s"
    python_ok=false
  fi
  finish "$python_ok"
}
