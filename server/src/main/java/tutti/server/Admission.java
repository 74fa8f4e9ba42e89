package tutti.server;

import tutti.server.stats.FrameStats;

/**
 * Judges from the measured frame time whether there is room for one more musician, so that the server is full before
 * anybody's sound breaks.
 * <p>
 * The estimate is a running median: it follows by a fixed step whichever side the last frame was on. A few frames that
 * a shared machine has held up do not move it, a load that lasts does, within a second or two.
 */
final class Admission {

    /** Below this many clients the frame time says more about the machine's mood than about the load. */
    static final int ALWAYS_ROOM_FOR = 16;

    /** Part of the period that may be used, in percent: the rest is for what a shared machine takes without asking. */
    private static final int USABLE_PERCENT = 85;
    private static final long STEP_NANOS = 4_000;

    /**
     * A newcomer needs more than its share at first, because what it hears while it is faded in is a mix of its own.
     */
    private static final int SHARES_OF_A_NEWCOMER = 2;

    private final boolean on;
    private long median;

    /**
     * @param on whether to judge at all; off, there is always room.
     */
    Admission(final boolean on) {
        this.on = on;
    }

    /**
     * Takes note of a frame.
     *
     * @param workNanos how long its work took, in ns.
     */
    void note(final long workNanos) {
        median = Math.max(0, median + (workNanos > median ? STEP_NANOS : -STEP_NANOS));
    }

    /** Forgets the load, when nobody is connected any more. */
    void reset() {
        median = 0;
    }

    /**
     * Whether one more client would still leave frames within their time.
     *
     * @param clients clients connected or about to be.
     */
    boolean hasRoom(final int clients) {
        if (!on || clients < ALWAYS_ROOM_FOR) {
            return true;
        }
        final long expected = median + median / clients * SHARES_OF_A_NEWCOMER;
        return expected * 100 <= FrameStats.FRAME_PERIOD_NANOS * USABLE_PERCENT;
    }
}
