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
  --warmup SECONDS  from the fleet's start to the measured time, at least 8 (default 20): clients join and are faded
                    in, the JIT compiler works
  --arm NAME:OPTIONS
                    an arm: its name and the server's options. Give it once for each arm.
                    Default: --arm "on:--batch-send on" --arm "off:--batch-send off"
  --peer jamulus    one more arm: the Jamulus server of the distribution (apt-get install jamulus). When it is not
                    there, the sweep says so and goes on without.
  --faders KIND     default: all mixes are equal; distinct: no two mixes are
  --factor 1|2|4    blocks of 128 samples in a packet (default 1)
  --cpu N           the processor of the server (default 0); the fleet has all others
  --port N          UDP port of the servers (default 22926); the port after it is the admin port (TCP)
  --accounting auto|proc
                    proc: as if there were no perf (default auto)
  --name NAME       for the results' folder (default sweep)
  --results DIR     where that folder is made (default results)
  --quick           4 clients, 2 runs, window 3 s, warm-up 8 s: a minute or so, to see that everything works. Options
                    after it count.
  --help            this text

What is measured: CPU time of the server's process with all its threads and its context switches over the window, by
`perf stat`, or from /proc/PID in steps of 10 ms where perf is missing or not allowed. System calls are counted by name
with perf's tracepoints in a window of their own (5 s at most) after it, because counting them costs time for each call;
where tracepoints are not allowed, the server's own counters serve. Frame times, hold windows and departures come from
the server's histograms, lost packets from the fleet.

A run with a client missing, another load than the others, skipped frames, a fleet at its limit or an ended program is
kept, marked and left out of the averages.

Results: results/TIME-NAME/ with report.html (one file, opens offline), table.md, results.json (every run), and runs/
with what each run said. Exit code: 0; 1 when a run was marked; 2 when nothing could be measured.
TEXT
}

clients=10,20,40
runs=6
window=40
warmup=20
arm_names=()
arm_options=()
peer=
faders=default
factor=1
cpu=0
port=22926
accounting=auto
name=sweep
results=$tutti_root/results
readonly command_line="harness/sweep.sh ${*@Q}"

add_arm() {
  [[ $1 =~ ^([a-z0-9][a-z0-9-]*):(.*)$ ]] ||
    fail "--arm '$1' must be NAME:OPTIONS with a name of small letters, digits and hyphens (see --help)"
  local known
  for known in "${arm_names[@]}" jamulus; do
    [ "$known" != "${BASH_REMATCH[1]}" ] || fail "--arm '$1': there is an arm '$known' already"
  done
  arm_names+=("${BASH_REMATCH[1]}")
  arm_options+=("${BASH_REMATCH[2]}")
}

while [ $# -gt 0 ]; do
  case $1 in
    --help) usage; exit 0 ;;
    --quick)
      clients=4 runs=2 window=3 warmup=8
      shift
      ;;
    --arm)
      [ $# -ge 2 ] || fail "--arm needs a value (see --help)"
      add_arm "$2"
      shift 2
      ;;
    --clients | --runs | --window | --warmup | --peer | --faders | --factor | --cpu | --port | --accounting | --name | \
      --results)
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
[ "$warmup" -ge 8 ] || fail "--warmup $warmup: clients need 8 s to join and to be faded in"
[ "$port" -lt 65535 ] || fail "--port $port: the port after it is needed too, so 65534 is the last"
[[ $clients =~ ^[1-9][0-9]{0,2}(,[1-9][0-9]{0,2})*$ ]] || fail "--clients must be numbers and commas, not '$clients'"
[[ $faders =~ ^(default|distinct)$ ]] || fail "--faders must be default or distinct, not '$faders'"
[[ $factor =~ ^[124]$ ]] || fail "--factor must be 1, 2 or 4, not '$factor'"
[[ $cpu =~ ^[0-9]{1,4}$ ]] || fail "--cpu must be the number of a processor, not '$cpu'"
[[ $peer =~ ^(jamulus)?$ ]] || fail "--peer must be jamulus, not '$peer'"
[[ $accounting =~ ^(auto|proc)$ ]] || fail "--accounting must be auto or proc, not '$accounting'"
[[ $name =~ ^[A-Za-z0-9._-]+$ ]] || fail "--name may have letters, digits, dots, hyphens and underscores, not '$name'"

