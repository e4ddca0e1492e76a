
# ---- the machine ------------------------------------------------------------------------------------

probe_start() {
  begin start
  number format 1
  fact kernel "$(uname -sr)"
  fact machine "$(uname -m)"
  start_name=
  while IFS= read -r start_line; do
    case $start_line in PRETTY_NAME=*) start_name=${start_line#*=} ;; esac
  done </etc/os-release
  start_name=${start_name#\"}
  fact system "${start_name%\"}"
  if [ -e /.dockerenv ]; then fact container docker
  elif [ -e /run/.containerenv ]; then fact container podman
  elif [ -n "${KUBERNETES_SERVICE_HOST-}" ]; then fact container kubernetes
  elif [ -n "${CONTAINER_APP_NAME-}${CONTAINER_APP_JOB_NAME-}" ]; then fact container container-apps
  fi
  fact limits_by "$timeout_way"
  fact scratch "$scratch"
  finish true
}

probe_user() {
  begin user
  user_id=$(id -u)
  user_groups=$(id -G)
  if [ -z "$user_id" ]; then
    while read -r user_key user_first user_rest; do
      case $user_key in Uid:) user_id=$user_first ;; esac
    done </proc/self/status
  fi
  number uid "$user_id"
  number gid "$(id -g)"
  fact groups "$user_groups"
  fact name "$(id -un)"
  fact home "${HOME-}"
  user_ok=true
  if [ -n "${HOME-}" ] && writable "$HOME"; then flag home_writable true; else
    flag home_writable false
    user_ok=false
  fi
  fact directory "$(pwd)"
  writable .
  said
  flag directory_writable "$answer"
  finish "$user_ok"
}

