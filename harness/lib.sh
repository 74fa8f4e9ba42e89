# Sourced by the scripts of the harness, after setup.sh: starting, watching, measuring and ending processes.
# The script sets script_name before.

readonly opus_library=${XDG_CACHE_HOME:-$HOME/.cache}/tutti/libopus.so.0
readonly fleet_jar=$tutti_root/synthetic-clients/target/synthetic-clients.jar
readonly server_jar=$tutti_root/server/target/server.jar
# Asked now, because a script that confines itself is told of fewer.
processors=$(nproc)
readonly processors
readonly harness_jar=$tutti_root/harness/target/benchmarks.jar

say() {
  echo "$script_name: $*" >&2
}

# require_jars FILE...: ends the script when one of them is not built.
require_jars() {
  local jar
  for jar in "$@"; do
    [ -f "$jar" ] || fail "$jar is not built: mvn -B package -DskipTests"
  done
}

# --- What is started here is ended here -------------------------------------------------------------------------------

# Ends the process $1, which this script started: kindly, and after three seconds for good.
end_process() {
  local tries
  kill "$1" 2>/dev/null || true
  for tries in {1..30}; do
    kill -0 "$1" 2>/dev/null || break
    sleep 0.1
  done
  kill -KILL "$1" 2>/dev/null || true
  wait "$1" 2>/dev/null || true
}

end_all() {
  local pid
  for pid in $(jobs -pr); do
    end_process "$pid"
  done
}

# A second Ctrl-C does not keep it from ending what is still there; that takes three seconds a process at most.
clean_up() {
  trap '' INT TERM HUP
  end_all
  [ -z "$work" ] || rm -rf "$work"
}

# From here on, $work is a directory that goes with this script, and so does every process that it started.
begin_work() {
  work=
  trap clean_up EXIT
  trap 'exit 130' INT
  trap 'exit 143' TERM HUP
  work=$(mktemp -d)
}

# Runs a command that Ctrl-C can interrupt.
interruptible() {
  "$@" &
  wait $!
}

# --- Servers ----------------------------------------------------------------------------------------------------------

# Prints why this server ($1 = tutti) or the peer ($1 = jamulus) cannot run here, or nothing.
missing_server() {
  case $1 in
    tutti) [ -f "$server_jar" ] || echo "$server_jar is not built: mvn -B package -DskipTests" ;;
    jamulus) command -v Jamulus >/dev/null || echo "no Jamulus found: apt-get install jamulus" ;;
  esac
}

# Builds the floor program as $work/floor, once; prints what keeps it from being built.
build_floor() {
  [ ! -x "$work/floor" ] || return 0
  if ! command -v gcc >/dev/null; then
    echo "no C compiler found: apt-get install gcc libc6-dev"
  elif ! echo '#include <opus/opus_custom.h>' | gcc -E -x c - >/dev/null 2>&1; then
    echo "no Opus Custom headers: apt-get install libopus-dev"
  elif ! "$tutti_root/native/get-libopus.sh" >"$work/opus.log" 2>&1; then
    echo "native/get-libopus.sh found no working libopus: $(tail -n 1 "$work/opus.log")"
  elif ! gcc -O3 -o "$work/floor" "$tutti_root/harness/floor.c" "$opus_library" "-Wl,-rpath,${opus_library%/*}" \
    2>"$work/gcc.log"; then
    echo "gcc cannot build harness/floor.c: $(grep -m 1 error "$work/gcc.log")"
  fi
}

# Sets jamulus_command to what starts the peer on UDP port $1, in a home of its own, so that it neither reads nor leaves
# settings.
set_jamulus_command() {
  jamulus_command=(env QT_QPA_PLATFORM=offscreen "HOME=$work" "XDG_CONFIG_HOME=$work" Jamulus -s -n -p "$1" -u 150)
}

# Whether any socket is bound to the UDP port $1.
port_in_use() {
  local hex
  printf -v hex ':%04X' "$1"
  cat /proc/net/udp /proc/net/udp6 2>/dev/null |
    awk -v port="$hex" 'substr($2, length($2) - 4) == port { found = 1 } END { exit !found }'
}

# launch_server ARM PORT CPU LOG COMMAND...: starts a server on that processor and waits until it has the UDP port; its
# process id is in server_pid. False, after a word on it, when that does not come to be.
launch_server() {
  local arm=$1 udp_port=$2 cpu=$3 log=$4 tries
  shift 4
  if port_in_use "$udp_port"; then
    say "UDP port $udp_port is in use: give another --port"
    return 1
  fi
  taskset -c "$cpu" "$@" >"$log" 2>&1 &
  server_pid=$!
  for tries in {1..300}; do
    ! port_in_use "$udp_port" || return 0
    kill -0 "$server_pid" 2>/dev/null || break
    sleep 0.1
  done
  say "the server of arm $arm did not open UDP port $udp_port; its last words:"
  tail -n 5 "$log" >&2
  return 1
}

# Whether the server of the arm $1 and its clients are still running; says what ended, and its last words, which are in
# the directory $2.
still_there() {
  local who pid
  for who in server fleet; do
    pid=${who}_pid
    if ! kill -0 "${!pid}" 2>/dev/null; then
      say "arm $1: the $who ended too early; its last words:"
      tail -n 5 "$2/$who.log" >&2
      return 1
    fi
  done
}

# await_counting LOG: waits until the fleet $fleet_pid, whose log that is, says that its count begins: all clients are
# connected and faded in. False when the fleet or the server $server_pid ends before.
await_counting() {
  until grep -aqs '^counting ' "$1"; do
    kill -0 "$fleet_pid" 2>/dev/null && kill -0 "$server_pid" 2>/dev/null || return 1
    interruptible sleep 0.25
  done
}

