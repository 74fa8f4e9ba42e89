#!/usr/bin/env bash
# Compares the two modes of a switch in one running server: when packets leave, how long they are held. See --help.
set -euo pipefail
export LC_ALL=C
. "$(dirname "${BASH_SOURCE[0]}")/../setup.sh"
readonly script_name=toggle
. "$tutti_root/harness/lib.sh"

usage() {
  cat <<'TEXT'
Usage: harness/toggle.sh [options]

Does batching make packets late? One server plays for its clients and is switched to and fro between two frames,
batching on, off, off, on and so on. For every frame of both modes it records
  - when its last packet had left, from when the frame was due;
  - how long the first packet that was ready was held for its batch;
  - the work of the whole frame.
All frames come from one process within the same minutes, so neither the JIT compiler's mood nor the machine's speed
tells the modes apart. The server is pinned to the first processor there is, the fleet to the others.

  --clients LIST      numbers of synthetic clients, separated by commas (default 20,40,150)
  --faders KIND       default: all mixes are equal; distinct: no two mixes are
  --pairs N           pairs of segments, one in each mode (default 10)
  --segment SECONDS   length of a segment (default 3)
  --settle SECONDS    load before the first one, after all clients are faded in (default 10). From 5 s on they
                      come when the server has rehearsed, that is, had its code compiled
  --switch NAME       batch-send, shared-mix or decode-ahead (default batch-send)
  --server-options S  more options for the server, separated by spaces, such as "--max-hold 250"
  --port N            UDP port of the server (default 22932); the port after it is the admin port (TCP)
  --json FILE         where a JSON line for each number of clients is appended (default harness/target/toggle.jsonl)
  --quick             4 clients, 2 pairs of 1 s, settle 1 s: to see that everything works. Options after it count.
  --help              this text

Exit code: 0; 1 when a client heard gaps or a program ended; 2 when nothing could be measured.
TEXT
}

clients=20,40,150
faders=default
pairs=10
segment=3
settle=10
switch=batch-send
server_options=
server_cpu=$(first_cpu)
port=22932
json=$tutti_root/harness/target/toggle.jsonl

while [ $# -gt 0 ]; do
  case $1 in
    --help) usage; exit 0 ;;
    --quick)
      clients=4 pairs=2 segment=1 settle=1
      shift
      ;;
    --clients | --faders | --pairs | --segment | --settle | --switch | --server-options | --port | --json)
      [ $# -ge 2 ] || fail "$1 needs a value (see --help)"
      option=${1#--}
      printf -v "${option//-/_}" %s "$2"
      shift 2
      ;;
    *) fail "unknown option $1 (see --help)" ;;
  esac
done
for option in pairs segment settle port; do
  [[ ${!option} =~ ^[1-9][0-9]{0,4}$ ]] || fail "--$option must be a positive whole number, not '${!option}'"
done
[ "$port" -lt 65535 ] || fail "--port $port: the port after it is needed too, so 65534 is the last"
[[ $clients =~ ^[1-9][0-9]{0,2}(,[1-9][0-9]{0,2})*$ ]] || fail "--clients must be numbers and commas, not '$clients'"
[[ $faders =~ ^(default|distinct)$ ]] || fail "--faders must be default or distinct, not '$faders'"
[[ $switch =~ ^(batch-send|shared-mix|decode-ahead)$ ]] ||
  fail "--switch must be batch-send, shared-mix or decode-ahead, not '$switch'"
[[ $server_options != *[\"\\]* ]] || fail "--server-options may have no quotes or backslashes: '$server_options'"

readonly admin=http://127.0.0.1:$((port + 1))

# Runs one segment, number $1, in the mode $2.
run_segment() {
  local name
  printf -v name '%s/segments/%04d-%s' "$work" "$1" "$2"
  interruptible curl -sS --fail --max-time 5 -X POST -o "$work/answer" "$admin/$switch?mode=$2" || return 1
  fetch $((port + 1)) histograms "$name-begin.hlog" || return 1
  interruptible sleep "$segment"
  fetch $((port + 1)) histograms "$name-end.hlog"
}

# Starts server and fleet and runs all segments with $1 clients.
measure() {
  local command pair
  rm -rf "$work/segments"
  mkdir "$work/segments"
  # Options are separated by spaces, as --help says.
  # shellcheck disable=SC2206
  command=("$JAVA_HOME/bin/java" -jar "$server_jar" --port "$port" --admin-port $((port + 1)) --cpu "$server_cpu"
    $server_options)
  launch_server "$1 clients" "$port" "$server_cpu" "$work/server.log" "${command[@]}" || return 1
  await_rehearsal "$work/server.log" "$settle" || return 1
  # The fleet outlasts the segments, and the seconds that the requests between them take.
  taskset -c "$fleet_cpus" "$JAVA_HOME/bin/java" -jar "$fleet_jar" --server "127.0.0.1:$port" --clients "$1" \
    --faders "$faders" --seconds $((settle + 2 * pairs * (segment + 1) + 5)) --json "$work/fleet.json" \
    >"$work/fleet.log" 2>&1 &
  fleet_pid=$!
  await_counting "$work/fleet.log" || { still_there "$1 clients" "$work"; return 1; }
  interruptible sleep "$settle"
  for ((pair = 0; pair < pairs; pair++)); do
    if [ $((pair % 2)) -eq 0 ]; then
      run_segment $((2 * pair)) on && run_segment $((2 * pair + 1)) off
    else
      run_segment $((2 * pair)) off && run_segment $((2 * pair + 1)) on
    fi || { still_there "$1 clients" "$work" || true; return 1; }
  done
  kill -0 "$fleet_pid" 2>/dev/null || { say "the fleet's time was over before the last segment's"; return 1; }
  fleet_status=0
  wait "$fleet_pid" || fleet_status=$?
}

# Prints what was measured with $1 clients and adds it to the results.
report() {
  local about
  printf '\n%s clients, faders %s, server options: %s\n' "$1" "$faders" "${server_options:-none}"
  printf -v about '{"date":"%s","machine":"%s","switch":"%s","clients":%d,' \
    "$(date -u +%FT%TZ)" "$(cpu_model)" "$switch" "$1"
  printf -v about '%s"faders":"%s","server_options":"%s","fleet_exit":%d}' \
    "$about" "$faders" "$server_options" "$fleet_status"
  interruptible "$JAVA_HOME/bin/java" -cp "$harness_jar" tutti.harness.toggle.Main \
    "$work/segments" "$json" "$about"
  if [ "$fleet_status" -ne 0 ]; then
    grep '^WRONG' "$work/fleet.log" || tail -n 3 "$work/fleet.log"
  fi
}

begin_work
set_fleet_cpus "$server_cpu"
command -v curl >/dev/null || fail "curl not found: apt-get install curl"
require_jars "$server_jar" "$fleet_jar" "$harness_jar"
mkdir -p "$(dirname "$json")"
warn_of_load
faults=0
for count in ${clients//,/ }; do
  if measure "$count" && report "$count"; then
    [ "$fleet_status" -eq 0 ] || faults=1
  else
    say "$count clients could not be measured to the end"
    faults=1
  fi
  end_all
done
say "results appended to $json"
exit "$faults"
