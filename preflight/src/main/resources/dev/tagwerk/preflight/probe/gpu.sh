
# ---- the GPU, as the driver sees it -------------------------------------------------------------------

# KEY VALUE: unless nvidia-smi has no answer
gpu_fact() {
  case $2 in '' | '['*']' | 'N/A') return 0 ;; esac
  case $1 in *_mib | index) number "$1" "$2" ;; *) fact "$1" "$2" ;; esac
}

trimmed() { # TEXT -> $trimmed
  trimmed=$1
  while :; do
    case $trimmed in ' '*) trimmed=${trimmed# } ;; *' ') trimmed=${trimmed% } ;; *) return 0 ;; esac
  done
}

# LINE FIELD...: the values of a line of CSV as a probe line; false when it is no such line
gpu_line() {
  gpu_rest=$1
  shift
  begin gpu
  fact seen_by nvidia-smi
  gpu_driver=
  gpu_index=
  for gpu_field; do
    trimmed "${gpu_rest%%,*}"
    case $gpu_rest in *,*) gpu_rest=${gpu_rest#*,} ;; *) gpu_rest= ;; esac
    case $gpu_field in
    driver) gpu_driver=$trimmed ;;
    index) gpu_index=$trimmed ;;
    esac
    gpu_fact "$gpu_field" "$trimmed"
  done
  case $gpu_driver in [1-9][0-9][0-9]*) ;; *) return 1 ;; esac
  is_whole "$gpu_index" || return 1
  fact cuda_of_driver "$cuda_of_driver"
  fact mig_devices "$mig_devices"
  finish true
}

# what nvidia-smi says beside its tables: the newest CUDA of the driver, the slices of MIG
gpu_besides() {
  cuda_of_driver=
  mig_devices=
  if capture 15 nvidia-smi; then
    case $output in
    *'CUDA Version: '[0-9]*)
      cuda_of_driver=${output#*CUDA Version: }
      cuda_of_driver=${cuda_of_driver%%[!0-9.]*}
      ;;
    esac
  fi
  if capture 15 nvidia-smi -L; then
    rest=$output
    while [ -n "$rest" ]; do
      next_line "$rest"
      trimmed "$first"
      case $trimmed in 'MIG '[0-9]*)
        trimmed=${trimmed#MIG }
        mig_devices="$mig_devices${mig_devices:+ }${trimmed%% *}"
        ;;
      esac
    done
  fi
}

probe_gpu() {
  begin gpu
  if ! have nvidia-smi; then
    probe_gpu_by_kernel
    return 0
  fi
  capture 30 nvidia-smi --format=csv,noheader,nounits \
    --query-gpu=index,name,driver_version,memory.total,memory.used,mig.mode.current,compute_cap
  gpu_fields='index name driver memory_mib memory_used_mib mig capability'
  if [ "$status" -ne 0 ]; then
    case $output in *'not a valid field'*)
      # a driver from before 2022
      capture 30 nvidia-smi --format=csv,noheader,nounits \
        --query-gpu=index,name,driver_version,memory.total,memory.used
      gpu_fields='index name driver memory_mib memory_used_mib'
      ;;
    esac
  fi
  gpu_status=$status
  gpu_answer=$output
  gpu_count=0
  if [ "$gpu_status" -eq 0 ]; then
    gpu_besides
    rest=$gpu_answer
    while [ -n "$rest" ] && [ "$gpu_count" -lt 64 ]; do
      next_line "$rest"
      gpu_after=$rest
      # shellcheck disable=SC2086 # into words
      gpu_line "$first" $gpu_fields && gpu_count=$((gpu_count + 1))
      rest=$gpu_after
    done
  fi
  if [ "$gpu_count" -eq 0 ]; then
    begin gpu
    fact seen_by nvidia-smi
    if [ "$gpu_status" -eq 137 ]; then
      fact error "nvidia-smi was killed after 30 s"
    else
      fact error "${gpu_answer:-nvidia-smi said nothing}"
    fi
    number status "$gpu_status"
    finish false
  fi
}

# Without nvidia-smi the kernel may still tell.
probe_gpu_by_kernel() {
  gpu_driver=
  while read -r gpu_key gpu_words; do
    case $gpu_key in NVRM)
      set -f
      # shellcheck disable=SC2086 # into words
      set -- $gpu_words
      set +f
      for gpu_word; do
        case $gpu_word in [1-9][0-9][0-9].[0-9]*) gpu_driver=${gpu_driver:-$gpu_word} ;; esac
      done
      ;;
    esac
  done </proc/driver/nvidia/version
  gpu_count=0
  for gpu_file in /proc/driver/nvidia/gpus/*/information; do
    [ -r "$gpu_file" ] || continue
    begin gpu
    fact seen_by kernel
    number index "$gpu_count"
    fact driver "$gpu_driver"
    while IFS=: read -r gpu_key gpu_value; do
      case $gpu_key in Model*)
        trimmed "${gpu_value#"${gpu_value%%[! 	]*}"}"
        fact name "$trimmed"
        ;;
      esac
    done <"$gpu_file"
    finish true
    gpu_count=$((gpu_count + 1))
  done
  if [ "$gpu_count" -eq 0 ]; then
    begin gpu
    fact driver "$gpu_driver"
    for gpu_file in /dev/nvidia[0-9]*; do
      [ -e "$gpu_file" ] && fact device "$gpu_file"
    done
    fact error "no nvidia-smi, and nothing in /proc/driver/nvidia/gpus"
    finish false
  fi
}