# await_rehearsal LOG WARMUP: waits until this server, $server_pid with that log, has rehearsed: while nobody is
# connected, it has its code compiled. A warm-up of less than 5 s says that it does not matter. False when the server
# ends.
await_rehearsal() {
  [ "$2" -ge 5 ] || return 0
  local tries
  for tries in {1..600}; do
    ! grep -aqs rehearsal "$1" || return 0
    kill -0 "$server_pid" 2>/dev/null || return 1
    interruptible sleep 0.1
  done
  say "warning: the server did not say within a minute that it has rehearsed"
}

# fetch PORT PAGE FILE: writes what the admin port answers to /PAGE into the file, all of it or nothing.
fetch() {
  curl -sS --fail --max-time 5 -o "$work/answer" "http://127.0.0.1:$1/$2" && mv "$work/answer" "$3"
}

# Says which libopus the process $1 uses.
library_of() {
  local exe version
  exe=$(readlink "/proc/$1/exe")
  if nm -D --defined-only "$exe" 2>/dev/null | grep -q ' opus_custom_decode$'; then
    echo "a copy inside $exe"
    return
  fi
  local file
  file=$(awk '/libopus\.so/ { print $NF; exit }' "/proc/$1/maps")
  if [ -z "$file" ]; then
    echo unknown
    return
  fi
  version=$(grep -a -o -m 1 'libopus [0-9][0-9a-z.-]*' "$file" | sed -n 1p) || version="libopus of unknown version"
  # Results are shown to others, to whom the home directory is of no interest.
  echo "$version, ${file/#"$HOME"/\~}"
}

# --- Notes for the report ---------------------------------------------------------------------------------------------

# note KEY VALUE: one line of the properties file $properties.
note() {
  printf '%s=%s\n' "$1" "${2//\\/\\\\}" >>"$properties"
}

# Notes when, where and of what it is measured.
note_circumstances() {
  note date "$(date -u +%FT%TZ)"
  note machine "$(cpu_model)"
  note processors "$processors"
  note kernel "$(uname -sr)"
  note jdk "$(java_version)"
  note revision "$(git -C "$tutti_root" describe --always --dirty 2>/dev/null || echo unknown)"
}

# --- Measuring --------------------------------------------------------------------------------------------------------

# Whether perf may count the events $1 (separated by commas) of a process of ours.
perf_works() {
  command -v perf >/dev/null && perf stat -x, -e "$1" -p $$ -o "$work/perf-probe.csv" -- true 2>/dev/null &&
    grep -q "${1##*,}" "$work/perf-probe.csv" && ! grep -q 'not supported' "$work/perf-probe.csv"
}

# Whether strace may look at processes of ours that it has not started.
strace_works() {
  command -v strace >/dev/null || return 1
  local sleeper
  sleep 5 &
  sleeper=$!
  timeout -s INT 1 strace -c -o /dev/null -p "$sleeper" 2>"$work/strace-probe.txt" || true
  end_process "$sleeper"
  grep -q ' attached$' "$work/strace-probe.txt"
}

# Clock ticks of processor time that the process $1 has had.
ticks() {
  # The name in the second field may contain blanks; what follows its closing bracket does not.
  sed 's/.*) //' "/proc/$1/stat" | awk '{ print $12 + $13 }'
}

# cpus_of_ticks TICKS START END: processors kept busy between two values of EPOCHREALTIME.
cpus_of_ticks() {
  awk -v ticks="$1" -v hertz="$(getconf CLK_TCK)" -v start="$2" -v end="$3" \
    'BEGIN { printf "%.3f", ticks / hertz / (end - start) }'
}

cpu_model() {
  awk -F': *' '/^model name/ { print $2; exit }' /proc/cpuinfo
}

java_version() {
  "$JAVA_HOME/bin/java" -version 2>&1 | awk -F'"' 'NR == 1 { print $2 }'
}

warn_of_load() {
  if awk '{ exit !($1 > 0.5) }' /proc/loadavg; then
    say "warning: something else is using this machine (load average $(cut -d ' ' -f 1-3 /proc/loadavg))"
  fi
}

# Prints the first processor that this process may use: 0 unless somebody has restricted it.
first_cpu() {
  awk '/^Cpus_allowed_list:/ { split($2, numbers, /[-,]/); print numbers[1] }' /proc/self/status
}

# Prints the processors that this process may use, except the server's, which is $1, separated by commas; nothing when
# the server's is not among them.
other_cpus() {
  awk -v server="$1" '/^Cpus_allowed_list:/ {
    n = split($2, ranges, ",")
    for (i = 1; i <= n; i++) {
      split(ranges[i] "-" ranges[i], ends, "-")
      for (c = ends[1] + 0; c <= ends[2] + 0; c++) if (c == server) { allowed = 1 } else { list = list "," c }
    }
    if (allowed) print substr(list, 2)
  }' /proc/self/status
}

# set_fleet_cpus CPU: sets fleet_cpus to all processors but the server's, or ends the script. From here on the script
# itself stays there too: every command that it runs on the server's processor could hold up a frame for milliseconds.
set_fleet_cpus() {
  command -v taskset >/dev/null || fail "taskset not found: apt-get install util-linux"
  fleet_cpus=$(other_cpus "$1")
  [ -n "$fleet_cpus" ] || fail "two processors are needed, one (number $1) for the server and another for the fleet;" \
    "allowed here: $(awk '/^Cpus_allowed_list:/ { print $2 }' /proc/self/status)"
  taskset -cp "$fleet_cpus" $$ >/dev/null || fail "this script cannot be confined to the processors $fleet_cpus"
}
