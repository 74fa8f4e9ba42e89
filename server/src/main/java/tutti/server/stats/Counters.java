package tutti.server.stats;

import java.util.concurrent.atomic.AtomicLongArray;

/**
 * The values of the {@link Counter} catalogue. The frame thread alone writes; any thread reads.
 *
 * <p>A write is a plain load, an addition and an opaque store: no fence, no locked instruction. A reader sees each
 * value whole and soon, but two values not necessarily in the order in which they were written.
 */
public final class Counters {
    /** Number of slots: one more than the highest id a counter may have. */
    public static final int SLOTS = 256;

    private final AtomicLongArray values = new AtomicLongArray(SLOTS);

    /**
     * Adds one. Frame thread only.
     *
     * @param counter what happened
     */
    public void increment(final Counter counter) {
        add(counter, 1);
    }

    /**
     * Adds an amount. Frame thread only.
     *
     * @param counter what happened
     * @param amount  how often; negative only for gauges
     */
    public void add(final Counter counter, final long amount) {
        final int slot = counter.id();
        values.setOpaque(slot, values.getPlain(slot) + amount);
    }

    /**
     * Replaces the value: a gauge, or a total that somebody else on the frame thread keeps. Frame thread only.
     *
     * @param counter what is stated
     * @param value   its present value
     */
    public void set(final Counter counter, final long value) {
        values.setOpaque(counter.id(), value);
    }

    /**
     * Reads a value. Any thread.
     *
     * @param counter which
     * @return its value
     */
    public long get(final Counter counter) {
        return values.getOpaque(counter.id());
    }
}
