package tutti.server.jitter;

import java.util.Arrays;

/**
 * Which of the simulated buffers keep to the two bounds on the error rate over their last events (specification 6.5).
 * Sets of buffers are bit masks: bit i stands for buffer i.
 *
 * <p>An error that directly follows an error is no event at all, so that one gap in the stream counts once; what came
 * before the first event counts as an error.
 *
 * <p>Nearly every event is a success in all buffers, and changes nothing: {@link #record} only counts it. Work is done
 * for an error, and at those events, known ahead, at which a buffer may come to keep to a bound: when an error falls
 * out of its history, and, while the history fills, when enough events have come to outweigh its errors.
 *
 * <pre>
 *   clock         0     1     2     3     4     5  ...      calls of record
 *   buffer i     ok   error error  ok    ok    ok           an error after an error moves origin[i] on
 *   its event     0     1     -     2     3     4           clock - origin[i]
 * </pre>
 */
final class ErrorHistories {

    /** Later than any event. */
    private static final long NEVER = Long.MAX_VALUE / 2;

    /** Room for the longest history; a power of two, so that an event's bit is found by the low bits of its number. */
    private static final int WORDS = 32768 / Long.SIZE;

    private final int all;
    /** Per buffer, the errors in its history. */
    private final int[] errors;
    /** Per buffer, the clock less the number of its event at that clock. */
    private final long[] origin;
    /** Per buffer, the number of the event at which its oldest error falls out. */
    private final long[] leaving;
    /** Per buffer, the clock at which it has to be looked at. */
    private final long[] due;
    /** {@link #WORDS} words per buffer: the bits of its events in the history that are errors. */
    private final long[] errorBits;

    private int length;
    private int errorBound;
    private int upperBound;
    private long clock;
    /** The earliest {@link #due}. */
    private long nextDue;
    private int failedBefore;
    private int withinErrorBound;
    private int withinUpperBound;

    /**
     * @param buffers how many, 1 to 31
     */
    ErrorHistories(final int buffers) {
        all = (1 << buffers) - 1;
        errors = new int[buffers];
        origin = new long[buffers];
        leaving = new long[buffers];
        due = new long[buffers];
        errorBits = new long[buffers * WORDS];
    }

    /** Forgets all events: no buffer keeps to a bound until its first success. The bounds must be 2 or more. */
    void clear(final AutoSizeTuning tuning) {
        for (int buffer = 0; buffer < errors.length; buffer++) {
            if (errors[buffer] != 0) {
                Arrays.fill(errorBits, buffer * WORDS, (buffer + 1) * WORDS, 0);
            }
        }
        length = tuning.historyLength();
        errorBound = tuning.errorBound();
        upperBound = tuning.upperBound();
        clock = 0;
        nextDue = 0;
        failedBefore = all;
        withinErrorBound = 0;
        withinUpperBound = 0;
        // No event counts as a rate of 1: an error that the first event pushes out.
        Arrays.fill(origin, 0);
        Arrays.fill(leaving, 0);
        Arrays.fill(due, 0);
        Arrays.fill(errors, 1);
        for (int buffer = 0; buffer < errors.length; buffer++) {
            flip(buffer, -length);
        }
    }

    /**
     * Enters one put or get.
     *
     * @param failed the buffers in which it was an error
     */
    void record(final int failed) {
        if (failed == 0 && clock != nextDue) {
            failedBefore = 0;
            clock++;
        } else if ((failed & failedBefore) != all) {
            recordEach(failed);
        }
    }

    private void recordEach(final int failed) {
        for (int rest = failed & failedBefore; rest != 0; rest &= rest - 1) {
            final int buffer = Integer.numberOfTrailingZeros(rest);
            origin[buffer]++;
            due[buffer]++;
        }
        for (int rest = failed & ~failedBefore; rest != 0; rest &= rest - 1) {
            enter(Integer.numberOfTrailingZeros(rest), true);
        }
        if (clock == nextDue) {
            for (int rest = all & ~failed; rest != 0; rest &= rest - 1) {
                final int buffer = Integer.numberOfTrailingZeros(rest);
                if (due[buffer] == clock) {
                    enter(buffer, false);
                }
            }
        }
        failedBefore = failed;
        clock++;
        nextDue = earliest(due);
    }

    private static long earliest(final long[] times) {
        long earliest = NEVER;
        for (final long time : times) {
            earliest = Math.min(earliest, time);
        }
        return earliest;
    }

    private void enter(final int buffer, final boolean error) {
        final long event = clock - origin[buffer];
        if (event == leaving[buffer]) {
            final long oldest = event - length;
            flip(buffer, oldest);
            errors[buffer]--;
            leaving[buffer] = errors[buffer] == 0 ? NEVER : nextError(buffer, oldest + 1) + length;
        }
        if (error) {
            flip(buffer, event);
            if (errors[buffer] == 0) {
                leaving[buffer] = event + length;
            }
            errors[buffer]++;
        }
        judge(buffer, event + 1);
    }

    private void flip(final int buffer, final long event) {
        errorBits[word(buffer, event)] ^= 1L << event;
    }

    private static int word(final int buffer, final long event) {
        return buffer * WORDS + ((int) (event >> 6) & WORDS - 1);
    }

    /** The first error of a buffer at or after {@code event}; there must be one. */
    private long nextError(final int buffer, final long event) {
        long first = event & -Long.SIZE;
        long bits = errorBits[word(buffer, first)] & -1L << event;
        while (bits == 0) {
            first += Long.SIZE;
            bits = errorBits[word(buffer, first)];
        }
        return first + Long.numberOfTrailingZeros(bits);
    }

    /** Compares the error rate after {@code events} events with the bounds, and finds when to do so again. */
    private void judge(final int buffer, final long events) {
        final int forErrorBound = errors[buffer] * errorBound;
        final int forUpperBound = errors[buffer] * upperBound;
        final long counted = Math.min(events, length);
        withinErrorBound = withBit(withinErrorBound, buffer, forErrorBound <= counted);
        withinUpperBound = withBit(withinUpperBound, buffer, forUpperBound <= counted);
        due[buffer] = origin[buffer] + Math.min(leaving[buffer],
                Math.min(lastOf(forErrorBound, events), lastOf(forUpperBound, events)));
    }

    private static int withBit(final int mask, final int bit, final boolean value) {
        return value ? mask | 1 << bit : mask & ~(1 << bit);
    }

    /** The event that makes {@code wanted} events of the {@code events} there have been. */
    private static long lastOf(final int wanted, final long events) {
        return wanted > events ? wanted - 1 : NEVER;
    }

    /** The buffers whose error rate is at most B. */
    int withinErrorBound() {
        return withinErrorBound;
    }

    /** The buffers whose error rate is at most B_max. */
    int withinUpperBound() {
        return withinUpperBound;
    }
}
