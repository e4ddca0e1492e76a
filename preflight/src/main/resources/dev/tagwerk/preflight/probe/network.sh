
# ---- the network, and the clock against somebody else's ----------------------------------------------------

# HOST -> $reached, $answer_line, $answer_date, $asked_with, $network_error
ask_host() {
  reached=false
  answer_line=
  answer_date=
  network_error=
  if have curl; then
    asked_with=curl
    capture 5 curl -q -sSI --max-time 3 "https://$1/"
  elif have wget; then
    asked_with=wget
    capture 4 wget -S --spider -T 3 "https://$1/"
  elif [ -n "$python" ]; then
    asked_with=python
    capture 6 "$python" -c "$python_text" head "$1"
  else
    asked_with=
    network_error="neither curl nor wget nor python is there"
    return 0
  fi
  network_status=$status
  rest=$output
  while [ -n "$rest" ]; do
    next_line "$rest"
    trimmed "${first%"$carriage"}"
    case $trimmed in
    HTTP/*) answer_line=${answer_line:-$trimmed} ;;
    [Dd][Aa][Tt][Ee]:*) answer_date=${answer_date:-${trimmed#*: }} ;;
    esac
  done
  [ -n "$answer_line" ] && reached=true
  if [ "$reached" = false ]; then
    # in words of our own: an error may quote a proxy's password
    case $asked_with:$network_status in
    curl:5) network_error="the proxy's name was not resolved" ;;
    curl:6) network_error="the name was not resolved" ;;
    curl:7) network_error="the connection was refused" ;;
    curl:28 | *:137) network_error="no answer within 3 s" ;;
    curl:35 | curl:60) network_error="TLS failed: a proxy in between, or missing certificates" ;;
    *) network_error="$asked_with ended with status $network_status" ;;
    esac
  fi
}

probe_egress() {
  carriage=$(printf '\r')
  skew_line=
  for host in huggingface.co pypi.org mcr.microsoft.com; do
    begin egress
    fact host "$host"
    ask_host "$host"
    fact by "$asked_with"
    fact answer "$answer_line"
    fact error "$network_error"
    case ${https_proxy-}${HTTPS_PROXY-} in '') flag proxy false ;; *) flag proxy true ;; esac
    finish "$reached"
    [ -z "$skew_line" ] && [ -n "$answer_date" ] && skew_line=$answer_date && skew_host=$host && skew_local=$(date +%s)
  done
  probe_clock
}

probe_clock() {
  begin clock
  epoch=$(date +%s)
  number epoch "$epoch"
  if [ -z "$skew_line" ]; then
    fact skipped "nobody to compare with"
  else
    fact compared_with "$skew_host"
    if epoch_of "$skew_line" && is_whole "$skew_local"; then
      number skew_seconds $((skew_local - far_epoch))
    else
      fact error "a date that cannot be read: $skew_line"
    fi
  fi
  finish true
}

# Tue, 01 Dec 2026 12:00:00 GMT -> $far_epoch, by counting the days
epoch_of() {
  set -f
  # shellcheck disable=SC2086 # into words
  set -- $1
  set +f
  [ $# -ge 5 ] || return 1
  day=${2#0}
  year=$4
  case $3 in
  Jan) month=13 ;; Feb) month=14 ;; Mar) month=3 ;; Apr) month=4 ;; May) month=5 ;; Jun) month=6 ;;
  Jul) month=7 ;; Aug) month=8 ;; Sep) month=9 ;; Oct) month=10 ;; Nov) month=11 ;; Dec) month=12 ;;
  *) return 1 ;;
  esac
  hour=${5%%:*}
  minute=${5#*:}
  second=${minute#*:}
  minute=${minute%%:*}
  hour=${hour#0}
  minute=${minute#0}
  second=${second#0}
  for part in "$day" "$year" "$hour" "$minute" "$second"; do
    is_whole "$part" && [ ${#part} -le 4 ] || return 1
  done
  [ "$month" -gt 12 ] && year=$((year - 1))
  # the year begins in March, so that the leap day is its last
  days=$((365 * year + year / 4 - year / 100 + year / 400 + (153 * (month - 3) + 2) / 5 + day - 1 - 719468))
  far_epoch=$((days * 86400 + hour * 3600 + minute * 60 + second))
}