# VALUE: keeps the smaller one in $least; "max" and what v1 writes for it count for nothing
at_most() {
  if is_whole "$1" && [ ${#1} -le 15 ]; then
    if [ -z "$least" ] || [ "$1" -lt "$least" ]; then least=$1; fi
  fi
}

# ROOT PATH FUNCTION: calls it for every directory from that path up to the root
upwards() {
  up_path=$2
  while :; do
    "$3" "$1$up_path"
    case $up_path in */?*) up_path=${up_path%/*} ;; *) break ;; esac
  done
  "$3" "$1"
}

memory_limit() {
  for memory_file in "$1/memory.max" "$1/memory.limit_in_bytes"; do
    [ -r "$memory_file" ] || continue
    memory_value=
    read -r memory_value <"$memory_file"
    at_most "$memory_value"
  done
}

core_limit() {
  core_quota=
  core_period=
  if [ -r "$1/cpu.max" ]; then
    read -r core_quota core_period <"$1/cpu.max"
  elif [ -r "$1/cpu.cfs_quota_us" ]; then
    read -r core_quota <"$1/cpu.cfs_quota_us"
    read -r core_period <"$1/cpu.cfs_period_us"
  fi
  if is_whole "$core_quota" && is_whole "$core_period" && [ "$core_period" -gt 0 ]; then
    at_most $((core_quota * 100 / core_period))
  fi
}

probe_resources() {
  begin resources
  unified=/
  memory_group=/
  core_group=/
  while IFS=: read -r group_number group_names group_path; do
    case ,$group_names, in
    ,,) unified=$group_path ;;
    *,memory,*) memory_group=$group_path ;;
    *,cpu,*) core_group=$group_path ;;
    esac
  done </proc/self/cgroup
  least=
  if [ -e /sys/fs/cgroup/cgroup.controllers ]; then
    number cgroup 2
    upwards /sys/fs/cgroup "$unified" memory_limit
  else
    number cgroup 1
    upwards /sys/fs/cgroup/memory "$memory_group" memory_limit
  fi
  while read -r memory_key memory_value memory_unit; do
    case $memory_key in
    MemTotal:) machine_kib=$memory_value ;;
    MemAvailable:) available_kib=$memory_value ;;
    esac
  done </proc/meminfo
  is_whole "$machine_kib" && number machine_memory_mib $((machine_kib / 1024))
  is_whole "$available_kib" && number available_memory_mib $((available_kib / 1024))
  if [ -n "$least" ]; then
    number memory_limit_mib $((least / 1048576))
    if is_whole "$machine_kib" && [ $((machine_kib / 1024)) -lt $((least / 1048576)) ]; then
      least=$((machine_kib * 1024))
    fi
  elif is_whole "$machine_kib"; then
    least=$((machine_kib * 1024))
  fi
  [ -n "$least" ] && number memory_mib $((least / 1048576))
  processors=$(nproc)
  if ! is_whole "$processors"; then
    processors=0
    while read -r processor_key processor_rest; do
      case $processor_key in processor) processors=$((processors + 1)) ;; esac
    done </proc/cpuinfo
  fi
  number processors "$processors"
  least=
  if [ -e /sys/fs/cgroup/cgroup.controllers ]; then
    upwards /sys/fs/cgroup "$unified" core_limit
  elif [ -d /sys/fs/cgroup/cpu ]; then
    upwards /sys/fs/cgroup/cpu "$core_group" core_limit
  else
    upwards /sys/fs/cgroup/cpu,cpuacct "$core_group" core_limit
  fi
  [ "$processors" -gt 0 ] && at_most $((processors * 100))
  if [ -n "$least" ]; then
    hundredths "$least"
    number cores "$decimal"
  fi
  finish true
}

probe_limits() {
  begin limits
  for limit_of in open_files:n locked_memory_kib:l stack_kib:s file_size:f core_size:c processes:u; do
    limit_value=$(ulimit "-${limit_of#*:}")
    case $limit_value in
    unlimited) fact "${limit_of%:*}" unlimited ;;
    *) number "${limit_of%:*}" "$limit_value" ;;
    esac
  done
  finish true
}

# DIRECTORY -> $free_mib and $total_mib
disk_of() {
  free_mib=
  total_mib=
  if have df && capture 5 df -Pk "$1"; then
    # the sizes stand behind a name that may hold blanks
    disk_line=${output##*"$newline"}
    disk_before=${disk_line%%[0-9]%\ *}
    set -f
    # shellcheck disable=SC2086 # into words
    set -- $disk_before
    set +f
    while [ $# -gt 4 ]; do shift; done
    [ $# -eq 4 ] && case $4 in *[0-9]) ;; *) set -- ;; esac
    # NAME TOTAL USED FREE, or TOTAL USED FREE and the first digit of the share
    if is_whole "${1-}" && is_whole "${2-}" && is_whole "${3-}"; then
      total_mib=$(($1 / 1024))
      free_mib=$(($3 / 1024))
    elif is_whole "${2-}" && is_whole "${3-}" && is_whole "${4-}"; then
      total_mib=$(($2 / 1024))
      free_mib=$(($4 / 1024))
    fi
  fi
}

# DIRECTORY -> $mount_point, $mount_type, $mount_from, $mount_options, by the longest mount that holds it
mount_of() {
  mount_point=
  mount_type=
  mount_from=
  mount_options=
  mount_path=$(cd "$1" && pwd -P)
  [ -n "$mount_path" ] || return 0
  while read -r from point type options mount_rest; do
    case $point in *\\*) point=$(printf '%b' "$point") ;; esac
    # in a variable: bash does not match an expansion in quotes that is empty here
    mount_stem=${point%/}
    case $mount_path/ in
    "$mount_stem"/*)
      if [ ${#point} -ge ${#mount_point} ]; then
        mount_point=$point
        mount_type=$type
        mount_from=$from
        mount_options=$options
      fi
      ;;
    esac
  done </proc/mounts
  # the kernel writes no passwords; what a driver of its own writes is not known
  case $mount_options in *[Pp]ass*=* | *[Ss]ecret*=* | *[Kk]ey=* | *[Tt]oken=*) mount_options='(not shown)' ;; esac
  case $mount_from in *://*@* | *[Ss]ig=*) mount_from='(not shown)' ;; esac
}

# DIRECTORY: facts of the disk under it
fact_disk() {
  mount_of "$1"
  disk_of "$1"
  fact type "$mount_type"
  fact from "$mount_from"
  fact mounted_at "$mount_point"
  fact options "$mount_options"
  number total_mib "$total_mib"
  number free_mib "$free_mib"
}

probe_shm() {
  begin shm
  if [ -d /dev/shm ]; then
    fact_disk /dev/shm
    finish true
  else
    fact error "there is no /dev/shm"
    finish false
  fi
}

probe_disks() {
  disks_seen=:
  for disk in / "${TMPDIR:-/tmp}" "${HOME:-/}" .; do
    disk_path=$(cd "$disk" && pwd -P)
    case $disks_seen in *":$disk_path:"*) continue ;; esac
    disks_seen=$disks_seen$disk_path:
    [ -n "$disk_path" ] || continue
    begin disk
    fact path "$disk_path"
    fact_disk "$disk_path"
    finish true
  done
}

# Names only; of a few switches, which are no secrets, whether they are on.
probe_environment() {
  begin environment
  names=
  for name in HF_HOME HF_HUB_CACHE HF_DATASETS_CACHE HF_TOKEN HUGGING_FACE_HUB_TOKEN HF_ENDPOINT \
    HF_HUB_OFFLINE TRANSFORMERS_OFFLINE HF_DATASETS_OFFLINE HF_HUB_DISABLE_SYMLINKS HF_HUB_ENABLE_HF_TRANSFER \
    CUDA_VISIBLE_DEVICES NVIDIA_VISIBLE_DEVICES NVIDIA_DRIVER_CAPABILITIES NVIDIA_DISABLE_REQUIRE CUDA_HOME \
    LD_LIBRARY_PATH LD_PRELOAD CC CXX TMPDIR XDG_CACHE_HOME TRITON_CACHE_DIR TORCHINDUCTOR_CACHE_DIR \
    PYTORCH_CUDA_ALLOC_CONF PYTORCH_ALLOC_CONF OMP_NUM_THREADS TOKENIZERS_PARALLELISM NCCL_DEBUG \
    RANK LOCAL_RANK WORLD_SIZE MASTER_ADDR WANDB_API_KEY WANDB_MODE MLFLOW_TRACKING_URI \
    http_proxy https_proxy no_proxy HTTP_PROXY HTTPS_PROXY NO_PROXY SSL_CERT_FILE REQUESTS_CA_BUNDLE \
    PYTHONPATH PYTHONHOME VIRTUAL_ENV CONDA_PREFIX; do
    eval "is_set=\${$name+yes}"
    # shellcheck disable=SC2154 # set by eval
    [ "$is_set" = yes ] && names="$names${names:+ }$name"
  done
  escape_names=$names
  line_facts="$line_facts,\"names\":\"$escape_names\""
  case ${HF_HUB_OFFLINE-}${TRANSFORMERS_OFFLINE-} in
  *1* | *[Tt][Rr][Uu][Ee]* | *[Yy][Ee][Ss]* | *[Oo][Nn]*) flag offline true ;;
  *) flag offline false ;;
  esac
  case ${HF_HUB_DISABLE_SYMLINKS-} in
  1 | [Tt][Rr][Uu][Ee] | [Yy][Ee][Ss] | [Oo][Nn]) flag hub_symlinks false ;;
  esac
  case ${CUDA_VISIBLE_DEVICES-unset} in
  '' | -1 | none | void | NoDevFiles) flag gpus_hidden true ;;
  *) flag gpus_hidden false ;;
  esac
  fact hf_home "${HF_HOME-}"
  fact xdg_cache_home "${XDG_CACHE_HOME-}"
  [ "$caller_locale" = '(unset)' ] || fact lc_all "$caller_locale"
  fact lang "${LANG-}"
  fact lc_ctype "${LC_CTYPE-}"
  fact timezone "${TZ-}"
  finish true
}
