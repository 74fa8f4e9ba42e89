#!/usr/bin/env bash
# Measures sets of server options against each other under the same load, run by run in turn. See --help.
set -euo pipefail
export LC_ALL=C
. "$(dirname "${BASH_SOURCE[0]}")/../setup.sh"
readonly script_name=sweep
. "$tutti_root/harness/lib.sh"

# The system calls that are counted by name; raw_syscalls is the sum of all there are.
readonly calls=sendmmsg,recvmmsg,sendmsg,recvmsg,sendto,recvfrom,ppoll,poll,clock_nanosleep,futex,read,write
calls_events=raw_syscalls:sys_enter,syscalls:sys_enter_${calls//,/,syscalls:sys_enter_}
readonly calls_events

usage() {
  cat <<'TEXT'
Usage: harness/sweep.sh [options]

Answers what a server option costs or saves. For each number of clients every arm, a named set of server options, runs
once a round, one after the other; the order is turned around from round to round (A B, B A, ...), because the speed of
a machine drifts by more than what is to be compared. The arms are compared within a round.

  --clients LIST    numbers of synthetic clients, separated by commas (default 10,20,40)
  --runs N          runs of each arm for each number of clients, that is rounds (default 6)
  --window SECONDS  measured time of a run (default 40)
  --warmup SECONDS  full load before the measured time (default 10), from the moment when all clients are connected and
                    faded in. From 5 s on they come when this server has rehearsed, that is, had its code compiled
  --arm NAME:OPTIONS
                    an arm: its name and the server's options. Give it once for each arm; the first one is what the
                    others are compared with. Default: --arm "on:--batch-send on" --arm "off:--batch-send off"
  --peer jamulus    one more arm: the Jamulus server of the distribution (apt-get install jamulus). When it is not
                    there, the sweep says so and goes on without.
  --floor on|off    one more arm: harness/floor.c, which moves the same datagrams and calls the codec as often as this
                    load needs, and does nothing else; the report shows every arm as a multiple of it (default on).
                    It encodes once for all with --faders default, and once for each client with --faders distinct.
                    When it cannot be built (apt-get install libopus-dev gcc), the sweep says so and goes on without.
  --latency on|off  after the measured time of each run, two of the clients measure latency as a player feels it for
                    some seconds, with the same server (default on)
  --faders KIND     default: all mixes are equal; distinct: no two mixes are
  --factor 1|2|4    blocks of 128 samples in a packet (default 1)
  --cpu N           the processor of the server (default: the first); the fleet has all others
  --port N          UDP port of the servers (default 22926); the port after it is the admin port (TCP)
  --accounting auto|strace|proc
                    strace: as if perf were not allowed to use tracepoints; proc: as if there were neither perf nor
                    strace (default auto: the best that works here)
  --name NAME       for the results' folder (default sweep)
  --results DIR     where that folder is made (default results)
  --quick           4 clients, 1 run, window 3 s, warm-up 2 s, no latency: a minute or so, to see that everything works.
                    Its counts hold, its CPU times do not. Options after it count.
  --help            this text

What is measured: CPU time of the server's process with all its threads and its context switches over the window, by
`perf stat`, or from /proc/PID in steps of 10 ms where perf is missing or not allowed. System calls are counted by name
in a window of their own after it (5 s at most), because counting them costs time for each call: with perf's
tracepoints; where they are not allowed, with `strace -c` and a fleet of its own, because that slows the server down
many times; where that is not allowed either, the server's own counters serve. Every result says which it was. Frame
times, hold windows and departures come from the server's histograms, garbage collections and allocated bytes from its
metrics, lost packets and latency from the fleet.

A run with a client missing, another load than the others, a single lost block or skipped frame, a fleet at its limit
or an ended program is kept, marked and left out of the averages. A run in which frames took longer than their 2.667 ms
is averaged, but marked in the table, which also says what the result is without such runs. Ctrl-C ends everything that
was started and reports what was measured until then, marked as partial.

Results: results/TIME-NAME/ with report.html (one file, opens offline), charts/*.svg (the same charts as files),
table.md, results.json (every run), and runs/ with what each run said. Exit code: 0; 1 when a run was marked and left
out; 2 when nothing could be measured; 130 after Ctrl-C.
TEXT
}

clients=10,20,40
runs=6
window=40
warmup=10
arm_names=()
arm_kinds=()
arm_options=()
peer=
floor=on
latency=on
faders=default
factor=1
cpu=$(first_cpu)
port=22926
accounting=auto
name=sweep
results=$tutti_root/results
readonly command_line="harness/sweep.sh ${*@Q}"

add_arm() {
  [[ $1 =~ ^([a-z0-9][a-z0-9-]*):(.*)$ ]] ||
    fail "--arm '$1' must be NAME:OPTIONS with a name of small letters, digits and hyphens (see --help)"
  local known
  for known in "${arm_names[@]}" jamulus floor; do
    [ "$known" != "${BASH_REMATCH[1]}" ] || fail "--arm '$1': there is an arm '$known' already"
  done
  arm_names+=("${BASH_REMATCH[1]}")
  arm_kinds+=(tutti)
  arm_options+=("${BASH_REMATCH[2]}")
}

while [ $# -gt 0 ]; do
  case $1 in
    --help) usage; exit 0 ;;
    --quick)
      clients=4 runs=1 window=3 warmup=2 latency=off
      shift
      ;;
    --arm)
      [ $# -ge 2 ] || fail "--arm needs a value (see --help)"
      add_arm "$2"
      shift 2
      ;;
    --clients | --runs | --window | --warmup | --peer | --floor | --latency | --faders | --factor | --cpu | --port | \
      --accounting | --name | --results)
      [ $# -ge 2 ] || fail "$1 needs a value (see --help)"
      printf -v "${1#--}" %s "$2"
      shift 2
      ;;
    *) fail "unknown option $1 (see --help)" ;;
  esac
done
if [ ${#arm_names[@]} -eq 0 ]; then
  add_arm "on:--batch-send on"
  add_arm "off:--batch-send off"
fi
for option in runs window warmup port; do
  [[ ${!option} =~ ^[1-9][0-9]{0,4}$ ]] || fail "--$option must be a positive whole number, not '${!option}'"
done
[ "$port" -lt 65535 ] || fail "--port $port: the port after it is needed too, so 65534 is the last"
[[ $clients =~ ^[1-9][0-9]{0,2}(,[1-9][0-9]{0,2})*$ ]] || fail "--clients must be numbers and commas, not '$clients'"
[[ $faders =~ ^(default|distinct)$ ]] || fail "--faders must be default or distinct, not '$faders'"
[[ $factor =~ ^[124]$ ]] || fail "--factor must be 1, 2 or 4, not '$factor'"
[[ $cpu =~ ^[0-9]{1,4}$ ]] || fail "--cpu must be the number of a processor, not '$cpu'"
[[ $peer =~ ^(jamulus)?$ ]] || fail "--peer must be jamulus, not '$peer'"
[[ $floor =~ ^(on|off)$ ]] || fail "--floor must be on or off, not '$floor'"
[[ $latency =~ ^(on|off)$ ]] || fail "--latency must be on or off, not '$latency'"
[[ $accounting =~ ^(auto|strace|proc)$ ]] || fail "--accounting must be auto, strace or proc, not '$accounting'"
[[ $name =~ ^[A-Za-z0-9._-]+$ ]] || fail "--name may have letters, digits, dots, hyphens and underscores, not '$name'"

# Whether anything listens on the TCP port $1.
tcp_port_in_use() {
  local hex
  printf -v hex ':%04X' "$1"
  cat /proc/net/tcp /proc/net/tcp6 2>/dev/null | awk -v port="$hex" -v listening=0A \
    '$4 == listening && substr($2, length($2) - 4) == port { found = 1 } END { exit !found }'
}

# --- One run ----------------------------------------------------------------------------------------------------------

# Starts the server of the arm number $1, with its log in the directory $2.
start_server() {
  local command
  case ${arm_kinds[$1]} in
    jamulus)
      set_jamulus_command "$port"
      command=("${jamulus_command[@]}")
      ;;
    floor)
      command=("$work/floor" "$port" $((window + floor_warmup + calls_window + 120)) -f "$factor")
      [ "$faders" = default ] || command+=(-d)
      ;;
    *)
      # Options are separated by spaces, as --help says.
      # shellcheck disable=SC2206
      command=("$JAVA_HOME/bin/java" -jar "$server_jar" --port "$port" --admin-port $((port + 1)) --cpu "$cpu"
        ${arm_options[$1]})
      ;;
  esac
  launch_server "${arm_names[$1]}" "$port" "$cpu" "$2/server.log" "${command[@]}" || return 1
  [ "${arm_kinds[$1]}" != tutti ] || await_rehearsal "$2/server.log" "$warmup"
}

# start_fleet NAME DIRECTORY KIND CLIENTS SECONDS [OPTION...]: starts clients that count for that long; their summary
# becomes NAME.json, what they say NAME.log.
start_fleet() {
  local log=$2/$1 options=(--faders "$faders")
  [ "$3" != floor ] || options=(--no-handshake)
  taskset -c "$fleet_cpus" "$JAVA_HOME/bin/java" -jar "$fleet_jar" --server "127.0.0.1:$port" --clients "$4" \
    --channels 2 --bytes 71 --frame 128 --factor "$factor" "${options[@]}" --seconds "$5" --json "$log.json" \
    "${@:6}" >"$log.log" 2>&1 &
  fleet_pid=$!
}

# Writes the state of the server's process into the directory $1, and its metrics and histograms if it has any ($3: kind
# of the arm); $2 says when that is: begin or end (of the window).
snapshot() {
  note "$2.seconds" "$EPOCHREALTIME"
  cp "/proc/$server_pid/stat" "$1/stat-$2.txt" || return 1
  # A thread may end between the listing and the reading.
  cat "/proc/$server_pid"/task/*/status >"$1/status-$2.txt" 2>/dev/null || true
  if [ "$3" = tutti ]; then
    fetch $((port + 1)) metrics "$1/metrics-$2.txt" && fetch $((port + 1)) histograms "$1/times-$2.hlog"
  fi
}

# Measures CPU time and counters of the server (kind $2) into the directory $1. The scrapes lie outside of perf's
# window.
measure() {
  snapshot "$1" begin "$2" || return 1
  if [ "$cpu_source" = perf ]; then
    interruptible perf stat -x, -e task-clock,context-switches -p "$server_pid" --timeout $((window * 1000)) \
      -o "$1/perf.csv" || return 1
  else
    interruptible sleep "$window"
  fi
  snapshot "$1" end "$2" || return 1
}

# Counts system calls by name into the directory $1.
count_calls() {
  local begin=$EPOCHREALTIME
  case $calls_source in
    perf)
      interruptible perf stat -x, -e "$calls_events" -p "$server_pid" --timeout $((calls_window * 1000)) \
        -o "$1/perf-calls.csv" || return 1
      ;;
    "strace -c")
      # Its own exit status tells of the signal that ends it.
      interruptible timeout -s INT "$calls_window" strace -c -f -o "$1/strace-calls.txt" -p "$server_pid" \
        2>"$1/strace.log" || true
      ;;
  esac
  note calls.seconds "$(awk -v begin="$begin" -v end="$EPOCHREALTIME" 'BEGIN { print end - begin }')"
}

