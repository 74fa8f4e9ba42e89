package tutti.server.jitter;

import java.util.Arrays;

/**
 * Error rate of one simulated buffer over its last {@code length} events (specification 6.5): a ring of bits and their
 * sum.
 *
 * <p>An error that directly follows an error is no event at all, so that one gap in the stream counts once; what came
 * before the first event counts as an error. The 64 bits around the write position are kept in a field: the ring itself
 * is touched once in 64 events.
 */
final class ErrorHistory {

    private final long[] ring;
    private int length;
    private int position;
    private long word;
    private int events;
    private int errors;
    private boolean afterError;

    /**
     * @param maxLength the largest length that {@link #clear} will be given, in events
     */
    ErrorHistory(final int maxLength) {
        ring = new long[(maxLength + Long.SIZE - 1) / Long.SIZE];
    }

    /**
     * Forgets all events.
     *
     * @param newLength events to average over from now on
     */
    void clear(final int newLength) {
        length = newLength;
        position = 0;
        events = 0;
        errors = 0;
        afterError = true;
        Arrays.fill(ring, 0);
        word = 0;
    }

    /** Enters one event. */
    void record(final boolean error) {
        if (error && afterError) {
            return;
        }
        afterError = error;
        final int oldest = (int) (word >>> position) & 1;
        final int newest = error ? 1 : 0;
        // Written with the difference of the bits, so that nothing branches on them.
        word ^= (long) (oldest ^ newest) << position;
        errors += newest - oldest;
        if (events < length) {
            events++;
        }
        advance();
    }

    private void advance() {
        final int index = position >>> 6;
        position++;
        if (position == length) {
            position = 0;
        } else if ((position & Long.SIZE - 1) != 0) {
            return;
        }
        ring[index] = word;
        word = ring[position >>> 6];
    }

    /** Errors divided by events, 0.0 to 1.0; 1.0 when there was no event. */
    double rate() {
        return events == 0 ? 1.0 : (double) errors / events;
    }
}
