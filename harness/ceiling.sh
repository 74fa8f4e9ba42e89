#!/usr/bin/env bash
# Finds out how many clients a server carries: more and more of them, until frames are missed. See --help.
set -euo pipefail
export LC_ALL=C
. "$(dirname "${BASH_SOURCE[0]}")/../setup.sh"
readonly script_name=ceiling
. "$tutti_root/harness/lib.sh"

# What tutti.harness.ceiling.Main judge says with its exit code.
readonly frames_missed=10 tells_nothing=11

usage() {
  cat <<'TEXT'
Usage: harness/ceiling.sh [options]

Answers how many clients a server carries on one processor. One server runs all the time; each step has a fresh fleet
with more clients than the one before play on it, so that a step's lost packets are its own and the server stays warm.
When all clients are connected and faded in, the step is measured: frames in a second, frame times, lost packets, ping
and CPU. A step is missed when a client receives less than 374 of 375 packets, or when more than 1 of 375
frames is skipped. That much is tolerated because a machine shared with others loses its processor now and then.

Such a disturbance can make a server look worse, never better. So a missed step is repeated, and the server has carried
its clients when one attempt went well. The first step that was missed in all its attempts is where it breaks, and there
the experiment ends. Nothing is hidden: every attempt is in the JSON line of its step.

  --from N --step N --to N
                    clients of the first step, how many more in each, and where it ends (default 10, 10, 150)
  --window SECONDS  measured time of a step (default 10)
  --warmup SECONDS  load before the first step (default 5), with as many clients as it has. From 5 s on it begins when
                    the server has rehearsed, that is, had its code compiled
  --attempts N      how often a step may be tried (default 2)
  --keep-going      do not stop at the first step that is missed
  --server NAME     tutti (default), or jamulus: the server of the distribution (apt-get install jamulus), which tells
                    no frame times
  --peer jamulus    that one too, after this one, in the same charts
  --server-options S
                    more options for this server, separated by spaces
  --faders KIND     default: all mixes are equal; distinct: no two mixes are
  --cpu N           the processor of the server (default: the first); the fleet has all others
  --port N          UDP port of the servers (default 22930); the port after it is the admin port (TCP)
  --name NAME       for the results' folder (default ceiling)
  --results DIR     where that folder is made (default results)
  --quick           4 and 8 clients, window 5 s, warm-up 3 s, one attempt, keeps going: less than a minute, to see that
                    everything works. Options after it count.
  --help            this text

This server runs with --admission off: otherwise it would refuse newcomers before it breaks, which is what admission is
for. CPU time is that of the server's process with all its threads, from /proc/PID/stat.

Results: results/TIME-NAME/ with steps.jsonl (one line for each step, written after each), ceiling.html (charts with the
2.667 ms that a frame has, opens offline) and steps/ with what each attempt said. Exit code: 0, whether it broke or not;
1 when a step tells nothing, because the server died or the fleet was at its own limit; 2 when nothing was measured.
TEXT
}

from=10
step=10
to=150
window=10
warmup=5
attempts=2
keep_going=0
server=tutti
peer=
server_options=
faders=default
cpu=$(first_cpu)
port=22930
name=ceiling
results=$tutti_root/results
readonly command_line="harness/ceiling.sh ${*@Q}"

