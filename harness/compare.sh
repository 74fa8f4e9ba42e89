#!/usr/bin/env bash
# Compares the processor time of several servers under the same load, in the same minutes. See --help.
set -euo pipefail
export LC_ALL=C
. "$(dirname "${BASH_SOURCE[0]}")/../setup.sh"

readonly script_name=compare
. "$tutti_root/harness/lib.sh"

usage() {
  cat <<'TEXT'
Usage: harness/compare.sh [options]

Measures the processor time that several servers ("arms") take for the same synthetic clients. Every round runs each arm
once, one after the other, in an order that turns from round to round; what counts is the ratio of two arms within a
round, because the speed of a shared machine drifts by more than what is to be compared. The server is pinned to
the first processor there is, the clients to the others.

  --arms LIST          which servers, separated by commas (default tutti,jamulus,floor-d):
                         tutti            this server, --batch-send on
                         tutti-unbatched  this server, --batch-send off
                         tutti-muted      this server, with --muted of the clients muted
                         jamulus          the Jamulus server of the distribution (apt-get install jamulus)
                         floor            harness/floor.c, the least any server can do: one common mix
                         floor-d          the same with one encode per client, as when all mixes differ
                       An arm whose program is not there is left out, and the script says so.
  --clients N          synthetic clients (default 40): stereo, 71 coded bytes, 128 samples
  --muted K            clients that are muted for the arm tutti-muted (default 32)
  --faders KIND        default: all mixes are equal; distinct: no two mixes are. The floor programs, which know no
                       protocol, hear nothing of it: floor encodes once, floor-d once per client.
  --rounds N           rounds (default 3)
  --window SECONDS     measured time of a run (default 10)
  --settle SECONDS     full load before it, from the time when all clients are connected and faded in (default 10).
                       From 5 s on the clients come when this server has rehearsed, that is, had its code compiled
  --port N             UDP port of the servers (default 22924)
  --server-options S   more options for this server, separated by spaces
  --json FILE          where one JSON line for the machine and one for each run are appended
                       (default harness/target/compare.jsonl)
  --help               this text

The time is `perf stat -e task-clock` of the server's process with all its threads; without a usable perf it is read
from /proc/PID/stat, in steps of 10 ms, and every line says so.

Which libopus an arm uses is part of its result. This server takes the one it finds, usually what native/get-libopus.sh
provides; the floor program is linked with that one too (it also needs the headers: apt-get install libopus-dev).
Debian's Jamulus has its own copy inside the executable: neither the system's library nor LD_LIBRARY_PATH changes it.

Exit code: 0; 1 when a run of this server had faults (a client that heard gaps or wrong tones) or a program died;
2 when nothing could be measured.
TEXT
}

arms=tutti,jamulus,floor-d
clients=40
muted=32
faders=default
rounds=3
window=10
settle=10
server_cpu=$(first_cpu)
port=22924
server_options=
json=$tutti_root/harness/target/compare.jsonl

while [ $# -gt 0 ]; do
  case $1 in
    --help) usage; exit 0 ;;
    --arms | --clients | --muted | --faders | --rounds | --window | --settle | --port | --server-options | --json)
      [ $# -ge 2 ] || fail "$1 needs a value (see --help)"
      name=${1#--}
      printf -v "${name//-/_}" %s "$2"
      shift 2
      ;;
    *) fail "unknown option $1 (see --help)" ;;
  esac
done
for name in clients muted rounds window settle port; do
  [[ ${!name} =~ ^[1-9][0-9]{0,4}$ ]] || fail "--$name must be a positive whole number, not '${!name}'"
done
[[ $faders =~ ^(default|distinct)$ ]] || fail "--faders must be default or distinct, not '$faders'"

begin_work
set_fleet_cpus "$server_cpu"

# --- The arms ---------------------------------------------------------------------------------------------------------

# Prints why the arm $1 cannot run here, or nothing.
missing() {
  case $1 in
    tutti | tutti-unbatched) missing_server tutti ;;
    tutti-muted)
      missing_server tutti
      [ "$muted" -lt "$clients" ] || echo "--muted $muted leaves none of $clients clients"
      ;;
    jamulus) missing_server jamulus ;;
    floor | floor-d) build_floor ;;
    *) fail "unknown arm '$1' (see --help)" ;;
  esac
}

