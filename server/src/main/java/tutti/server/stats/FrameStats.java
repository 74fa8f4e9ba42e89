package tutti.server.stats;

import org.HdrHistogram.Histogram;
import org.HdrHistogram.SingleWriterRecorder;

/**
 * A histogram of every frame, stage by stage, since the start. The frame thread records, wait-free and without
 * allocation; any other thread reads.
 *
 * <p>Values are nanoseconds, kept to three significant digits between {@value #RESOLUTION_NANOS} ns and
 * {@value #LONGEST_NANOS} ns; shorter ones count as zero, longer ones as the longest.
 */
public final class FrameStats {
    /** Times below this are not told apart, nanoseconds. */
    public static final long RESOLUTION_NANOS = 64;
    /** The longest time told apart, nanoseconds: 10 s. */
    public static final long LONGEST_NANOS = 10_000_000_000L;
    /** One frame of 128 samples at 48 kHz, nanoseconds (rounded). */
    public static final long FRAME_PERIOD_NANOS = 2_666_667;

    private static final int SIGNIFICANT_DIGITS = 3;
    private static final Timing[] TIMINGS = Timing.values();

    private final SingleWriterRecorder[] recorders = new SingleWriterRecorder[TIMINGS.length];
    private final Histogram[] intervals = new Histogram[TIMINGS.length];
    private final Histogram[] sinceStart = new Histogram[TIMINGS.length];

    /** Allocates all histograms. */
    public FrameStats() {
        for (final Timing timing : TIMINGS) {
            final SingleWriterRecorder recorder =
                new SingleWriterRecorder(RESOLUTION_NANOS, LONGEST_NANOS, SIGNIFICANT_DIGITS);
            recorders[timing.ordinal()] = recorder;
            intervals[timing.ordinal()] = recorder.getIntervalHistogram();
            sinceStart[timing.ordinal()] = newHistogram();
        }
    }

    /**
     * @return an empty histogram of the range and precision used here, to hold a copy
     */
    public static Histogram newHistogram() {
        return new Histogram(RESOLUTION_NANOS, LONGEST_NANOS, SIGNIFICANT_DIGITS);
    }

    /**
     * Records one time. Frame thread only.
     *
     * @param timing what took it
     * @param nanos  how long, nanoseconds; a negative value (a clock read across cores) counts as zero
     */
    public void record(final Timing timing, final long nanos) {
        recorders[timing.ordinal()].recordValue(clamp(nanos));
    }

    /**
     * Records the lateness of frames that were given up together. One long stall hides the frames that never began;
     * this puts them back: the first was {@code latenessNanos} late, each following one a period less. Frame thread
     * only.
     *
     * @param latenessNanos delay of the first frame given up, nanoseconds
     */
    public void recordSkipped(final long latenessNanos) {
        recorders[Timing.LATENESS.ordinal()].recordValueWithExpectedInterval(clamp(latenessNanos), FRAME_PERIOD_NANOS);
    }

    /**
     * Copies one histogram as it stands. Any thread but the frame thread.
     *
     * @param timing which
     * @param into   receives all values since the start; its former contents are lost
     */
    public synchronized void copySinceStart(final Timing timing, final Histogram into) {
        final int index = timing.ordinal();
        intervals[index] = recorders[index].getIntervalHistogram(intervals[index]);
        sinceStart[index].add(intervals[index]);
        sinceStart[index].copyInto(into);
    }

    private static long clamp(final long nanos) {
        return Math.clamp(nanos, 0, LONGEST_NANOS);
    }
}
