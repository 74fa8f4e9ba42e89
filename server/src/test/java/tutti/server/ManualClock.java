package tutti.server;

import org.agrona.concurrent.EpochClock;
import org.agrona.concurrent.NanoClock;

/** A clock that a test moves. It begins at an odd time, so that nothing relies on zero. */
final class ManualClock implements NanoClock, EpochClock {

    private long nanos = 987_654_321L;
    private long stepNanos;

    /** Lets time go on by as much with every reading, as if the work between two readings took so long. */
    void setStepNanos(final long newStepNanos) {
        stepNanos = newStepNanos;
    }

    @Override
    public long nanoTime() {
        nanos += stepNanos;
        return nanos;
    }

    @Override
    public long time() {
        return nanos / 1_000_000;
    }

    /** Moves to a time, never backwards. */
    void moveTo(final long newNanos) {
        nanos = Math.max(nanos, newNanos);
    }

    void advance(final long by) {
        nanos += by;
    }
}
