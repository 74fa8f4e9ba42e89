package tutti.server.stats;

import java.util.HashMap;
import java.util.Map;

/** Refuses a catalogue of counters in which two would be taken for one another. */
final class CounterCatalogue {
    private CounterCatalogue() {
    }

    /**
     * @param counters the whole catalogue
     * @throws IllegalStateException when an id is out of range, or an id or a pair of metric and label is used twice
     */
    static void check(final Counter[] counters) {
        final Map<Integer, Counter> byId = new HashMap<>();
        final Map<String, Counter> bySeries = new HashMap<>();
        for (final Counter counter : counters) {
            if (counter.id() < 0 || counter.id() >= Counters.SLOTS) {
                throw new IllegalStateException(
                    counter + " has id " + counter.id() + ", ids go from 0 to " + (Counters.SLOTS - 1));
            }
            refuseSecond(byId.put(counter.id(), counter), counter, "id " + counter.id());
            final String series = counter.metric() + "{" + counter.labelValue() + "}";
            refuseSecond(bySeries.put(series, counter), counter, "series " + series);
        }
    }

    private static void refuseSecond(final Counter earlier, final Counter counter, final String what) {
        if (earlier != null) {
            throw new IllegalStateException(what + " belongs to both " + earlier + " and " + counter);
        }
    }
}
