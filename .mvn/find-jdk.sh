# Sets JAVA_HOME to a JDK 25 or newer, for mvnw, tagwerk and .ci/run. Sourced; POSIX sh.
tagwerk_is_jdk25() {
  [ -x "$1/bin/javac" ] && [ -r "$1/release" ] || return 1
  tagwerk_version=$(sed -n 's/^JAVA_VERSION="\([0-9]*\).*/\1/p' "$1/release")
  [ -n "$tagwerk_version" ] && [ "$tagwerk_version" -ge 25 ]
}
tagwerk_find_jdk() {
  [ -n "${JAVA_HOME:-}" ] && tagwerk_is_jdk25 "$JAVA_HOME" && return 0
  for tagwerk_home in /usr/lib/jvm/*25* /usr/lib/jvm/* /opt/java/* /opt/jdk* "$HOME"/.sdkman/candidates/java/25* "$HOME"/.jdks/*; do
    if tagwerk_is_jdk25 "$tagwerk_home"; then JAVA_HOME=$tagwerk_home; export JAVA_HOME; return 0; fi
  done
  return 1
}