# Prints the figure of the run in the directory $1 for the terminal.
figure() {
  local tick_count
  if [ "$cpu_source" = perf ]; then
    awk -F, '$3 ~ /^task-clock/ { printf "%.3f", $6 }' "$1/perf.csv"
  else
    tick_count=$(sed 's/.*) //' "$1/stat-end.txt" "$1/stat-begin.txt" |
      awk '{ t[NR] = $12 + $13 } END { print t[1] - t[2] }')
    cpus_of_ticks "$tick_count" "$(sed -n 's/^begin.seconds=//p' "$1/run.properties")" \
      "$(sed -n 's/^end.seconds=//p' "$1/run.properties")"
  fi
}

# Notes why the run in the directory $1 came to no end: what ended, or else what $2 says, while $3.
failed() {
  local what=$2 log
  if ! kill -0 "$server_pid" 2>/dev/null; then
    what="the server ended" log=$1/server.log
  elif [ -n "$fleet_pid" ] && ! kill -0 "$fleet_pid" 2>/dev/null; then
    what="the fleet ended" log=$1/fleet.log
  fi
  note failure "$what while $3"
  say "$what while $3${log:+; its last words:}"
  [ -z "${log:-}" ] || tail -n 5 "$log" >&2
}

# Lets two of $2 clients measure latency with the server that is still running. Without a result the run is still good.
measure_latency() {
  local listeners=$(($2 > 3 ? 2 : 1))
  start_fleet latency "$1" tutti "$2" "$latency_window" --latency "$listeners"
  wait "$fleet_pid" || note latency.exit $?
}

