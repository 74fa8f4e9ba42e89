#!/usr/bin/env bash
# Shows what it costs when a whole choir connects at once. See --help.
set -euo pipefail
export LC_ALL=C
. "$(dirname "${BASH_SOURCE[0]}")/../setup.sh"
readonly script_name=storm
. "$tutti_root/harness/lib.sh"

usage() {
  cat <<'TEXT'
Usage: harness/storm.sh [options]

Join storms: when a rehearsal begins, or after the server was restarted, everybody connects in the same moment. One server
goes through several storms. In each a fresh fleet connects within --ramp-ms, plays until everybody is faded in and a few
seconds longer, and leaves. What counts is the frames that were skipped, from the first client's first datagram to the
moment when the last one is faded in: a skipped frame is one that nobody hears. Late ones were caught up before anybody
missed them.

Musicians' computers are awake when they connect. So that the fleet is too, each first plays for some seconds on another
server, which has nothing to do afterwards. The first storm finds a server that has never been played on.

  --clients N         clients of a storm (default 150)
  --ramp-ms MS        from the first client's connection to the last one's (default 200)
  --storms N          how many, one after another (default 5)
  --server-options S  more options for the server, separated by spaces
  --cpu N             the processor of the server (default: the first); the fleet has all others
  --port N            UDP port of the server (default 22934); the two after it are for the admin port (TCP) and for the
                      server with which the fleet rehearses
  --json FILE         where a JSON line for each storm is appended (default harness/target/storm.jsonl)
  --quick             one storm of 8 clients, servers that have not rehearsed: half a minute, to see that everything
                      works. Options after it count.
  --help              this text

This server runs with --admission off: a refused newcomer would be no storm. A machine shared with others takes its
processor away for some milliseconds now and then: look at several storms. Exit code: 0; 1 when frames were skipped,
packets lost or clients missing, or a program ended; 2 when nothing could be measured.
TEXT
}

clients=150
ramp_ms=200
storms=5
warmup=5
server_options=
cpu=$(first_cpu)
port=22934
json=$tutti_root/harness/target/storm.jsonl

while [ $# -gt 0 ]; do
  case $1 in
    --help) usage; exit 0 ;;
    --quick)
      clients=8 storms=1 warmup=0
      shift
      ;;
    --clients | --ramp-ms | --storms | --server-options | --cpu | --port | --json)
      [ $# -ge 2 ] || fail "$1 needs a value (see --help)"
      option=${1#--}
      printf -v "${option//-/_}" %s "$2"
      shift 2
      ;;
    *) fail "unknown option $1 (see --help)" ;;
  esac
done
for option in clients storms port; do
  [[ ${!option} =~ ^[1-9][0-9]{0,4}$ ]] || fail "--$option must be a positive whole number, not '${!option}'"
done
[[ $ramp_ms =~ ^[0-9]{1,5}$ ]] || fail "--ramp-ms must be a whole number, not '$ramp_ms'"
[ "$clients" -le 150 ] || fail "--clients $clients: no server of this kind has room for more than 150 clients"
[ "$port" -lt 65534 ] || fail "--port $port: the two ports after it are needed too, so 65533 is the last"
[[ $cpu =~ ^[0-9]{1,4}$ ]] || fail "--cpu must be the number of a processor, not '$cpu'"
[[ $server_options != *[\"\\]* ]] || fail "--server-options may have no quotes or backslashes: '$server_options'"

# start_server NAME PORT OPTION...: a server that has rehearsed, as server_pid.
start_server() {
  local name=$1 udp_port=$2
  shift 2
  launch_server "$name" "$udp_port" "$cpu" "$work/$name.log" "$JAVA_HOME/bin/java" -jar "$server_jar" \
    --port "$udp_port" --cpu "$cpu" --admission off "$@" && await_rehearsal "$work/$name.log" "$warmup"
}

# since_before COUNTER: how far this counter of the server has come in the storm.
since_before() {
  awk -v name="tutti_$1_total" '$1 == name { value[FILENAME] = $2 }
    END { printf "%d", value[ARGV[2]] - value[ARGV[1]] }' "$work/before" "$work/after"
}

# One storm, number $1: prints its line and adds it to the results.
storm() {
  local status=0 about counter
  rm -f "$work/fleet.log" "$work/fleet.json"
  fetch $((port + 1)) metrics "$work/before" || return 1
  taskset -c "$fleet_cpus" "$JAVA_HOME/bin/java" -jar "$fleet_jar" --server "127.0.0.1:$port" --clients "$clients" \
    --ramp-ms "$ramp_ms" --rehearse-with "127.0.0.1:$((port + 2))" --seconds 3 --json "$work/fleet.json" \
    >"$work/fleet.log" 2>&1 &
  fleet_pid=$!
  await_counting "$work/fleet.log" && fetch $((port + 1)) metrics "$work/after" ||
    { still_there "storm $1" "$work" || true; return 1; }
  wait "$fleet_pid" || status=$?
  about=
  for counter in joins frames frames_late frames_caught_up frames_skipped frames_overrun retransmissions; do
    about+=$(printf '"%s":%d,' "$counter" "$(since_before "$counter")")
  done
  skipped=$(since_before frames_skipped)
  printf 'storm %d: %d of %d clients joined within %d ms; of %d frames %d were late, %d skipped; clients: %s\n' "$1" \
    "$(since_before joins)" "$clients" "$ramp_ms" "$(since_before frames)" "$(since_before frames_late)" "$skipped" \
    "$([ "$status" -eq 0 ] && echo fine || echo faults)"
  [ "$status" -eq 0 ] || grep '^WRONG' "$work/fleet.log" >&2 || tail -n 3 "$work/fleet.log" >&2
  printf '{"date":"%s","machine":"%s","storm":%d,"clients":%d,"ramp_ms":%d,"server_options":"%s",%s"fleet":%s}\n' \
    "$(date -u +%FT%TZ)" "$(cpu_model)" "$1" "$clients" "$ramp_ms" "$server_options" "$about" \
    "$(tr -s ' \n' ' ' <"$work/fleet.json" 2>/dev/null || echo null)" >>"$json"
  [ "$status" -eq 0 ] && [ "$skipped" -eq 0 ] || faults=$((faults + 1))
}

begin_work
command -v curl >/dev/null || fail "curl not found: apt-get install curl"
require_jars "$server_jar" "$fleet_jar"
set_fleet_cpus "$cpu"
mkdir -p "$(dirname "$json")"
warn_of_load
start_server partner $((port + 2)) || fail "the server with which the fleet rehearses does not start"
# Options are separated by spaces, as --help says.
# shellcheck disable=SC2086
start_server server "$port" --admin-port $((port + 1)) $server_options || fail "the server does not start"
faults=0
for ((number = 1; number <= storms; number++)); do
  if ! storm "$number"; then
    say "storm $number could not be measured to the end"
    faults=$((faults + 1))
    kill -0 "$server_pid" 2>/dev/null || break
  fi
done
say "$faults of $storms storms with skipped frames or faults; results appended to $json"
[ "$faults" -eq 0 ]