# Starts the server of the arm $1; its process id is in server_pid.
start_server() {
  local lifetime=$((settle + window + 90)) command
  case $1 in
    tutti | tutti-muted)
      command=("$JAVA_HOME/bin/java" -jar "$server_jar" --port "$port" --batch-send on --cpu "$server_cpu") ;;
    tutti-unbatched)
      command=("$JAVA_HOME/bin/java" -jar "$server_jar" --port "$port" --batch-send off --cpu "$server_cpu") ;;
    jamulus)
      set_jamulus_command "$port"
      command=("${jamulus_command[@]}")
      ;;
    floor) command=("$work/floor" "$port" "$lifetime") ;;
    floor-d) command=("$work/floor" "$port" "$lifetime" -d) ;;
  esac
  case $1 in tutti*)
    # Options are separated by spaces, as --help says.
    # shellcheck disable=SC2206
    command+=($server_options)
    ;;
  esac
  launch_server "$1" "$port" "$server_cpu" "$work/server.log" "${command[@]}" || return 1
  case $1 in tutti*) await_rehearsal "$work/server.log" "$settle" ;; esac
}

# Starts the clients for the arm $1; their process id is in fleet_pid.
start_fleet() {
  local options=(--faders "$faders")
  case $1 in
    floor*) options=(--no-handshake) ;;
    tutti-muted) options+=(--muted "$muted") ;;
  esac
  taskset -c "$fleet_cpus" "$JAVA_HOME/bin/java" -jar "$fleet_jar" --server "127.0.0.1:$port" --clients "$clients" \
    --channels 2 --bytes 71 --frame 128 --seconds $((settle + window + 1)) --json "$work/fleet.json" "${options[@]}" \
    >"$work/fleet.log" 2>&1 &
  fleet_pid=$!
}

# --- Measuring --------------------------------------------------------------------------------------------------------

# Sets cpus to the processors that the process $1 keeps busy during the window: 0.5 is half of one.
measure() {
  if [ "$source" = perf ]; then
    rm -f "$work/perf.csv"
    interruptible perf stat -x, -e task-clock -p "$1" --timeout $((window * 1000)) -o "$work/perf.csv"
    cpus=$(awk -F, '$3 ~ /^task-clock/ { print $6 }' "$work/perf.csv")
  else
    local before after start=$EPOCHREALTIME
    before=$(ticks "$1")
    interruptible sleep "$window"
    after=$(ticks "$1")
    cpus=$(cpus_of_ticks $((after - before)) "$start" "$EPOCHREALTIME")
  fi
}

# One run: round $1, arm $2. Prints its line and adds it to the results.
run() {
  local round=$1 arm=$2 library status=0 verdict=fine fleet
  rm -f "$work/fleet.json"
  start_server "$arm" || return 1
  start_fleet "$arm"
  await_counting "$work/fleet.log" || true
  interruptible sleep "$settle"
  still_there "$arm" "$work" || return 1
  library=$(library_of "$server_pid")
  measure "$server_pid"
  still_there "$arm" "$work" || return 1
  if [ -z "$cpus" ]; then
    say "arm $arm: perf counted nothing: $(tail -n 1 "$work/perf.csv")"
    return 1
  fi
  wait "$fleet_pid" || status=$?
  [ "$status" -eq 0 ] || verdict="faults"
  end_all
  fleet=$(tr -s ' \n' ' ' <"$work/fleet.json" 2>/dev/null) || fleet=null
  printf '%s %s %s %s\n' "$round" "$arm" "$cpus" "$status" >>"$work/results"
  printf 'round %d  %-15s  %6.3f CPUs (%s)  clients: %s  libopus: %s\n' \
    "$round" "$arm" "$cpus" "$source" "$verdict" "$library"
  # What the clients found wrong; without their own words for it, what they said last.
  [ "$status" -eq 0 ] || grep WRONG "$work/fleet.log" >&2 || tail -n 3 "$work/fleet.log" >&2
  {
    printf '{"round":%d,"arm":"%s","clients":%d,"faders":"%s",' "$round" "$arm" "$clients" "$faders"
    printf '"window_s":%d,"cpus":%.4f,"source":"%s","libopus":"%s",' "$window" "$cpus" "$source" "$library"
    printf '"fleet_exit":%d,"fleet":%s}\n' "$status" "${fleet:-null}"
  } >>"$json"
}

