
# ---- directories: what can be done in them -------------------------------------------------------------------

# SECONDS FACT COMMAND...: whether it works; the first error is kept
tried() {
  tried_fact=$2
  tried_limit=$1
  shift 2
  capture "$tried_limit" "$@"
  said
  [ -n "$tried_fact" ] && flag "$tried_fact" "$answer"
  if [ "$answer" = false ] && [ -z "$mount_error" ]; then
    mount_error="$tried_fact: ${output:-exit status $status}"
  fi
  [ "$answer" = true ]
}

content_of() {
  content=
  IFS= read -r content <"$1"
}

# DIRECTORY true|false: whether somebody asked for it
probe_mount() {
  begin mount
  fact path "$1"
  flag asked "$2"
  if [ ! -d "$1" ]; then
    flag exists false
    fact error "there is no such directory"
    finish false
    return 0
  fi
  flag exists true
  fact_disk "$1"
  mount_error=
  work=$1/.tagwerk-probe-$$
  if ! have mkdir || ! have rm; then
    fact error "mkdir and rm are not there: nothing was tried"
    finish false
    return 0
  fi
  if tried 10 '' mkdir "$work" && printf 'tagwerk\n' >"$work/one" && content_of "$work/one" && [ "$content" = tagwerk ]; then
    flag write true
    mount_operations
    mount_speed
    if tried 10 '' rm -f "$work/one" && [ ! -e "$work/one" ]; then flag delete true; else flag delete false; fi
    limited 30 rm -rf "$work" </dev/null >/dev/null
  else
    flag write false
    limited 10 rm -rf "$work" </dev/null >/dev/null
    fact error "$mount_error"
    [ -n "$mount_error" ] || fact error "what was written did not come back"
    finish false
    return 0
  fi
  fact error "$mount_error"
  case $line_facts in
  *'"rename":false'* | *'"delete":false'* | *'"fsync":false'*) finish false ;;
  *) finish true ;;
  esac
}

mount_operations() {
  printf 'new\n' >"$work/two"
  # as checkpoints are put in the place of older ones
  if have mv; then
    tried 10 '' mv -f "$work/two" "$work/one"
    content_of "$work/one"
    [ "$content" = new ] && [ ! -e "$work/two" ]
    said
    flag rename "$answer"
  fi
  if have ln; then
    tried 10 '' ln -s one "$work/soft" && content_of "$work/soft" && [ -L "$work/soft" ] && [ "$content" = new ]
    said
    flag symlink "$answer"
    tried 10 '' ln "$work/one" "$work/hard" && content_of "$work/hard" && [ "$content" = new ]
    said
    flag hardlink "$answer"
  fi
  if have chmod && tried 10 chmod chmod 640 "$work/one" && have ls; then
    capture 5 ls -l "$work/one"
    case $output in -rw-r-----*) flag chmod_kept true ;; *) flag chmod_kept false ;; esac
  fi
  if [ -n "$python" ]; then
    fact locked_by fcntl
    tried 10 lock "$python" -c "$python_text" lock "$work/one"
  elif have flock; then
    fact locked_by flock
    tried 10 lock flock -n "$work/one" -c :
  fi
}

# MEBIBYTES -> $taken, in hundredths of a second: written, and known to have arrived
mount_write() {
  clock
  write_start=$now
  capture 40 dd if=/dev/zero of="$work/speed" bs=1048576 count="$1" conv=fsync || return 1
  clock
  taken=$((now - write_start))
  [ "$taken" -gt 0 ] || taken=1
}

mount_speed() {
  have dd || return 0
  tried 20 fsync dd if=/dev/zero of="$work/sync" bs=4096 count=1 conv=fsync || return 0
  written=4
  [ -n "$free_mib" ] && [ "$free_mib" -lt 12 ] && return 0
  if mount_write 4; then
    if [ "$taken" -lt 100 ] && [ -n "$free_mib" ] && [ "$free_mib" -gt 512 ]; then
      written=64
      mount_write 64 || return 0
    fi
    number written_mib "$written"
    tenths=$((written * 1048576 / taken / 1000))
    number write_mb_s $((tenths / 10)).$((tenths % 10))
    # past the page cache, where the file system allows it
    clock
    read_start=$now
    if capture 40 dd if="$work/speed" of=/dev/null bs=1048576 iflag=direct; then
      clock
      taken=$((now - read_start))
      [ "$taken" -gt 0 ] || taken=1
      tenths=$((written * 1048576 / taken / 1000))
      number read_mb_s $((tenths / 10)).$((tenths % 10))
    fi
  else
    fact error "writing 4 MiB: $output"
  fi
}