# Counts calls with strace, which disturbs what it looks at, while a fleet of its own plays.
count_calls_disturbed() {
  start_fleet calls "$1" "$3" "$2" $((calls_window + 3))
  if await_counting "$1/calls.log"; then
    count_calls "$1"
  fi
  end_process "$fleet_pid"
}

# run ROUND CLIENTS ARM DIRECTORY: false when it came to no end; what was measured until then stays.
run() {
  local arm=${arm_names[$3]} kind=${arm_kinds[$3]} status=0 warm=$warmup playing
  mkdir -p "$4"
  properties=$4/run.properties
  fleet_pid=
  note round "$1"
  note clients "$2"
  note arm "$arm"
  note load "$(cut -d ' ' -f 1 /proc/loadavg)"
  # Nothing of it is compiled while it runs.
  [ "$kind" != floor ] || warm=$floor_warmup
  if ! start_server "$3" "$4"; then
    note failure "the server did not start: $(tail -n 1 "$4/server.log" 2>/dev/null || echo "its port is in use")"
    return 1
  fi
  playing=$((warm + window + 3))
  [ "$calls_source" != perf ] || playing=$((playing + calls_window))
  start_fleet fleet "$4" "$kind" "$2" "$playing"
  await_counting "$4/fleet.log" || { failed "$4" "something failed" "the clients were joining"; return 1; }
  interruptible sleep "$warm"
  note libopus "$(library_of "$server_pid")"
  measure "$4" "$kind" || { failed "$4" "the server could not be read" "it was measured"; return 1; }
  if [ "$calls_source" = perf ]; then
    count_calls "$4" || { failed "$4" "perf failed" "calls were counted"; return 1; }
  fi
  wait "$fleet_pid" || status=$?
  note fleet.exit "$status"
  fleet_pid=
  kill -0 "$server_pid" 2>/dev/null || { failed "$4" "" "the clients were leaving"; return 1; }
  # What has no metrics is left to itself from here on: the floor knows no protocol.
  if [ "$kind" != floor ]; then
    [ "$latency" = off ] || measure_latency "$4" "$2"
  fi
  [ "$calls_source" != "strace -c" ] || count_calls_disturbed "$4" "$2" "$kind"
}

