
# ---- all of it ------------------------------------------------------------------------------------------------

clean() {
  [ -n "$scratch" ] && rm -rf "$scratch"
  for directory; do rm -rf "$directory/.tagwerk-probe-$$"; done
}

# SIGNAL STATUS DIRECTORY...: what is there by now is told, and that it is not all
interrupted() {
  trap '' TERM INT HUP
  interrupted_by=$1
  interrupted_status=$2
  shift 2
  end_step
  clean "$@" /cache /data /output "${HF_HOME:-/nowhere}" "${HF_HUB_CACHE:-/nowhere}"
  begin end
  line_start=$main_start
  fact interrupted "$interrupted_by"
  fact during "$step_name"
  finish false
  exit "$interrupted_status"
}

main() {
  egress=yes
  while [ $# -gt 0 ]; do
    case $1 in
    --no-egress) egress=no ;;
    --help | -h)
      printf 'usage: sh probe.sh [--no-egress] [DIRECTORY]...\n'
      exit 0
      ;;
    --) shift; break ;;
    -*) printf 'probe.sh: unknown option %s\n' "$1"; exit 2 ;;
    *) break ;;
    esac
    shift
  done
  clock
  main_start=$now
  find_timeout
  find_scratch
  step_name=
  trap 'interrupted TERM 143 "$@"' TERM
  trap 'interrupted INT 130 "$@"' INT
  trap 'interrupted HUP 129 "$@"' HUP
  step 20 start probe_start
  step 20 user probe_user
  step 20 resources probe_resources
  step 10 limits probe_limits
  step 10 environment probe_environment
  step 20 shm probe_shm
  step 30 disk probe_disks
  step 130 gpu probe_gpu
  find_python </dev/null
  step 60 cc probe_compiler cc "${CC-}" gcc clang cc
  step 60 cxx probe_compiler cxx "${CXX-}" g++ clang++ c++
  step 40 python probe_python 30 python
  step 130 torch probe_python 120 torch
  step 130 triton probe_triton
  for directory; do
    step 120 mount probe_mount "$directory" true
  done
  for directory in /cache /data /output "${HF_HOME-}" "${HF_HUB_CACHE-}"; do
    for asked; do
      [ "$asked" = "$directory" ] && continue 2
    done
    [ -n "$directory" ] && [ -d "$directory" ] && step 120 mount probe_mount "$directory" false
  done
  if [ "$egress" = yes ]; then
    step 40 egress probe_egress
  else
    begin egress
    fact skipped "--no-egress"
    finish true
  fi
  clean "$@" </dev/null
  begin end
  line_start=$main_start
  finish true
  exit 0
}

probe_triton() {
  # without torch or Triton there is nothing to say
  [ -n "$python" ] && [ -n "$scratch" ] || return 0
  limited 20 "$python" -c 'import importlib.util as u, sys; sys.exit(42 if u.find_spec("torch") and u.find_spec("triton") else 1)' >/dev/null
  [ "$?" -eq 42 ] || return 0
  probe_python 120 triton "$scratch"
}

main "$@"
