package tutti.server.admin;

import java.io.ByteArrayOutputStream;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogWriter;
import tutti.server.stats.FrameStats;
import tutti.server.stats.Timing;

/**
 * The histograms of all timings since the start, whole, as a log of HdrHistogram: a line for each timing, by
 * its {@link Timing#tag()}. {@code /metrics} counts in a few buckets, which is enough to watch a server;
 * two of these logs, subtracted, give any percentile of what lies between them to three digits.
 */
final class HistogramLog {
    private static final double NANOS_PER_MILLI = 1e6;

    private HistogramLog() {
    }

    /**
     * @param stats to write
     * @return the log in ASCII; times in nanoseconds, the maxima in its plain column in milliseconds
     */
    static byte[] write(final FrameStats stats) {
        final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        final HistogramLogWriter log = new HistogramLogWriter(bytes);
        log.outputLogFormatVersion();
        log.outputLegend();
        final Histogram copy = FrameStats.newHistogram();
        for (final Timing timing : Timing.values()) {
            stats.copySinceStart(timing, copy);
            copy.setTag(timing.tag());
            log.outputIntervalHistogram(0, 0, copy, NANOS_PER_MILLI);
        }
        log.close();
        return bytes.toByteArray();
    }
}
