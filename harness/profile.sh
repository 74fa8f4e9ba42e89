#!/usr/bin/env bash
# Shows where the server's processor time goes: flame graphs and the shares of the parts of its work. See --help.
set -euo pipefail
export LC_ALL=C
. "$(dirname "${BASH_SOURCE[0]}")/../setup.sh"
readonly script_name=profile
. "$tutti_root/harness/lib.sh"

# As tutti.harness.profile.Profiler has it.
readonly samples_per_second=1999
# Copying a stack of 64 kB, the most there is, is worth it less often.
readonly dwarf_samples_per_second=199 dwarf_bytes=65528

usage() {
  cat <<'TEXT'
Usage: harness/profile.sh [options]
       harness/profile.sh --compare BEFORE AFTER

Starts the server on a processor of its own, has synthetic clients play, records what the server's threads are at, and
prints the shares of the send path, receive path, Opus decode, Opus encode, mix, jitter buffers and everything else,
with flame graphs of Java, native and kernel functions.

  --clients N       synthetic clients (default 40): stereo, 71 coded bytes, 128 samples
  --faders KIND     default: all mixes are equal; distinct: no two mixes are
  --seconds N       recorded time, for each profiler (default 10)
  --warmup SECONDS  load before it, from the moment when all clients are faded in (default 10). From 5 s on they come
                    when the server has rehearsed, that is, had its code compiled
  --server-options S
                    more options for the server, separated by spaces
  --with PROFILER   async-profiler or perf; auto (default): both in turn, or the one that works here
  --pid PID         a running server instead, under whatever load it has; give it -XX:+PreserveFramePointer, which perf
                    needs, and -XX:+UnlockDiagnosticVMOptions -XX:+DebugNonSafepoints, which async-profiler is more
                    exact with: java -XX:... -jar server/target/server.jar
  --cpu N           the processor of the server (default: the first); the clients have all others
  --port N          UDP port of the server (default 22928)
  --name NAME       for the results' folder, which replaces an older one of that name (default last)
  --results DIR     where that folder is made (default results)
  --compare BEFORE AFTER
                    prints how the shares of two profiles differ, given by their names; records nothing
  --quick           8 clients, 3 s after 3 s: less than a minute, to see that everything works. Options after it count.
  --help            this text

async-profiler walks each stack to its end: through libopus by the library's unwind tables, and on through Java with its
inlined methods. perf follows frame pointers, which libopus does not keep; stacks that break off there are divided
between encoding and decoding as stacks are which perf unwinds with DWARF at the same time, less often. The output says
how much was divided, and what is left unattributed. A system call counts where it is made; loopback delivers packets
within the sending call, so that the send path has the receiving end's kernel work too.

Results: results/profile-NAME/ with flame-*.html (each one file, opens offline), *.folded (text), profile.json.
Exit code: 0; 2 when nothing could be recorded.
TEXT
}

clients=40
faders=default
seconds=10
warmup=10
server_options=
with=auto
pid=
cpu=$(first_cpu)
port=22928
name=last
results=$tutti_root/results
compare=()

