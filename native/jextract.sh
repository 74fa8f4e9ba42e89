#!/usr/bin/env bash
# Runs jextract on src/main/c/libc.h for exactly what tutti.libc binds, into target/jextract (or the directory given).
#
# The checked-in classes keep jextract's shape and differ in two points it has no option for: every function takes a
# first argument into which errno is captured, and pointers inside structures are plain addresses (long). So the output
# is there to compare with, not to copy over: a new structure starts from it.
set -euo pipefail
cd "$(dirname "$0")"

output=${1:-target/jextract}
sources=src/main/java/tutti/libc

if ! command -v jextract >/dev/null; then
  echo "jextract.sh: jextract is not on the PATH (it is an early-access tool of the OpenJDK project)." >&2
  echo "jextract.sh: nothing written; the bindings in native/$sources are complete without it." >&2
  exit 1
fi

includes=()
for structure in "$sources"/[a-z]*.java; do
  name=$(basename "$structure" .java)
  case $name in
    package-info) ;;
    *_t) includes+=(--include-typedef "$name") ;;
    *) includes+=(--include-struct "$name") ;;
  esac
done
while read -r constant; do
  includes+=(--include-constant "$constant")
done < <(sed -n 's/^    public static final int \([A-Z0-9_]*\) = .*/\1/p' "$sources/LibC.java")
while read -r function; do
  includes+=(--include-function "$function")
done < <(sed -n 's/^    public static MethodHandle \([a-z_0-9]*\)\$handle() {/\1/p' "$sources/LibC.java")

mkdir -p "$output"
exec jextract --output "$output" --target-package tutti.libc --header-class-name LibC "${includes[@]}" src/main/c/libc.h