# Prints the processors that this process may use, except the server's, separated by commas.
other_cpus() {
  awk -v server="$cpu" '/^Cpus_allowed_list:/ {
    n = split($2, ranges, ",")
    for (i = 1; i <= n; i++) {
      split(ranges[i] "-" ranges[i], ends, "-")
      for (c = ends[1] + 0; c <= ends[2] + 0; c++) if (c == server) { allowed = 1 } else { list = list "," c }
    }
    if (allowed) print substr(list, 2)
  }' /proc/self/status
}

# --- One run ----------------------------------------------------------------------------------------------------------

# note KEY VALUE: one line of the properties file $properties, which the report reads.
note() {
  printf '%s=%s\n' "$1" "${2//\\/\\\\}" >>"$properties"
}

# Starts the server of the arm number $1, with its log in the directory $2.
start_server() {
  local command
  if [ "${arm_names[$1]}" = jamulus ]; then
    set_jamulus_command "$port"
    command=("${jamulus_command[@]}")
  else
    # Options are separated by spaces, as --help says.
    # shellcheck disable=SC2206
    command=("$JAVA_HOME/bin/java" -jar "$server_jar" --port "$port" --admin-port $((port + 1)) --cpu "$cpu"
      ${arm_options[$1]})
  fi
  launch_server "${arm_names[$1]}" "$port" "$cpu" "$2/server.log" "${command[@]}"
}

# Starts $1 clients; the summary goes into the directory $2. They are counted from 5.3 s after their start at the
# earliest, so that the count outlives both windows.
start_fleet() {
  taskset -c "$fleet_cpus" "$JAVA_HOME/bin/java" -jar "$fleet_jar" --server "127.0.0.1:$port" --clients "$1" \
    --channels 2 --bytes 71 --frame 128 --factor "$factor" --faders "$faders" \
    --seconds $((warmup - 2 + window + calls_window)) --json "$2/fleet.json" >"$2/fleet.log" 2>&1 &
  fleet_pid=$!
}

