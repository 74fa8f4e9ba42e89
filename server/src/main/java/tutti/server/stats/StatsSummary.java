package tutti.server.stats;

import java.util.Locale;
import java.util.function.LongSupplier;
import org.HdrHistogram.Histogram;

/** The block of text that {@code --stats} and the end of the server print: since the last one, or since the start. */
public final class StatsSummary {
    private static final Timing[] TIMINGS = Timing.values();
    private static final Counter[] COUNTERS = Counter.values();
    private static final double NANOS_PER_SECOND = 1e9;
    private static final double NANOS_PER_MILLI = 1e6;

    private final Counters counters;
    private final FrameStats frameStats;
    private final LongSupplier nanoClock;
    private final long startNanos;
    private final long[] lastCounts = new long[Counters.SLOTS];
    private final Histogram[] lastTimes = new Histogram[TIMINGS.length];
    private final Histogram present = FrameStats.newHistogram();
    private final Histogram difference = FrameStats.newHistogram();
    private long lastNanos;

    /**
     * Begins to measure.
     *
     * @param counters   of the loop
     * @param frameStats of the loop
     * @param nanoClock  such as {@link System#nanoTime}
     */
    public StatsSummary(final Counters counters, final FrameStats frameStats, final LongSupplier nanoClock) {
        this.counters = counters;
        this.frameStats = frameStats;
        this.nanoClock = nanoClock;
        this.startNanos = nanoClock.getAsLong();
        this.lastNanos = startNanos;
        for (final Timing timing : TIMINGS) {
            lastTimes[timing.ordinal()] = FrameStats.newHistogram();
        }
    }

    /**
     * @return the summary since the start
     */
    public synchronized String sinceStart() {
        final Text text = new Text(counts(), (nanoClock.getAsLong() - startNanos) / NANOS_PER_SECOND);
        text.counts("since the start");
        for (final Timing timing : TIMINGS) {
            frameStats.copySinceStart(timing, present);
            text.times(timing, present);
        }
        return text.toString();
    }

    /**
     * @return the summary since the last call of this method
     */
    public synchronized String sinceLast() {
        final long now = nanoClock.getAsLong();
        final Text text = new Text(newCounts(), (now - lastNanos) / NANOS_PER_SECOND);
        lastNanos = now;
        text.counts("since the last");
        for (final Timing timing : TIMINGS) {
            text.times(timing, newTimes(timing));
        }
        return text.toString();
    }

    private long[] counts() {
        final long[] counts = new long[Counters.SLOTS];
        for (final Counter counter : COUNTERS) {
            counts[counter.id()] = counters.get(counter);
        }
        return counts;
    }

    private long[] newCounts() {
        final long[] counts = counts();
        for (final Counter counter : COUNTERS) {
            if (counter.kind() == Counter.Kind.TOTAL) {
                final int id = counter.id();
                final long sinceStart = counts[id];
                counts[id] -= lastCounts[id];
                lastCounts[id] = sinceStart;
            }
        }
        return counts;
    }

    private Histogram newTimes(final Timing timing) {
        frameStats.copySinceStart(timing, present);
        present.copyInto(difference);
        difference.subtract(lastTimes[timing.ordinal()]);
        present.copyInto(lastTimes[timing.ordinal()]);
        return difference;
    }

    /** Lines under construction, and the counts they are about. */
    private static final class Text {
        private final StringBuilder lines = new StringBuilder();
        private final long[] counts;
        private final double seconds;

        private Text(final long[] counts, final double seconds) {
            this.counts = counts;
            this.seconds = seconds;
        }

        private void counts(final String since) {
            line("--- %s, %.1f s: %d clients, %d frames", since, seconds, of(Counter.CLIENTS), of(Counter.FRAMES));
            line("frames     late %d, caught up %d, skipped %d, overrun %d, overloads %d", of(Counter.FRAMES_LATE),
                of(Counter.FRAMES_CAUGHT_UP), of(Counter.FRAMES_SKIPPED), of(Counter.FRAMES_OVERRUN),
                of(Counter.OVERLOADS));
            line("audio      in %d (%.1f/s), out %d (%.1f/s), concealed %d of %d blocks, %d silent, %d refused",
                of(Counter.AUDIO_RECEIVED), perSecond(Counter.AUDIO_RECEIVED), of(Counter.AUDIO_SENT),
                perSecond(Counter.AUDIO_SENT), of(Counter.BLOCKS_CONCEALED),
                of(Counter.BLOCKS_CONCEALED) + of(Counter.BLOCKS_DECODED) + of(Counter.BLOCKS_SILENT),
                of(Counter.BLOCKS_SILENT), of(Counter.BLOCKS_REFUSED));
            line("calls      per frame: wait %.2f, receive %.2f, send audio %.2f", perFrame(Counter.WAIT_CALLS),
                perFrame(Counter.RECEIVE_CALLS), perFrame(Counter.AUDIO_SEND_CALLS));
            line("messages   in %d, out %d, repeated %d, pings %d", of(Counter.MESSAGES_RECEIVED),
                of(Counter.MESSAGES_SENT), of(Counter.RETRANSMISSIONS), of(Counter.PINGS));
            line("clients    joined %d, left %s", of(Counter.JOINS), family(Counter.Family.LEAVES));
            line("refused    %s", family(Counter.Family.REFUSED));
            line("unsent     %s", family(Counter.Family.SEND_FAILURES));
            line("%-11s%9s%9s%9s%9s%9s", "ms", "mean", "p50", "p99", "p99.9", "max");
        }

        private void line(final String format, final Object... values) {
            lines.append(lines.isEmpty() ? "" : System.lineSeparator())
                .append(String.format(Locale.ROOT, format, values));
        }

        private long of(final Counter counter) {
            return counts[counter.id()];
        }

        private double perSecond(final Counter counter) {
            return seconds > 0 ? of(counter) / seconds : 0;
        }

        private double perFrame(final Counter counter) {
            return of(Counter.FRAMES) > 0 ? (double) of(counter) / of(Counter.FRAMES) : 0;
        }

        /** Total, and in brackets what it consists of. */
        private String family(final Counter.Family family) {
            final StringBuilder parts = new StringBuilder();
            long total = 0;
            for (final Counter counter : COUNTERS) {
                if (counter.family() == family && of(counter) != 0) {
                    total += of(counter);
                    parts.append(parts.isEmpty() ? "" : ", ")
                        .append(counter.labelValue()).append(' ').append(of(counter));
                }
            }
            return parts.isEmpty() ? "0" : total + " (" + parts + ")";
        }

        private void times(final Timing timing, final Histogram histogram) {
            line("%-11s%9.3f%9.3f%9.3f%9.3f%9.3f", timing.title(), histogram.getMean() / NANOS_PER_MILLI,
                histogram.getValueAtPercentile(50) / NANOS_PER_MILLI,
                histogram.getValueAtPercentile(99) / NANOS_PER_MILLI,
                histogram.getValueAtPercentile(99.9) / NANOS_PER_MILLI, histogram.getMaxValue() / NANOS_PER_MILLI);
        }

        @Override
        public String toString() {
            return lines.toString();
        }
    }
}
