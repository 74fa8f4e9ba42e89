package tutti.server.stats;

import java.util.Arrays;
import java.util.Optional;

/** What is timed in every frame, in nanoseconds, with the name and sentence under which {@code /metrics} shows it. */
public enum Timing {
    /** All stages of a frame, with what was decoded ahead of it. */
    FRAME("frame", "tutti_frame_seconds", "", Buckets.AROUND_PERIOD,
        "Work of one frame, with what was done ahead of it."),
    /** From a frame's deadline to its begin. */
    LATENESS("lateness", "tutti_frame_lateness_seconds", "", Buckets.AROUND_PERIOD,
        "Delay of a frame's begin after its deadline; skipped frames included."),
    /** From the first audio packet ready to the last one handed to the kernel. */
    HOLD_WINDOW("hold window", "tutti_hold_window_seconds", "", Buckets.FINE,
        "From a frame's first audio packet ready to the flush: the longest wait that batching causes."),
    /** From a frame's deadline to the departure of its last audio packet. */
    DEPARTURE("departure", "tutti_departure_offset_seconds", "", Buckets.FINE,
        "Delay of the frame's last audio packet after the frame was due."),
    /** Taking datagrams from the kernel and sorting them. */
    RECEIVE("receive"),
    /** Jitter buffers and decoding of all talkers. */
    DECODE("decode"),
    /** Mixing for all listeners; the sum of all threads' times. */
    MIX("mix"),
    /** Encoding for all listeners; the sum of all threads' times. */
    ENCODE("encode"),
    /** Handing the frame's packets to the kernel. */
    FLUSH("flush"),
    /** Protocol messages, bounded per frame. */
    CONTROL("control");

    private final String title;
    private final String metric;
    private final String stage;
    private final double[] bucketBoundsSeconds;
    private final String sentence;

    Timing(final String stage) {
        this(stage, "tutti_stage_seconds", stage, Buckets.FINE, "Work of one stage of a frame.");
    }

    Timing(final String title, final String metric, final String stage, final double[] bucketBoundsSeconds,
           final String sentence) {
        this.title = title;
        this.metric = metric;
        this.stage = stage;
        this.bucketBoundsSeconds = bucketBoundsSeconds;
        this.sentence = sentence;
    }

    /**
     * @return a word or two for a table
     */
    public String title() {
        return title;
    }

    /**
     * @return the title with hyphens for blanks: its name in the log of {@code /histograms}
     */
    public String tag() {
        return title.replace(' ', '-');
    }

    /**
     * @param tag as in the log of {@code /histograms}
     * @return whose tag it is; empty for nobody's
     */
    public static Optional<Timing> ofTag(final String tag) {
        return Arrays.stream(values()).filter(timing -> timing.tag().equals(tag)).findFirst();
    }

    /**
     * @return the Prometheus name of the histogram
     */
    public String metric() {
        return metric;
    }

    /**
     * @return the value of the label {@code stage}, empty where the metric has no label
     */
    public String stage() {
        return stage;
    }

    /**
     * @return the upper bounds of the exported buckets, seconds, ascending; the last one is infinite
     */
    public double[] bucketBoundsSeconds() {
        return bucketBoundsSeconds.clone();
    }

    /**
     * @return what is timed, for the operator
     */
    public String sentence() {
        return sentence;
    }

    /** Upper bounds of buckets. The period of 2.667 ms is one; several past it tell a frame of 3 ms from one of 30. */
    private static final class Buckets {
        private static final double[] AROUND_PERIOD = seconds(
            50, 100, 250, 500, 1_000, 1_500, 2_000, 2_500, 2_667, 3_000, 4_000, 6_000, 8_000, 12_000, 20_000, 30_000,
            60_000, 100_000, 300_000, 1_000_000);
        private static final double[] FINE = seconds(
            2, 5, 10, 20, 30, 50, 75, 100, 150, 200, 250, 300, 400, 500, 700, 1_000, 1_500, 2_000, 2_667, 4_000, 8_000,
            30_000, 100_000);

        private Buckets() {
        }

        private static double[] seconds(final int... micros) {
            final double[] bounds = new double[micros.length + 1];
            for (int i = 0; i < micros.length; i++) {
                bounds[i] = micros[i] / 1e6;
            }
            bounds[micros.length] = Double.POSITIVE_INFINITY;
            return bounds;
        }
    }
}
