package tutti.server;

/**
 * How long before its deadline a frame's audio is begun to be decoded. Most of it is there by then, because jitter
 * buffers hold blocks before they are played. Decoded ahead, it leaves the frame itself the mix and the flush alone: the
 * packets leave sooner after the deadline, and whatever holds the thread up has to last much longer until a frame is late.
 * <p>
 * The head start is as long as receiving and decoding took lately, so that it ends about when the frame is due.
 */
final class HeadStart {

    /** A shorter head start is not taken, in ns: waking up once more for it would cost more than it brings. */
    static final long LEAST_NANOS = 60_000;

    /** How many frames the running mean goes back, about. */
    private static final int MEMORY_FRAMES = 16;

    private final long longestNanos;
    private boolean on;
    private long meanNanos;

    /**
     * @param on whether to begin with head starts.
     * @param longestNanos longest head start in ns: a frame's time.
     */
    HeadStart(final boolean on, final long longestNanos) {
        this.on = on;
        this.longestNanos = longestNanos;
    }

    /** Switches head starts on or off. To be called between two frames. */
    void set(final boolean newOn) {
        on = newOn;
    }

    /**
     * Takes note of a frame.
     *
     * @param workNanos how long its audio took to be received and decoded, ahead and in the frame, in ns.
     */
    void note(final long workNanos) {
        meanNanos += (Math.min(workNanos, longestNanos) - meanNanos) / MEMORY_FRAMES;
    }

    /** How long before the next deadline decoding is to begin, in ns; 0 when only the frame itself shall decode. */
    long nanos() {
        return on && meanNanos >= LEAST_NANOS ? meanNanos : 0;
    }
}