while [ $# -gt 0 ]; do
  case $1 in
    --help) usage; exit 0 ;;
    --quick)
      from=4 step=4 to=8 window=5 warmup=3 attempts=1 keep_going=1
      shift
      ;;
    --keep-going)
      keep_going=1
      shift
      ;;
    --from | --step | --to | --window | --warmup | --attempts | --server | --peer | --server-options | --faders | \
      --cpu | --port | --name | --results)
      [ $# -ge 2 ] || fail "$1 needs a value (see --help)"
      option=${1#--}
      printf -v "${option//-/_}" %s "$2"
      shift 2
      ;;
    *) fail "unknown option $1 (see --help)" ;;
  esac
done
for option in from step to window warmup attempts port; do
  [[ ${!option} =~ ^[1-9][0-9]{0,4}$ ]] || fail "--$option must be a positive whole number, not '${!option}'"
done
[ "$from" -le "$to" ] || fail "--from $from is more than --to $to"
[ "$attempts" -le 9 ] || fail "--attempts $attempts: 9 at most"
[ "$to" -le 150 ] || fail "--to $to: no server of this kind has room for more than 150 clients"
[ "$port" -lt 65535 ] || fail "--port $port: the port after it is needed too, so 65534 is the last"
[[ $server =~ ^(tutti|jamulus)$ ]] || fail "--server must be tutti or jamulus, not '$server'"
[[ $peer =~ ^(jamulus)?$ ]] || fail "--peer must be jamulus, not '$peer'"
[[ $faders =~ ^(default|distinct)$ ]] || fail "--faders must be default or distinct, not '$faders'"
[[ $cpu =~ ^[0-9]{1,4}$ ]] || fail "--cpu must be the number of a processor, not '$cpu'"
[[ $name =~ ^[A-Za-z0-9._-]+$ ]] || fail "--name may have letters, digits, dots, hyphens and underscores, not '$name'"

# Starts the server $1, with its log in $folder.
start_server() {
  local command
  if [ "$1" = jamulus ]; then
    set_jamulus_command "$port"
    command=("${jamulus_command[@]}")
  else
    # Options are separated by spaces, as --help says.
    # shellcheck disable=SC2206
    command=("$JAVA_HOME/bin/java" -jar "$server_jar" --port "$port" --admin-port $((port + 1)) --cpu "$cpu"
      --admission off $server_options)
  fi
  launch_server "$1" "$port" "$cpu" "$folder/$1.log" "${command[@]}" || return 1
  [ "$1" != tutti ] || await_rehearsal "$folder/$1.log" "$warmup"
}

# start_fleet CLIENTS SECONDS DIRECTORY: clients that are counted for so long once all of them are faded in.
start_fleet() {
  taskset -c "$fleet_cpus" "$JAVA_HOME/bin/java" -jar "$fleet_jar" --server "127.0.0.1:$port" --clients "$1" \
    --channels 2 --bytes 71 --frame 128 --faders "$faders" --seconds "$2" --json "$3/fleet.json" >"$3/fleet.log" 2>&1 &
  fleet_pid=$!
}

# Waits until the clients of the step before have left: they say so as they go, and the server needs a moment.
await_empty() {
  local tries
  if [ "$1" = jamulus ]; then
    interruptible sleep 1
    return
  fi
  for tries in {1..50}; do
    # Not grep -q, which would leave before curl has written everything.
    metrics | grep '^tutti_clients 0' >/dev/null && return
    interruptible sleep 0.1
  done
}

metrics() {
  curl -sS --max-time 5 "http://127.0.0.1:$((port + 1))/metrics"
}

# Load that is not measured; false when the server ends meanwhile.
warm_up() {
  local directory=$work/warmup
  mkdir -p "$directory"
  start_fleet "$from" "$warmup" "$directory"
  wait "$fleet_pid" || true
  kill -0 "$server_pid" 2>/dev/null
}

# snapshot SERVER WHEN DIRECTORY: writes the server's metrics and histograms, begin or end; prints the clock ticks that
# it has had.
snapshot() {
  if [ "$1" != jamulus ]; then
    fetch $((port + 1)) metrics "$3/metrics-$2.txt" && fetch $((port + 1)) histograms "$3/times-$2.hlog" || return 1
  fi
  ticks "$server_pid"
}

# Says why the server could not be measured.
fault() {
  if kill -0 "$server_pid" 2>/dev/null; then
    echo "the server did not answer"
  else
    echo "the server ended while it was measured"
  fi
}

# attempt SERVER CLIENTS DIRECTORY: false when it came to no end.
attempt() {
  local begin end ticks_begin ticks_end
  mkdir -p "$3"
  properties=$3/attempt.properties
  note server "$1"
  note clients "$2"
  await_empty "$1"
  # The window has to lie within its count, even when the server is slow to answer.
  start_fleet "$2" $((window + 3)) "$3"
  await_counting "$3/fleet.log" || { note failure "the server or the clients ended before the count"; return 1; }
  # Time is taken after each snapshot: a server at its limit answers late, with what it has counted until then.
  ticks_begin=$(snapshot "$1" begin "$3") || { note failure "$(fault)"; return 1; }
  begin=$EPOCHREALTIME
  interruptible sleep "$window"
  ticks_end=$(snapshot "$1" end "$3") || { note failure "$(fault)"; return 1; }
  end=$EPOCHREALTIME
  note begin.seconds "$begin"
  note end.seconds "$end"
  note cpus "$(cpus_of_ticks $((ticks_end - ticks_begin)) "$begin" "$end")"
  # Whatever it says of what it heard is in its JSON.
  wait "$fleet_pid" || true
  kill -0 "$server_pid" 2>/dev/null || { note failure "$(fault)"; return 1; }
}

# try_step SERVER CLIENTS: as often as it takes; sets verdict to the judge's exit code.
try_step() {
  local directory number
  directory=$(printf '%s/steps/%s-%03d' "$folder" "$1" "$2")
  for ((number = 1; number <= attempts; number++)); do
    # Clients of an attempt that failed would play in the next one.
    attempt "$1" "$2" "$directory/attempt-$number" || end_process "$fleet_pid"
    verdict=0
    interruptible "${ceiling_main[@]}" judge "$directory" || verdict=$?
    [ "$verdict" -eq "$frames_missed" ] || [ "$verdict" -eq "$tells_nothing" ] || break
    kill -0 "$server_pid" 2>/dev/null || break
  done
  case $verdict in
    0 | "$frames_missed" | "$tells_nothing") ;;
    *) fail "what was recorded in $directory cannot be read (see above)" ;;
  esac
  interruptible "${ceiling_main[@]}" report "$folder" >/dev/null || true
}