while [ $# -gt 0 ]; do
  case $1 in
    --help) usage; exit 0 ;;
    --quick)
      clients=8 seconds=3 warmup=3
      shift
      ;;
    --compare)
      [ $# -ge 3 ] || fail "--compare needs the names of two profiles (see --help)"
      compare=("$2" "$3")
      shift 3
      ;;
    --clients | --faders | --seconds | --warmup | --server-options | --with | --pid | --cpu | --port | --name | \
      --results)
      [ $# -ge 2 ] || fail "$1 needs a value (see --help)"
      option=${1#--}
      printf -v "${option//-/_}" %s "$2"
      shift 2
      ;;
    *) fail "unknown option $1 (see --help)" ;;
  esac
done
for option in clients seconds warmup port; do
  [[ ${!option} =~ ^[1-9][0-9]{0,4}$ ]] || fail "--$option must be a positive whole number, not '${!option}'"
done
[[ $faders =~ ^(default|distinct)$ ]] || fail "--faders must be default or distinct, not '$faders'"
[[ $with =~ ^(auto|perf|async-profiler)$ ]] || fail "--with must be auto, perf or async-profiler, not '$with'"
[[ $cpu =~ ^[0-9]{1,4}$ ]] || fail "--cpu must be the number of a processor, not '$cpu'"
[[ $pid =~ ^[0-9]*$ ]] || fail "--pid must be the number of a process, not '$pid'"
for option in "$name" "${compare[@]}"; do
  [[ $option =~ ^[A-Za-z0-9._-]+$ ]] ||
    fail "a profile's name may have letters, digits, dots, hyphens and underscores, not '$option'"
done

# --- What works here --------------------------------------------------------------------------------------------------

# Prints why perf cannot record the process $1, or nothing.
perf_fault() {
  if ! command -v perf >/dev/null; then
    echo "perf not found: apt-get install linux-perf"
  elif ! perf record -q -e cpu-clock -p "$1" -o "$work/probe.data" -- true >/dev/null 2>"$work/probe.log"; then
    echo "perf may not record here (kernel.perf_event_paranoid is $(cat /proc/sys/kernel/perf_event_paranoid)):" \
      "be root, or sysctl kernel.perf_event_paranoid=1"
  elif ! "$JAVA_HOME/bin/jcmd" "$1" VM.flags >"$work/flags.log" 2>&1; then
    echo "jcmd gets no answer of process $1, whose owner alone may ask: $(tail -n 1 "$work/flags.log")"
  elif ! grep -q -e '-XX:+PreserveFramePointer' "$work/flags.log"; then
    echo "process $1 was started without -XX:+PreserveFramePointer, so perf cannot follow its Java methods"
  fi
}

# Prints why the process $1 is none that can be recorded, or nothing.
process_fault() {
  if ! kill -0 "$1" 2>/dev/null; then
    echo "--pid $1: there is no such process, or it is somebody else's"
  elif ! grep -q '/libjvm\.so' "/proc/$1/maps" 2>/dev/null; then
    echo "--pid $1 is $(cat "/proc/$1/comm"), not a Java: give the process id of the server"
  fi
}

# --- Recording --------------------------------------------------------------------------------------------------------

record_with_async_profiler() {
  local recorded
  say "recording with async-profiler for $seconds s"
  "${profile_main[@]}" record "$pid" "$seconds" "$folder" >"$work/async.log" 2>"$work/async.err" &
  if ! wait $!; then
    async_fault=$(tail -n 1 "$work/async.err")
    return 1
  fi
  recorded=$(tail -n 1 "$work/async.log")
  note async-profiler.seconds "$recorded"
}

# perf_script DATA FILE: makes text of what perf has recorded.
perf_script() {
  interruptible taskset -c "$fleet_cpus" perf script -i "$1" -F comm,tid,event,ip,sym,dso >"$2" 2>"$work/script.log"
}

# Two recordings at once: along frame pointers, and now and then whole stacks to be unwound later.
record_with_perf() {
  local frames=$work/perf.data dwarf=$work/perf-dwarf.data frames_pid dwarf_pid
  say "recording with perf for $seconds s"
  perf record -q -e cpu-clock -F "$samples_per_second" -g -p "$pid" -o "$frames" -- sleep "$seconds" \
    >/dev/null 2>"$work/perf.log" &
  frames_pid=$!
  perf record -q -e cpu-clock -F "$dwarf_samples_per_second" --call-graph "dwarf,$dwarf_bytes" -p "$pid" -o "$dwarf" \
    -- sleep "$seconds" >/dev/null 2>"$work/perf-dwarf.log" &
  dwarf_pid=$!
  wait "$frames_pid" && wait "$dwarf_pid" || return 1
  # The names of compiled methods; those that were thrown away during the recording are lost.
  perf_map=/tmp/perf-$pid.map
  "$JAVA_HOME/bin/jcmd" "$pid" Compiler.perfmap >/dev/null || return 1
  perf_script "$frames" "$folder/perf.txt" || return 1
  perf_script "$dwarf" "$folder/perf-dwarf.txt" || return 1
  note perf.seconds "$seconds"
}

start_server() {
  # Options are separated by spaces, as --help says.
  # shellcheck disable=SC2206
  local command=("$JAVA_HOME/bin/java" -XX:+PreserveFramePointer -XX:+UnlockDiagnosticVMOptions -XX:+DebugNonSafepoints
    -jar "$server_jar" --port "$port" --cpu "$cpu" $server_options)
  launch_server tutti "$port" "$cpu" "$folder/server.log" "${command[@]}" &&
    await_rehearsal "$folder/server.log" "$warmup"
}

start_fleet() {
  # It plays longer than anybody records, and is ended then.
  taskset -c "$fleet_cpus" "$JAVA_HOME/bin/java" -jar "$fleet_jar" --server "127.0.0.1:$port" --clients "$clients" \
    --channels 2 --bytes 71 --frame 128 --faders "$faders" --seconds $((warmup + 2 * seconds + 120)) \
    >"$folder/fleet.log" 2>&1 &
  fleet_pid=$!
}

# The server and its load; sets pid.
play() {
  start_server || fail "the server did not start (see above)"
  pid=$server_pid
  start_fleet
  say "$clients clients join"
  await_counting "$folder/fleet.log" || { still_there tutti "$folder" || true; fail "the clients never began to play"; }
  interruptible sleep "$warmup"
}

# --- What is to be done -----------------------------------------------------------------------------------------------

begin_work
perf_map=
clean_up_profile() {
  clean_up
  [ -z "$perf_map" ] || rm -f "$perf_map"
}
trap clean_up_profile EXIT
require_jars "$harness_jar"
set_fleet_cpus "$cpu"
# Recording and reporting happen away from the server's processor.
profile_main=(taskset -c "$fleet_cpus" "$JAVA_HOME/bin/java" -Dstdout.encoding=UTF-8 -cp "$harness_jar"
  tutti.harness.profile.Main)
if [ ${#compare[@]} -gt 0 ]; then
  interruptible "${profile_main[@]}" compare "$results/profile-${compare[0]}" "$results/profile-${compare[1]}"
  exit
fi

[ -z "$pid" ] || { fault=$(process_fault "$pid"); [ -z "$fault" ] || fail "$fault"; }
warn_of_load
folder=$results/profile-$name
rm -rf "$folder"
mkdir -p "$folder"
properties=$folder/profile.properties
if [ -n "$pid" ]; then
  note load "process $pid under the load it had"
else
  require_jars "$server_jar" "$fleet_jar"
  note load "$clients clients, faders $faders"
  note clients "$clients"
  note faders "$faders"
  note server.options "$server_options"
  play
fi
note name "$name"
note_circumstances
note libopus "$(library_of "$pid")"

recorded=0
if [ "$with" != perf ]; then
  if record_with_async_profiler; then
    recorded=1
  else
    say "${async_fault:-async-profiler failed}"
  fi
fi
if [ "$with" != async-profiler ]; then
  fault=$(perf_fault "$pid")
  if [ -n "$fault" ]; then
    say "$fault"
  elif record_with_perf; then
    recorded=1
  else
    say "perf failed: $(cat "$work"/perf*.log "$work"/script.log 2>/dev/null | tail -n 1)"
  fi
fi
kill -0 "$pid" 2>/dev/null || say "the server ended while it was recorded; what there is of it follows"
[ -z "${server_pid:-}" ] || end_all
[ "$recorded" -eq 1 ] || fail "nothing could be recorded"
interruptible "${profile_main[@]}" report "$folder"
