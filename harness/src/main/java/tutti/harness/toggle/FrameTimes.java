package tutti.harness.toggle;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.HdrHistogram.EncodableHistogram;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogReader;
import tutti.server.stats.FrameStats;

/** Histograms of a server's frames, in ns, by the tags that its page {@code /histograms} gives them. */
final class FrameTimes {
    /** From a frame's begin to the departure of its last packet. */
    static final String DEPARTURE = "departure";
    /** From a frame's first packet ready to its flush. */
    static final String HOLD = "hold-window";
    /** Work of a frame. */
    static final String FRAME = "frame";

    private static final List<String> NEEDED = List.of(DEPARTURE, HOLD, FRAME);

    private final Map<String, Histogram> histograms = new TreeMap<>();

    /** No frames. */
    FrameTimes() {
        NEEDED.forEach(tag -> histograms.put(tag, FrameStats.newHistogram()));
    }

    /**
     * @param log what {@code /histograms} answered
     * @return its histograms
     * @throws IllegalArgumentException naming what the log lacks
     */
    static FrameTimes read(final String log) {
        final FrameTimes times = new FrameTimes();
        final List<String> missing = new ArrayList<>(NEEDED);
        final HistogramLogReader reader =
            new HistogramLogReader(new ByteArrayInputStream(log.getBytes(StandardCharsets.ISO_8859_1)));
        EncodableHistogram next = reader.nextIntervalHistogram();
        while (next != null) {
            if (missing.remove(next.getTag())) {
                times.get(next.getTag()).add((Histogram) next);
            }
            next = reader.nextIntervalHistogram();
        }
        if (!missing.isEmpty()) {
            throw new IllegalArgumentException("the histogram log has none with the tags " + missing);
        }
        return times;
    }

    /**
     * @param tag {@link #DEPARTURE}, {@link #HOLD} or {@link #FRAME}
     * @return the histogram itself, in ns
     */
    Histogram get(final String tag) {
        return histograms.get(tag);
    }

    /** Adds all frames of another. */
    void add(final FrameTimes other) {
        histograms.forEach((tag, histogram) -> histogram.add(other.get(tag)));
    }

    /**
     * @param earlier the same server's times at an earlier moment
     * @return what has come in between
     */
    FrameTimes since(final FrameTimes earlier) {
        final FrameTimes between = new FrameTimes();
        between.add(this);
        between.histograms.forEach((tag, histogram) -> histogram.subtract(earlier.get(tag)));
        return between;
    }

    long frames() {
        return get(FRAME).getTotalCount();
    }
}
