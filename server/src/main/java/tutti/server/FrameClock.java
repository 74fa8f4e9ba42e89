package tutti.server;

/**
 * The grid of frames: frame k is due k x 128/48000 s after the start, computed from the start each time, so it never
 * drifts. The clock also decides what becomes of frames that could not be begun in time.
 * <ul>
 * <li>After a short stall (a scheduler, a shared host) the missed frames are run back to back: their audio has arrived,
 *     and the listeners' jitter buffers cover the gap. At most {@value #MAX_CATCH_UP} frames are caught up; older ones
 *     are skipped.</li>
 * <li>A backlog that has not melted after a second is overload. Then all of it is skipped at once, which keeps the
 *     latency bounded, and the next frame is the next one due.</li>
 * </ul>
 * Times are in ns on the base of {@link System#nanoTime()}; all comparisons are by subtraction.
 */
final class FrameClock {

    /** Most frames run back to back after a stall. */
    static final int MAX_CATCH_UP = 8;

    /** How long a backlog may last before it is dropped, in ns. */
    static final long BACKLOG_LIMIT_NANOS = 1_000_000_000L;

    /** 8 ms in ns: the length of three frames, which unlike that of one is a whole number. */
    private static final long EIGHT_MILLIS = 8_000_000L;

    private final int framesInEightMillis;

    private long origin;
    private long frame;
    private long behindSince;
    private boolean droppedBacklog;
    private boolean caughtUp;

    /**
     * @param tempo how many frames there are in the time of one, from 1.
     */
    FrameClock(final int tempo) {
        framesInEightMillis = 3 * tempo;
    }

    /**
     * Starts the grid: the first frame is due at once.
     *
     * @param now present time.
     */
    void start(final long now) {
        origin = now;
        frame = 0;
        caughtUp = false;
    }

    /** When the next frame is due. */
    long deadline() {
        return deadline(frame);
    }

    /** When the frame begun last was due. */
    long lastDeadline() {
        return deadline(frame - 1);
    }

    private long deadline(final long number) {
        return origin + number * EIGHT_MILLIS / framesInEightMillis;
    }

    /**
     * Begins the frame that is due and moves on to the next.
     *
     * @param now present time, at or after {@link #deadline()}.
     * @return number of frames skipped before the one that begins.
     */
    long begin(final long now) {
        final long missed = (now - deadline()) * framesInEightMillis / EIGHT_MILLIS;
        droppedBacklog = missed > 0 && caughtUp && now - behindSince > BACKLOG_LIMIT_NANOS;
        final long skipped = droppedBacklog ? missed : Math.max(0, missed - MAX_CATCH_UP);
        final boolean behind = missed > skipped;
        if (behind && !caughtUp) {
            behindSince = now;
        }
        caughtUp = behind;
        frame += skipped + 1;
        return skipped;
    }

    /** Whether the frame begun last was already overtaken by the next one's deadline. */
    boolean caughtUp() {
        return caughtUp;
    }

    /** Whether the frame begun last follows a backlog that was dropped because it had lasted too long. */
    boolean droppedBacklog() {
        return droppedBacklog;
    }
}
