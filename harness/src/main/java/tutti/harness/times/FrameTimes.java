package tutti.harness.times;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.HdrHistogram.EncodableHistogram;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogReader;
import tutti.server.stats.FrameStats;
import tutti.server.stats.Timing;

/** Everything that a server has timed in its frames: a histogram for each {@link Timing}, in ns, to three digits. */
public final class FrameTimes {
    private final Map<Timing, Histogram> histograms = new EnumMap<>(Timing.class);

    /** No frames. */
    public FrameTimes() {
        for (final Timing timing : Timing.values()) {
            histograms.put(timing, FrameStats.newHistogram());
        }
    }

    /**
     * @param log what {@code /histograms} answered
     * @return its histograms
     * @throws IllegalArgumentException naming what the log lacks
     */
    public static FrameTimes read(final String log) {
        final FrameTimes times = new FrameTimes();
        final Set<Timing> missing = EnumSet.allOf(Timing.class);
        final HistogramLogReader reader =
            new HistogramLogReader(new ByteArrayInputStream(log.getBytes(StandardCharsets.ISO_8859_1)));
        EncodableHistogram next = reader.nextIntervalHistogram();
        while (next != null) {
            final Optional<Timing> timing = Timing.ofTag(next.getTag());
            if (timing.isPresent() && missing.remove(timing.get())) {
                times.get(timing.get()).add((Histogram) next);
            }
            next = reader.nextIntervalHistogram();
        }
        if (!missing.isEmpty()) {
            throw new IllegalArgumentException("the histogram log has none with the tags "
                + missing.stream().map(Timing::tag).toList());
        }
        return times;
    }

    /**
     * @param timing what was timed
     * @return the histogram itself, in ns
     */
    public Histogram get(final Timing timing) {
        return histograms.get(timing);
    }

    /**
     * @param other whose frames are added to these
     */
    public void add(final FrameTimes other) {
        histograms.forEach((timing, histogram) -> histogram.add(other.get(timing)));
    }

    /**
     * @param earlier the same server's times at an earlier moment
     * @return what has come in between
     */
    public FrameTimes since(final FrameTimes earlier) {
        final FrameTimes between = new FrameTimes();
        between.add(this);
        between.histograms.forEach((timing, histogram) -> histogram.subtract(earlier.get(timing)));
        return between;
    }

    /**
     * @return how many frames there were
     */
    public long frames() {
        return get(Timing.FRAME).getTotalCount();
    }
}
