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
missed them. The four seconds of steady play after it tell the storm's cost from the load's: where they lose frames too,
the machine has no room for that many clients just then, and the storm is not counted.

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
processor away for some milliseconds now and then: look at several storms. Exit code: 0; 1 when a storm that counts
skipped frames, packets were lost, clients were missing or a program ended; 2 when no storm could be measured or counted.
TEXT
}

clients=150
ramp_ms=200
storms=5
warmup=5
steady=4
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

# between BEGIN END COUNTER: how far this counter of the server has come from one fetch to the other.
between() {
  awk -v name="tutti_$3_total" '$1 == name { value[FILENAME] = $2 }
    END { printf "%d", value[ARGV[2]] - value[ARGV[1]] }' "$work/$1" "$work/$2"
}

# counts_between BEGIN END COUNTER...: the same as members of a JSON object.
counts_between() {
  local begin=$1 end=$2 counter
  shift 2
  for counter in "$@"; do
    printf '"%s":%d,' "$counter" "$(between "$begin" "$end" "$counter")"
  done
}

# One storm, number $1: prints its line and adds it to the results.
storm() {
  local status=0 skipped skipped_after verdict
  rm -f "$work/fleet.log" "$work/fleet.json"
  fetch $((port + 1)) metrics "$work/before" || return 1
  taskset -c "$fleet_cpus" "$JAVA_HOME/bin/java" -jar "$fleet_jar" --server "127.0.0.1:$port" --clients "$clients" \
    --ramp-ms "$ramp_ms" --rehearse-with "127.0.0.1:$((port + 2))" --seconds $((steady + 1)) --json "$work/fleet.json" \
    >"$work/fleet.log" 2>&1 &
  fleet_pid=$!
  await_counting "$work/fleet.log" && fetch $((port + 1)) metrics "$work/joined" && interruptible sleep "$steady" &&
    fetch $((port + 1)) metrics "$work/after" || { still_there "storm $1" "$work" || true; return 1; }
  wait "$fleet_pid" || status=$?
  skipped=$(between before joined frames_skipped)
  skipped_after=$(between joined after frames_skipped)
  if [ "$skipped_after" -gt 0 ]; then
    verdict="no room for the load itself"
  elif [ "$status" -ne 0 ]; then
    verdict=faults
  elif [ "$skipped" -gt 0 ]; then
    verdict="cost frames"
  else
    verdict=fine
  fi
  printf 'storm %d: %d of %d clients joined within %d ms; of %d frames %d were late, %d skipped;' "$1" \
    "$(between before joined joins)" "$clients" "$ramp_ms" "$(between before joined frames)" \
    "$(between before joined frames_late)" "$skipped"
  printf ' in the %d s after it of %d frames %d late, %d skipped: %s\n' "$steady" \
    "$(between joined after frames)" "$(between joined after frames_late)" "$skipped_after" "$verdict"
  [ "$status" -eq 0 ] || grep '^WRONG' "$work/fleet.log" >&2 || tail -n 3 "$work/fleet.log" >&2
  {
    printf '{"date":"%s","machine":"%s","storm":%d,"clients":%d,"ramp_ms":%d,"server_options":"%s",' \
      "$(date -u +%FT%TZ)" "$(cpu_model)" "$1" "$clients" "$ramp_ms" "$server_options"
    counts_between before joined joins frames frames_late frames_caught_up frames_skipped frames_overrun retransmissions
    printf '"after":{%s"seconds":%d},"verdict":"%s",' \
      "$(counts_between joined after frames frames_late frames_caught_up frames_skipped frames_overrun)" "$steady" \
      "$verdict"
    printf '"fleet":%s}\n' "$(tr -s ' \n' ' ' <"$work/fleet.json" 2>/dev/null || echo null)"
  } >>"$json"
  case $verdict in
    fine) fine=$((fine + 1)) ;;
    no*) uncounted=$((uncounted + 1)) ;;
    *) faults=$((faults + 1)) ;;
  esac
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
fine=0 faults=0 uncounted=0
for ((number = 1; number <= storms; number++)); do
  if ! storm "$number"; then
    say "storm $number could not be measured to the end"
    faults=$((faults + 1))
    kill -0 "$server_pid" 2>/dev/null || break
  fi
done
say "$storms storms: $fine cost no frame, $faults cost frames or had faults, $uncounted not counted; appended to $json"
[ "$faults" -eq 0 ] || exit 1
[ "$fine" -gt 0 ] || exit 2
