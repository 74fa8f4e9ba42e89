#!/usr/bin/env bash
# Plays to a server for hours as badly as networks and people do, and says whether it has kept its shape. See --help.
set -euo pipefail
export LC_ALL=C
. "$(dirname "${BASH_SOURCE[0]}")/../setup.sh"
readonly script_name=soak
. "$tutti_root/harness/lib.sh"

usage() {
  cat <<'TEXT'
Usage: harness/soak.sh [options]

Hours of load for this server. Two fleets play to it at a time: a steady one whose sound is verified, and one whose
clients join, leave and vanish without farewell, lose 1 to 5 % of their packets (another part each round) and mix some
up, while strangers flood the server with noise, damaged frames and forged messages. The clocks of all clients are up to
200 ppm fast or slow. Both fleets end and begin anew from round to round, with other random numbers.

  --hours H | --minutes M
                    how long (default 1 hour)
  --round SECONDS   length of a round (default 300)
  --sample SECONDS  how often the server is looked at (default 10)
  --steady N        clients of the steady fleet (default 10, of which 3 are verified and 1 measures latency)
  --churning N      clients that come and go (default 12)
  --stay SECONDS    how long those stay on average (default 10)
  --flood N         hostile datagrams a second (default 500)
  --rss-growth P    the server's memory may grow by so many percent after its warm-up (default 15)
  --server-options S
                    more options for the server, separated by spaces
  --cpu N           the processor of the server (default: the first); the fleets have all others
  --port N          UDP port of the server (default 22936); the port after it is the admin port (TCP)
  --results DIR     where the results' folder is made (default results)
  --quick           one round of 20 s and 3 s between samples: a minute or so, to see that everything works. Options
                    after it count.
  --help            this text

It prints a line for each sample and at the end one that begins with "pass" or "fail". The server fails when it ends by
itself, when its memory, file descriptors or threads grow after the warm-up (the first quarter of the time, half an hour
at most), when a verified client hears a wrong tone, when somebody who stays for 5 s gets no sound, when the verified
clients of a round hear nothing at all, or when anybody is still connected 45 s after all have gone. Frames late or over
time are counted and shown; they depend on what else the machine does, and do not make it fail.

Results: results/TIME-soak/ with samples.jsonl (one JSON line for each sample), fleets/ (what each fleet found) and the
logs. Exit code: 0 passed; 1 failed; 2 could not run.
TEXT
}

seconds=3600
round=300
sample=10
steady=10
churning=12
stay=10
flood=500
rss_growth=15
server_options=
cpu=$(first_cpu)
port=22936
results=$tutti_root/results

