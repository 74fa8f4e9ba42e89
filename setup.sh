# Sourced by ./run, ./test and the harness: finds JDK 25, Maven and a C compiler, and exports JAVA_HOME.
# A missing tool ends the caller with one line that says what to install.

tutti_root=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)

fail() {
  echo "tutti: $*" >&2
  exit 2
}

# Prints the major version of the Java in the home directory $1, or nothing.
java_major() {
  [ -x "$1/bin/javac" ] || return 0
  "$1/bin/javac" -version 2>&1 | sed -n 's/^javac \([0-9]*\).*/\1/p'
}

find_java_home() {
  local home major
  for home in "${JAVA_HOME:-}" /usr/lib/jvm/*25* /usr/lib/jvm/*2[6-9]* "$HOME"/.sdkman/candidates/java/current; do
    [ -n "$home" ] || continue
    major=$(java_major "$home")
    if [ -n "$major" ] && [ "$major" -ge 25 ]; then
      echo "$home"
      return 0
    fi
  done
  return 1
}

JAVA_HOME=$(find_java_home) ||
  fail "no JDK 25 or later found: install one (for example Temurin 25) or set JAVA_HOME to it"
export JAVA_HOME
command -v mvn >/dev/null || fail "Maven not found: apt-get install maven"
command -v gcc >/dev/null || fail "no C compiler found: apt-get install gcc libc6-dev"

# Maven's own libraries use what newer JDKs warn about; that is nobody's concern here.
export MAVEN_OPTS="--enable-native-access=ALL-UNNAMED --sun-misc-unsafe-memory-access=allow ${MAVEN_OPTS:-}"
