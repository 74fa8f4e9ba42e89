package tutti.server.admin;

import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import tutti.server.stats.Counter;
import tutti.server.stats.Counters;

/**
 * Whether the loop is alive, looked at once a second; a request gets the last result. No result in time counts as bad.
 */
final class HealthCheck implements Runnable {
    /** How often to look, milliseconds. */
    static final long PERIOD_MILLIS = 1_000;
    /** A loop that does not turn for this long has stalled, nanoseconds. */
    static final long STALL_NANOS = TimeUnit.SECONDS.toNanos(3);
    /** A result older than this says nothing, nanoseconds. */
    static final long STALE_NANOS = TimeUnit.SECONDS.toNanos(5);
    /** Skipped frames are mentioned for this long, nanoseconds. */
    static final long OVERLOAD_NANOS = TimeUnit.SECONDS.toNanos(10);

    private final Counters counters;
    private final LongSupplier nanoClock;
    private volatile Result last;
    private long turns;
    private long turnedNanos;
    private long skipped;
    private long skippedNanos;

    /**
     * @param healthy whether the loop turns
     * @param text    one line for a person
     * @param nanos   when it was found
     */
    record Result(boolean healthy, String text, long nanos) {
    }

    /**
     * @param counters  of the loop
     * @param nanoClock such as {@link System#nanoTime}
     */
    HealthCheck(final Counters counters, final LongSupplier nanoClock) {
        this.counters = counters;
        this.nanoClock = nanoClock;
        final long now = nanoClock.getAsLong();
        turnedNanos = now;
        skippedNanos = now - OVERLOAD_NANOS;
        last = new Result(true, "starting", now);
    }

    /** Looks. */
    @Override
    public void run() {
        final long now = nanoClock.getAsLong();
        final long nowTurns = counters.get(Counter.LOOP_TURNS);
        if (nowTurns != turns) {
            turns = nowTurns;
            turnedNanos = now;
        }
        final long nowSkipped = counters.get(Counter.FRAMES_SKIPPED);
        if (nowSkipped != skipped) {
            skipped = nowSkipped;
            skippedNanos = now;
        }
        last = judge(now);
    }

    /**
     * @return the last result, or a bad one when it is too old
     */
    Result result() {
        final Result result = last;
        final long age = nanoClock.getAsLong() - result.nanos();
        return age <= STALE_NANOS ? result
            : new Result(false, "unknown: not looked at for " + seconds(age), result.nanos());
    }

    private Result judge(final long now) {
        if (now - turnedNanos >= STALL_NANOS) {
            return new Result(false, "stalled: the loop has not turned for " + seconds(now - turnedNanos), now);
        }
        final String clients = counters.get(Counter.CLIENTS) + " clients";
        if (now - skippedNanos < OVERLOAD_NANOS) {
            return new Result(true, "overloaded: frames were dropped in the last 10 s, " + clients, now);
        }
        return new Result(true, "ok, " + clients, now);
    }

    private static String seconds(final long nanos) {
        return String.format(Locale.ROOT, "%.1f s", nanos / 1e9);
    }
}