# Writes the state of the server's process into the directory $1, and its metrics unless it is the peer ($3); $2 says
# when that is: begin, end (of the window) or last (the window of system calls).
snapshot() {
  note "$2.seconds" "$EPOCHREALTIME"
  cp "/proc/$server_pid/stat" "$1/stat-$2.txt"
  # A thread may end between the listing and the reading.
  cat "/proc/$server_pid"/task/*/status >"$1/status-$2.txt" 2>/dev/null || true
  [ "$3" = jamulus ] || curl -sS --max-time 5 "http://127.0.0.1:$((port + 1))/metrics" >"$1/metrics-$2.txt"
}

# Measures both windows of the server of the arm $2 into the directory $1. The scrapes lie outside of perf's windows.
measure() {
  snapshot "$1" begin "$2" || return 1
  if [ "$cpu_source" = perf ]; then
    interruptible perf stat -x, -e task-clock,context-switches -p "$server_pid" --timeout $((window * 1000)) \
      -o "$1/perf.csv" || return 1
  else
    interruptible sleep "$window"
  fi
  snapshot "$1" end "$2" || return 1
  if [ "$calls_source" = perf ]; then
    interruptible perf stat -x, -e "$calls_events" -p "$server_pid" --timeout $((calls_window * 1000)) \
      -o "$1/perf-calls.csv" || return 1
  fi
}

# Prints the figure of the run in the directory $1 for the terminal.
figure() {
  local tick_count
  if [ "$cpu_source" = perf ]; then
    awk -F, '$3 ~ /^task-clock/ { printf "%.3f", $6 }' "$1/perf.csv"
  else
    tick_count=$(sed 's/.*) //' "$1/stat-end.txt" "$1/stat-begin.txt" |
      awk '{ t[NR] = $12 + $13 } END { print t[1] - t[2] }')
    cpus_of_ticks "$tick_count" 0 "$window"
  fi
}

# run ROUND CLIENTS ARM DIRECTORY: false when it came to no end; what was measured until then stays.
run() {
  local arm=${arm_names[$3]} status=0
  mkdir -p "$4"
  properties=$4/run.properties
  note round "$1"
  note clients "$2"
  note arm "$arm"
  note load "$(cut -d ' ' -f 1 /proc/loadavg)"
  start_server "$3" "$4" || { note failure "the server did not start"; return 1; }
  start_fleet "$2" "$4"
  interruptible sleep "$warmup"
  still_there "$arm" "$4" || { note failure "the server or the fleet ended while warming up"; return 1; }
  note libopus "$(library_of "$server_pid")"
  measure "$4" "$arm" || { note failure "the server could not be measured to the end"; return 1; }
  still_there "$arm" "$4" || { note failure "the server or the fleet ended while measuring"; return 1; }
  wait "$fleet_pid" || status=$?
  note fleet.exit "$status"
  kill -0 "$server_pid" 2>/dev/null || { note failure "the server ended before the fleet"; return 1; }
}

# --- The sweep --------------------------------------------------------------------------------------------------------

describe_sweep() {
  properties=$folder/sweep.properties
  note name "$name"
  note date "$(date -u +%FT%TZ)"
  note command "$command_line"
  note machine "$(cpu_model)"
  note processors "$(nproc)"
  note kernel "$(uname -sr)"
  note jdk "$(java_version)"
  note revision "$(git -C "$tutti_root" describe --always --dirty 2>/dev/null || echo unknown)"
  note server.cpu "$cpu"
  note fleet.cpus "$fleet_cpus"
  note window.seconds "$window"
  note warmup.seconds "$warmup"
  note calls.window.seconds "$calls_window"
  note factor "$factor"
  note faders "$faders"
  note hertz "$(getconf CLK_TCK)"
  note cpu.source "$cpu_source"
  note calls.source "$calls_source"
  local i
  note arms "$(IFS=,; echo "${arm_names[*]}")"
  for i in "${!arm_names[@]}"; do
    note "arm.${arm_names[i]}" "${arm_options[i]}"
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
  interruptible "$JAVA_HOME/bin/java" -Dstdout.encoding=UTF-8 -Djava.awt.headless=true -cp "$report_jar" \
    tutti.harness.report.Main "$folder"
}

begin_work
readonly report_jar=$tutti_root/harness/target/benchmarks.jar
fleet_cpus=$(other_cpus)
[ -n "$fleet_cpus" ] ||
  fail "two processors are needed, one (--cpu $cpu) for the server and another for the fleet; allowed here:" \
    "$(awk '/^Cpus_allowed_list:/ { print $2 }' /proc/self/status)"
for tool in taskset curl; do
  command -v "$tool" >/dev/null || fail "$tool not found: apt-get install util-linux curl"
done
for jar in "$server_jar" "$fleet_jar" "$report_jar"; do
  [ -f "$jar" ] || fail "$jar is not built: mvn -B package -DskipTests"
done
if [ -n "$peer" ]; then
  reason=$(missing_server "$peer")
  if [ -z "$reason" ]; then
    arm_names+=("$peer")
    arm_options+=("the server of the distribution")
  else
    say "the peer is left out: $reason"
  fi
fi
calls_window=$((window < 5 ? window : 5))
cpu_source=perf calls_source=perf
if [ "$accounting" = proc ] || ! perf_works task-clock,context-switches; then
  cpu_source=/proc/PID
  [ "$accounting" = proc ] || say "perf is missing or not allowed: CPU time and context switches come from /proc/PID"
fi
if [ "$accounting" = proc ] || ! perf_works "$calls_events"; then
  calls_source="the server's own counters" calls_window=0
  [ "$accounting" = proc ] || say "perf may not use tracepoints here: system calls are the server's own counters"
fi
warn_of_load

folder=$results/$(date +%Y%m%d-%H%M%S)-$name
mkdir -p "$folder/runs"
describe_sweep
counts=(${clients//,/ })
total=$((${#counts[@]} * runs * ${#arm_names[@]}))
done_runs=0
for count in "${counts[@]}"; do
  for ((round = 1; round <= runs; round++)); do
    for arm in $(order "$round"); do
      label="${arm_names[arm]}, $count clients"
      directory=$(printf '%s/runs/%03d-%s-%s' "$folder" $((done_runs + 1)) "${arm_names[arm]}" "$count")
      if run "$round" "$count" "$arm" "$directory"; then
        said="$(figure "$directory") CPUs$(sed -n 's/^WRONG  */; wrong: /p' "$directory/fleet.log" | tr -d '\n')"
      else
        said="failed, see $directory"
      fi
      end_all
      done_runs=$((done_runs + 1))
      left=$((SECONDS * (total - done_runs) / done_runs))
      printf '%3d of %d  %-28s %s  (%d:%02d left)\n' "$done_runs" "$total" "$label" "$said" \
        $((left / 60)) $((left % 60))
    done
  done
done
report
