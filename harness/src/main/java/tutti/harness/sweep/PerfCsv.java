package tutti.harness.sweep;

import java.util.HashMap;
import java.util.Map;
import java.util.OptionalDouble;

/** The counts that {@code perf stat -x, -o FILE} has written; perf-stat(1), "CSV FORMAT". */
final class PerfCsv {
    private static final int VALUE = 0;
    private static final int EVENT = 2;
    private static final int MIN_FIELDS = 3;

    private final Map<String, Double> counts;

    private PerfCsv(final Map<String, Double> counts) {
        this.counts = counts;
    }

    /**
     * @param text the file; comments, empty lines and events that perf did not count are skipped
     * @return its counts
     */
    static PerfCsv parse(final String text) {
        final Map<String, Double> counts = new HashMap<>();
        for (final String line : text.lines().toList()) {
            final String[] fields = line.split(",", -1);
            // Such as "<not counted>" and "<not supported>".
            if (line.startsWith("#") || fields.length < MIN_FIELDS || fields[VALUE].startsWith("<")) {
                continue;
            }
            counts.put(withoutModifier(fields[EVENT]), Double.parseDouble(fields[VALUE]));
        }
        return new PerfCsv(counts);
    }

    /** Without the {@code :u} that perf adds where only user space may be counted. */
    private static String withoutModifier(final String event) {
        return event.endsWith(":u") ? event.substring(0, event.length() - 2) : event;
    }

    /**
     * @param event as given to {@code -e}
     * @return its count, milliseconds for task-clock; empty when it was not counted
     */
    OptionalDouble count(final String event) {
        final Double count = counts.get(event);
        return count == null ? OptionalDouble.empty() : OptionalDouble.of(count);
    }

    /**
     * @return events and counts
     */
    Map<String, Double> all() {
        return Map.copyOf(counts);
    }
}
