#!/usr/bin/env bash
# Provides a libopus that works for Tutti (custom modes, 128-sample frames, loss concealment) in the cache directory,
# ${XDG_CACHE_HOME:-~/.cache}/tutti/libopus.so.0. Needs no root, changes nothing else on the machine, may be run as
# often as wanted and twice at the same time.
#
# In this order: a library that is already there and passes the probe; the distribution's own, if it passes; Debian's
# newest package, unpacked and not installed; Debian's newest source package, built here.
# The packages come from the mirrors that this machine's own apt is set up with, and are checked with its keys.
set -euo pipefail
ulimit -c 0
. "$(dirname "${BASH_SOURCE[0]}")/../setup.sh"

probe_source=$tutti_root/native/src/main/java/tutti/opus/OpusProbe.java
cache=${XDG_CACHE_HOME:-$HOME/.cache}/tutti
library=$cache/libopus.so.0

# Succeeds if the library $1 works. It is used in a process of its own, because bad ones take theirs down with them.
works() {
  [ -f "$1" ] || return 1
  # The braces keep the shell's own word on an aborted process off the screen.
  { "$JAVA_HOME/bin/java" -XX:-CreateCoredumpOnCrash -XX:ErrorFile=/dev/null -XX:TieredStopAtLevel=1 \
    --enable-native-access=ALL-UNNAMED "$probe_source" "$1" >"$work/probe.log"; } 2>/dev/null
}

# Puts the working library $1 in its place at once, whatever others are doing there, and ends the script.
finish_with() {
  chmod 644 "$1"
  mv -f "$1" "$library"
  report "$library"
}

report() {
  echo "tutti: $(sed -n 's/^version //p' "$work/probe.log") works: $1"
  exit 0
}

say() {
  echo "tutti: $*" >&2
}

# Prints the address of every Debian mirror in apt's sources, security archives left out.
mirrors() {
  apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' 2>>"$work/apt.log" |
    grep -v -- '-security' | sort -u
}

# apt with an empty world of its own below $work, whose only source is the suite "sid" of the mirror set up before.
private_apt() {
  apt-get -q -o Dir::Etc::SourceList="$work/sources.list" -o Dir::Etc::SourceParts=- \
    -o Dir::Etc::Preferences=- -o Dir::Etc::PreferencesParts=- -o Dir::State="$work/state" \
    -o Dir::State::status="$work/status" -o Dir::Cache="$work/cache" -o APT::Sandbox::User=root \
    -o Acquire::Languages=none -o APT::Update::Error-Mode=any -o APT::Update::Post-Invoke-Success::= \
    "$@" >>"$work/apt.log" 2>&1
}

# Sets private_apt up with the mirror $1. Succeeds if that is a Debian mirror within reach.
use_mirror() {
  local keyring options=
  for keyring in /usr/share/keyrings/debian-archive-keyring.{gpg,pgp}; do
    if [ -f "$keyring" ]; then
      options="[signed-by=$keyring] "
    fi
  done
  mkdir -p "$work/state/lists/partial" "$work/cache/archives/partial"
  : >"$work/status"
  printf '%s %s%s sid main\n' deb "$options" "$1" deb-src "$options" "$1" >"$work/sources.list"
  private_apt update
}

unpack_package() {
  (cd "$work" && private_apt download libopus0 && dpkg-deb -x libopus0_*.deb package) || return 1
  find "$work/package" -name 'libopus.so.0' -exec cp -L {} "$work/libopus.so.0" \;
  works "$work/libopus.so.0"
}

build_source() {
  if ! command -v cmake >/dev/null; then
    say "cmake not found: libopus cannot be built here (apt-get install cmake)"
    return 1
  fi
  (cd "$work" && private_apt source --download-only opus && mkdir -p source build &&
    tar -xf opus_*.orig.tar.* -C source --strip-components=1 &&
    cmake -S source -B build -DCMAKE_BUILD_TYPE=Release -DOPUS_CUSTOM_MODES=ON -DBUILD_SHARED_LIBS=ON &&
    cmake --build build -j "$(nproc)") >>"$work/build.log" 2>&1 || return 1
  cp -L "$work/build/libopus.so.0" "$work/libopus.so.0"
  works "$work/libopus.so.0"
}

mkdir -p "$cache" 2>/dev/null ||
  fail "the cache directory $cache cannot be created: set XDG_CACHE_HOME to a place that can"
work=$(mktemp -d "$cache/get-libopus.XXXXXX")
trap 'rm -rf "$work"' EXIT

if [ -n "${TUTTI_OPUS_LIBRARY:-}" ]; then
  works "$TUTTI_OPUS_LIBRARY" || fail "the library named by TUTTI_OPUS_LIBRARY does not work: $TUTTI_OPUS_LIBRARY"
  report "$TUTTI_OPUS_LIBRARY"
fi
for candidate in "$library" /usr/local/lib/libopus.so.0 /usr/lib/*-linux-gnu*/libopus.so.0 /usr/lib64/libopus.so.0 \
    /usr/lib/libopus.so.0; do
  if works "$candidate"; then
    report "$candidate"
  fi
done

if command -v apt-get >/dev/null; then
  say "no libopus on this machine works; fetching Debian's newest"
  while read -r mirror; do
    use_mirror "$mirror" || continue
    if unpack_package; then
      finish_with "$work/libopus.so.0"
    fi
    say "no packaged libopus works here; building it from its source package"
    if build_source; then
      finish_with "$work/libopus.so.0"
    fi
  done < <(mirrors)
fi
fail "no working libopus could be had: build 1.6.1 or later with custom modes and name it in TUTTI_OPUS_LIBRARY"