# --- The sweep --------------------------------------------------------------------------------------------------------

describe_sweep() {
  properties=$folder/sweep.properties
  note name "$name"
  note command "$command_line"
  note_circumstances
  note server.cpu "$cpu"
  note fleet.cpus "$fleet_cpus"
  note window.seconds "$window"
  note warmup.seconds "$warmup"
  note calls.window.seconds "$calls_window"
  note latency.seconds "$latency_window"
  note factor "$factor"
  note faders "$faders"
  note hertz "$(getconf CLK_TCK)"
  note cpu.source "$cpu_source"
  note calls.source "$calls_source"
  note runs.planned "$total"
  local i
  note arms "$(IFS=,; echo "${arm_names[*]}")"
  for i in "${!arm_names[@]}"; do
    note "arm.${arm_names[i]}" "${arm_options[i]}"
    note "kind.${arm_names[i]}" "${arm_kinds[i]}"
  done
}

# Prints the arms' numbers in the order of round $1.
order() {
  if [ $(($1 % 2)) -eq 1 ]; then
    echo "${!arm_names[@]}"
  else
    printf '%s\n' "${!arm_names[@]}" | tac
  fi
}

report() {
  interruptible "$JAVA_HOME/bin/java" -Dstdout.encoding=UTF-8 -Djava.awt.headless=true -cp "$harness_jar" \
    tutti.harness.report.Main "$folder"
}