# climb SERVER: adds clients until it breaks.
climb() {
  local clients
  if ! start_server "$1"; then
    say "$1 is left out"
    end_all
    return
  fi
  if ! warm_up; then
    say "$1 ended while warming up; its last words: $(tail -n 1 "$folder/$1.log")"
    return
  fi
  for ((clients = from; clients <= to; clients += step)); do
    try_step "$1" "$clients"
    if ! kill -0 "$server_pid" 2>/dev/null; then
      say "$1 ended; its last words: $(tail -n 1 "$folder/$1.log")"
      break
    fi
    [ "$verdict" -eq 0 ] || [ "$keep_going" -eq 1 ] || break
  done
  end_all
}

describe() {
  properties=$folder/ceiling.properties
  note command "$command_line"
  note_circumstances
  note window.seconds "$window"
  note attempts "$attempts"
  note faders "$faders"
  note server.options "--admission off $server_options"
  note server.cpu "$cpu"
  note fleet.cpus "$fleet_cpus"
}

begin_work
command -v curl >/dev/null || fail "curl not found: apt-get install curl"
require_jars "$server_jar" "$fleet_jar" "$harness_jar"
set_fleet_cpus "$cpu"
servers=("$server")
[ -z "$peer" ] || [ "$peer" = "$server" ] || servers+=("$peer")
ceiling_main=(taskset -c "$fleet_cpus" "$JAVA_HOME/bin/java" -Dstdout.encoding=UTF-8 -Djava.awt.headless=true
  -cp "$harness_jar" tutti.harness.ceiling.Main)
warn_of_load
folder=$results/$(date +%Y%m%d-%H%M%S)-$name
mkdir -p "$folder/steps"
describe
for each in "${servers[@]}"; do
  reason=$(missing_server "$each")
  if [ -n "$reason" ]; then
    say "$each is left out: $reason"
  else
    climb "$each"
  fi
done
[ -n "$(ls "$folder/steps")" ] || fail "nothing was measured"
interruptible "${ceiling_main[@]}" report "$folder"