while [ $# -gt 0 ]; do
  case $1 in
    --help) usage; exit 0 ;;
    --quick)
      seconds=20 round=20 sample=3
      shift
      ;;
    --hours | --minutes)
      [ $# -ge 2 ] || fail "$1 needs a value (see --help)"
      [[ $2 =~ ^[0-9]{1,4}(\.[0-9]{1,3})?$ ]] || fail "$1 must be a positive number, not '$2'"
      seconds=$(awk -v n="$2" -v unit="$([ "$1" = --hours ] && echo 3600 || echo 60)" 'BEGIN { printf "%d", n * unit }')
      [ "$seconds" -ge 1 ] || fail "$1 must be a positive number, not '$2'"
      shift 2
      ;;
    --round | --sample | --steady | --churning | --stay | --flood | --rss-growth | --server-options | --cpu | --port | \
      --results)
      [ $# -ge 2 ] || fail "$1 needs a value (see --help)"
      name=${1#--}
      printf -v "${name//-/_}" %s "$2"
      shift 2
      ;;
    *) fail "unknown option $1 (see --help)" ;;
  esac
done
for name in round sample steady churning stay rss_growth port; do
  [[ ${!name} =~ ^[1-9][0-9]{0,4}$ ]] || fail "--${name//_/-} must be a positive whole number, not '${!name}'"
done
[[ $flood =~ ^[0-9]{1,6}$ ]] || fail "--flood must be a whole number, not '$flood'"
[[ $cpu =~ ^[0-9]{1,4}$ ]] || fail "--cpu must be the number of a processor, not '$cpu'"
[ "$port" -lt 65535 ] || fail "--port $port: the port after it is needed too, so 65534 is the last"
[ "$steady" -ge 4 ] || fail "--steady $steady: 4 clients are needed, of which 3 are verified and 1 measures latency"

begin_work
readonly admin_port=$((port + 1))

# start_fleet NAME OPTIONS...: its process id is in started_pid.
start_fleet() {
  local name=$1
  shift
  taskset -c "$fleet_cpus" "$JAVA_HOME/bin/java" -jar "$fleet_jar" --server "127.0.0.1:$port" \
    --json "$folder/fleets/$name.json" "$@" >"$folder/fleets/$name.log" 2>&1 &
  started_pid=$!
}

server_lives() {
  kill -0 "$server_pid" 2>/dev/null
}

# One round, number $1, of $2 seconds; false when the server ends meanwhile. The steady fleet counts a little later,
# so that the other one is already there, and is there still.
play_round() {
  local number=$1 length=$2 churn_pid steady_pid
  start_fleet "$(printf '%04d-churning' "$number")" --band Churn --clients "$churning" --seconds $((length + 2)) \
    --churn "$stay" --loss $((1 + (number - 1) % 5)) --reorder 1 --drift 200 --flood "$flood" --seed "$number"
  churn_pid=$started_pid
  interruptible sleep 1
  start_fleet "$(printf '%04d-steady' "$number")" --band Steady --clients "$steady" --seconds "$length" --verify 3 \
    --latency 1 --drift 200 --seed "$number"
  steady_pid=$started_pid
  while kill -0 "$churn_pid" 2>/dev/null || kill -0 "$steady_pid" 2>/dev/null; do
    server_lives || return 1
    interruptible sleep 0.5
  done
}

# Waits until nobody is connected any more: who vanished is given up after 30 s without audio.
await_empty() {
  local tries metrics
  for tries in {1..45}; do
    server_lives || return 1
    metrics=$(curl -sS --max-time 5 "http://127.0.0.1:$admin_port/metrics" 2>/dev/null) || true
    [[ ! $'\n'$metrics =~ $'\n'tutti_clients\ 0(\.0)?$'\n' ]] || return 0
    interruptible sleep 1
  done
}

command -v curl >/dev/null || fail "curl not found: apt-get install curl"
require_jars "$server_jar" "$fleet_jar" "$harness_jar"
set_fleet_cpus "$cpu"
readonly soak=(taskset -c "$fleet_cpus" "$JAVA_HOME/bin/java" -Xmx64m -XX:+UseSerialGC -cp "$harness_jar"
  tutti.harness.soak.Main)

folder=$results/$(date +%Y%m%d-%H%M%S)-soak
mkdir -p "$folder/fleets"
# Options are separated by spaces, as --help says.
# shellcheck disable=SC2206
launch_server tutti "$port" "$cpu" "$folder/server.log" "$JAVA_HOME/bin/java" -jar "$server_jar" --port "$port" \
  --admin-port "$admin_port" --cpu "$cpu" $server_options || exit 2
say "$seconds s, in rounds of $round s; results in $folder"
: >"$folder/begun"
"${soak[@]}" watch "$folder" "$server_pid" "$admin_port" "$sample" &
watch_pid=$!

outcome=LIVED
begun=$SECONDS
for ((number = 1; SECONDS - begun < seconds; number++)); do
  left=$((seconds - (SECONDS - begun)))
  if ! play_round "$number" $((left < round ? left : round)); then
    outcome=DIED
    break
  fi
done
[ "$outcome" = DIED ] || await_empty || outcome=DIED
end_process "$watch_pid"
if [ "$outcome" = LIVED ] && ! interruptible "${soak[@]}" last "$folder" "$server_pid" "$admin_port"; then
  if server_lives; then outcome=SILENT; else outcome=DIED; fi
fi
if [ "$outcome" = DIED ]; then
  say "the server ended by itself; its last words:"
  tail -n 5 "$folder/server.log" >&2
else
  # Should it have ended since, its exit code tells.
  kill "$server_pid" 2>/dev/null || true
  wait "$server_pid" || say "the server ended with exit code $? when it was asked to stop"
fi
end_all
"${soak[@]}" judge "$folder" "$rss_growth" "$outcome"