# After a signal: ends what was started and reports what was measured. Another signal ends the report, too.
interrupted() {
  trap 'exit '"$1" INT TERM HUP
  say "interrupted after $done_runs of $total runs; the report is of what was measured until now"
  end_all
  if [ "$running" = yes ]; then
    note failure "interrupted"
  fi
  properties=$folder/sweep.properties
  note partial "interrupted after $done_runs of $total runs"
  report || true
  exit "$1"
}

# Adds the arm of kind $1 that is called so, with that description, unless $3 says why not.
add_special_arm() {
  if [ -n "$3" ]; then
    say "the arm $1 is left out: $3"
    left_out+=("$1: $3")
    return
  fi
  arm_names+=("$1")
  arm_kinds+=("$1")
  arm_options+=("$2")
}

begin_work
set_fleet_cpus "$cpu"
command -v curl >/dev/null || fail "curl not found: apt-get install curl"
require_jars "$server_jar" "$fleet_jar" "$harness_jar"
! port_in_use "$port" || fail "UDP port $port is in use: give another --port"
! tcp_port_in_use $((port + 1)) || fail "TCP port $((port + 1)), the admin port, is in use: give another --port"

left_out=()
if [ -n "$peer" ]; then
  add_special_arm jamulus "the server of the distribution" "$(missing_server jamulus)"
fi
if [ "$floor" = on ]; then
  floor_what="harness/floor.c, one encode a frame"
  [ "$faders" = default ] || floor_what="harness/floor.c, one encode a client and frame"
  add_special_arm floor "$floor_what" "$(build_floor)"
fi
latency_window=$((window < 10 ? window : 10))
[ "$latency" = on ] || latency_window=0

calls_window=$((window < 5 ? window : 5))
floor_warmup=$((warmup < 3 ? warmup : 3))
cpu_source=perf calls_source=perf
if [ "$accounting" = proc ] || ! perf_works task-clock,context-switches; then
  cpu_source=/proc/PID
  [ "$accounting" = proc ] ||
    say "perf is missing or not allowed to look at processes: CPU time and context switches come from /proc/PID"
fi
if [ "$accounting" != auto ] || ! perf_works "$calls_events"; then
  calls_source="strace -c"
  [ "$accounting" != auto ] || say "perf may not use tracepoints here: system calls are counted by strace -c"
  if [ "$accounting" = proc ] || ! strace_works; then
    calls_source="the server's own counters" calls_window=0
    [ "$accounting" = proc ] || say "strace is missing or not allowed: system calls are the server's own counters"
  fi
fi
warn_of_load

folder=$results/$(date +%Y%m%d-%H%M%S)-$name
mkdir -p "$folder/runs"
counts=(${clients//,/ })
total=$((${#counts[@]} * runs * ${#arm_names[@]}))
done_runs=0
running=no
describe_sweep
for i in "${!left_out[@]}"; do
  note "left.out.$i" "${left_out[i]}"
done
trap 'interrupted 130' INT
trap 'interrupted 143' TERM HUP
begun=$SECONDS
for count in "${counts[@]}"; do
  for ((round = 1; round <= runs; round++)); do
    for arm in $(order "$round"); do
      label="${arm_names[arm]}, $count clients"
      directory=$(printf '%s/runs/%03d-%s-%s' "$folder" $((done_runs + 1)) "${arm_names[arm]}" "$count")
      running=yes
      if run "$round" "$count" "$arm" "$directory"; then
        said="$(figure "$directory") CPUs$(sed -n 's/^WRONG  */; wrong: /p' "$directory/fleet.log" | tr -d '\n')"
      else
        said="failed, see $directory"
      fi
      end_all
      running=no
      done_runs=$((done_runs + 1))
      left=$(((SECONDS - begun) * (total - done_runs) / done_runs))
      printf '%3d of %d  %-28s %s  (%d:%02d left)\n' "$done_runs" "$total" "$label" "$said" \
        $((left / 60)) $((left % 60))
    done
  done
done
report
