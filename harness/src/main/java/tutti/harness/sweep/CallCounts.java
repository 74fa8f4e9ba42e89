package tutti.harness.sweep;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * System calls of a run by name, as perf or strace has counted them.
 *
 * @param perSecond calls in a second by name
 * @param all       calls of any name in a second
 */
record CallCounts(Map<String, Double> perSecond, double all) {
    private static final String EVENT = "syscalls:sys_enter_";
    private static final String ANY_EVENT = "raw_syscalls:sys_enter";

    /**
     * @param files of the run
     * @param setup of its sweep
     * @return the calls; empty when they were not counted by name
     */
    static Optional<CallCounts> read(final RunFiles files, final SweepSetup setup) throws IOException {
        final Optional<CallCounts> perf = files.text("perf-calls.csv").map(PerfCsv::parse)
            .filter(counts -> !counts.all().isEmpty()).map(counts -> ofPerf(counts, setup.callsWindowSeconds()));
        if (perf.isPresent()) {
            return perf;
        }
        // strace ends a little after it was told to.
        final double seconds = files.property("calls.seconds").map(Double::parseDouble)
            .orElse(setup.callsWindowSeconds());
        return files.text("strace-calls.txt").map(StraceSummary::parse).filter(calls -> !calls.isEmpty())
            .map(calls -> ofStrace(calls, seconds));
    }

    private static CallCounts ofPerf(final PerfCsv counts, final double seconds) {
        final Map<String, Double> rates = new TreeMap<>();
        counts.all().forEach((event, count) -> {
            if (event.startsWith(EVENT)) {
                rates.put(event.substring(EVENT.length()), count / seconds);
            }
        });
        return new CallCounts(rates, counts.count(ANY_EVENT).orElse(Double.NaN) / seconds);
    }

    private static CallCounts ofStrace(final Map<String, Double> calls, final double seconds) {
        final Map<String, Double> rates = new LinkedHashMap<>();
        calls.forEach((name, count) -> rates.put(name, count / seconds));
        return new CallCounts(rates, rates.values().stream().mapToDouble(Double::doubleValue).sum());
    }

    /** {@return calls in a second that send a datagram or several} */
    double sends() {
        return sum("sendmmsg", "sendmsg", "sendto");
    }

    /** {@return calls in a second that receive a datagram or several, or find none} */
    double receives() {
        return sum("recvmmsg", "recvmsg", "recvfrom");
    }

    private double sum(final String... names) {
        double sum = 0;
        for (final String name : names) {
            sum += perSecond.getOrDefault(name, 0.0);
        }
        return sum;
    }
}