# --- The report -------------------------------------------------------------------------------------------------------

describe_machine() {
  local model java
  model=$(cpu_model)
  java=$(java_version)
  printf 'machine: %s, %d processors, Linux %s, Java %s, load %s\n' \
    "$model" "$processors" "$(uname -r)" "$java" "$(cut -d ' ' -f 1 /proc/loadavg)"
  {
    printf '{"machine":"%s","processors":%d,"kernel":"%s","java":"%s",' "$model" "$processors" "$(uname -r)" "$java"
    printf '"date":"%s","server_cpu":%d,"fleet_cpus":"%s",' "$(date -u +%FT%TZ)" "$server_cpu" "$fleet_cpus"
    printf '"settle_s":%d,"rounds":%d}\n' "$settle" "$rounds"
  } >>"$json"
  warn_of_load
}

# Medians, extremes, and the ratio of this server to every other arm: taken in each round, then the median of those.
report() {
  printf '\n%-16s %8s %17s %6s   %s\n' arm 'median' 'least .. most' runs 'ratio: median of the rounds'
  awk '
    function median(list, n,   i, j, t) {
      for (i = 2; i <= n; i++) {
        for (j = i; j > 1 && list[j - 1] > list[j]; j--) { t = list[j]; list[j] = list[j - 1]; list[j - 1] = t }
      }
      return n % 2 ? list[(n + 1) / 2] : (list[n / 2] + list[n / 2 + 1]) / 2
    }
    {
      if (!($2 in runs)) { arm[++arms] = $2; if (base == "" && $2 ~ /^tutti/) base = $2 }
      cpus[$1, $2] = $3; runs[$2]++; faults[$2] += $4 != 0; if ($1 > rounds) rounds = $1
    }
    END {
      for (a = 1; a <= arms; a++) {
        n = 0; k = 0
        for (r = 1; r <= rounds; r++) {
          if (!((r, arm[a]) in cpus)) continue
          used[++n] = cpus[r, arm[a]]
          if (base != "" && (r, base) in cpus) ratio[++k] = cpus[r, base] / cpus[r, arm[a]]
        }
        m = median(used, n)
        printf "%-16s %8.3f %8.3f .. %5.3f %6d", arm[a], m, used[1], used[n], n
        if (k > 0 && arm[a] != base) printf "   %s/%s = %.3f", base, arm[a], median(ratio, k)
        if (faults[arm[a]] > 0) printf "   (%d of %d runs with faults)", faults[arm[a]], n
        printf "\n"
      }
    }' "$work/results"
}

[ -f "$fleet_jar" ] || fail "$fleet_jar is not built: mvn -B package -DskipTests"
chosen=()
for arm in ${arms//,/ }; do
  reason=$(missing "$arm")
  if [ -z "$reason" ]; then
    chosen+=("$arm")
  else
    say "arm $arm is left out: $reason"
  fi
done
[ "${#chosen[@]}" -gt 0 ] || fail "no arm is left to measure"
if perf_works task-clock; then
  source=perf
else
  source=/proc/PID/stat
  say "perf is missing or not allowed to look at processes: reading /proc/PID/stat instead"
fi
mkdir -p "$(dirname "$json")"

describe_machine
died=0
for ((round = 1; round <= rounds; round++)); do
  for ((i = 0; i < ${#chosen[@]}; i++)); do
    arm=${chosen[(i + round - 1) % ${#chosen[@]}]}
    if ! run "$round" "$arm"; then
      died=1
      end_all
    fi
  done
done
[ -s "$work/results" ] || fail "no run succeeded"
report
say "results appended to $json"
if [ "$died" -eq 1 ] || awk '$2 ~ /^tutti/ && $4 != 0 { found = 1 } END { exit !found }' "$work/results"; then
  exit 1
fi
