# Finds a JDK 25 or newer and sets JAVA_HOME: for mvnw, tagwerk and .ci/run. Sourced, so it must run in any POSIX shell.
# Nothing here forks: it is on the path of every start.

# tagwerk_is_java HOME PROGRAM: HOME is Java 25 or newer and has bin/PROGRAM
tagwerk_is_java() {
  [ -x "$1/bin/$2" ] && [ -r "$1/release" ] || return 1
  tagwerk_java_version=
  while IFS='=' read -r tagwerk_key tagwerk_value; do
    if [ "$tagwerk_key" = JAVA_VERSION ]; then
      tagwerk_java_version=${tagwerk_value#\"}
      tagwerk_java_version=${tagwerk_java_version%\"}
    fi
  done < "$1/release"
  tagwerk_major=${tagwerk_java_version%%[!0-9]*}
  [ "${tagwerk_major:-0}" -ge 25 ]
}

# tagwerk_find_java PROGRAM: PROGRAM is javac where something is built, java where it only runs
tagwerk_find_java() {
  if [ -n "${JAVA_HOME:-}" ] && tagwerk_is_java "$JAVA_HOME" "$1"; then
    export JAVA_HOME
    return 0
  fi
  for tagwerk_home in /usr/lib/jvm/*25* /usr/lib/jvm/* /opt/java/* /opt/jdk* /usr/java/* \
    "${HOME:-/nonexistent}"/.sdkman/candidates/java/* "${HOME:-/nonexistent}"/.jdks/* \
    /Library/Java/JavaVirtualMachines/*/Contents/Home "${HOME:-/nonexistent}"/Library/Java/JavaVirtualMachines/*/Contents/Home \
    /opt/homebrew/opt/openjdk@25/libexec/openjdk.jdk/Contents/Home /usr/local/opt/openjdk@25/libexec/openjdk.jdk/Contents/Home \
    /opt/homebrew/opt/openjdk/libexec/openjdk.jdk/Contents/Home; do
    if tagwerk_is_java "$tagwerk_home" "$1"; then
      JAVA_HOME=$tagwerk_home
      export JAVA_HOME
      return 0
    fi
  done
  # Last: the java on the PATH, wherever its links lead.
  tagwerk_home=$(command -v "$1" 2>/dev/null) || return 1
  tagwerk_home=$(readlink -f "$tagwerk_home" 2>/dev/null) || return 1
  tagwerk_home=${tagwerk_home%/bin/*}
  if tagwerk_is_java "$tagwerk_home" "$1"; then
    JAVA_HOME=$tagwerk_home
    export JAVA_HOME
    return 0
  fi
  return 1
}

# tagwerk_no_java: says what to type to get one
tagwerk_no_java() {
  {
    echo "error: Tagwerk needs a JDK 25 or newer, and none was found."
    if [ -n "${JAVA_HOME:-}" ]; then
      echo "why:   JAVA_HOME is $JAVA_HOME, which is not one; nor is anything in /usr/lib/jvm, /opt, ~/.sdkman, ~/.jdks or on the PATH."
    else
      echo "why:   JAVA_HOME is not set, and nothing in /usr/lib/jvm, /opt, ~/.sdkman, ~/.jdks or on the PATH is one."
    fi
    echo "next:  install one, then type the same command again:"
    tagwerk_id=
    if [ -r /etc/os-release ]; then
      while IFS='=' read -r tagwerk_key tagwerk_value; do
        case $tagwerk_key in ID | ID_LIKE) tagwerk_id="$tagwerk_id $tagwerk_value" ;; esac
      done < /etc/os-release
    elif [ "$(uname -s)" = Darwin ]; then
      tagwerk_id=macos
    fi
    tagwerk_shown=
    case $tagwerk_id in
      *ubuntu*)
        tagwerk_shown=1
        echo "         sudo apt-get update && sudo apt-get install -y openjdk-25-jdk"
        ;;
      *debian*)
        tagwerk_shown=1
        echo "         # Debian 13 and newer: sudo apt-get install -y openjdk-25-jdk"
        echo "         # Debian 12: Eclipse Temurin from Adoptium's repository"
        echo "         sudo apt-get install -y wget gpg"
        echo "         wget -qO- https://packages.adoptium.net/artifactory/api/gpg/key/public | sudo gpg --dearmor -o /usr/share/keyrings/adoptium.gpg"
        # shellcheck disable=SC2016  # printed for the user's shell to expand
        echo '         echo "deb [signed-by=/usr/share/keyrings/adoptium.gpg] https://packages.adoptium.net/artifactory/deb $(. /etc/os-release; echo $VERSION_CODENAME) main" | sudo tee /etc/apt/sources.list.d/adoptium.list'
        echo "         sudo apt-get update && sudo apt-get install -y temurin-25-jdk"
        ;;
      *fedora* | *rhel* | *centos*)
        tagwerk_shown=1
        echo "         sudo dnf install -y java-25-openjdk-devel"
        ;;
      macos)
        tagwerk_shown=1
        echo "         brew install openjdk@25"
        ;;
    esac
    if [ -z "$tagwerk_shown" ]; then
      echo "         Debian, Ubuntu   temurin-25-jdk from https://adoptium.net/installation/linux"
      echo "         Fedora           sudo dnf install -y java-25-openjdk-devel"
      echo "         macOS            brew install openjdk@25"
    fi
    echo "       or, without root, with sdkman (https://sdkman.io):"
    echo "         sdk install java 25-tem"
    echo "       A JDK that lies somewhere else is found through JAVA_HOME."
  } >&2
}
