package tutti.server;

import tutti.server.events.EventLog;
import tutti.server.stats.Counter;
import tutti.server.stats.Counters;

/** Turns skipped frames into two log lines: one when an overload begins and one when it is over. */
final class OverloadWatch {

    /** Frames without a skipped one after which an overload counts as over: two seconds. */
    private static final int CALM_FRAMES = 750;

    private final EventLog events;
    private final Counters counters;
    private boolean overloaded;
    private long skippedFrames;
    private int calmFrames;

    OverloadWatch(final EventLog events, final Counters counters) {
        this.events = events;
        this.counters = counters;
    }

    /**
     * Takes note of one frame.
     *
     * @param skipped frames skipped before it.
     * @param lasting whether they were skipped because a backlog would not melt.
     * @param clients clients connected now.
     */
    void note(final long skipped, final boolean lasting, final int clients) {
        if (lasting && !overloaded) {
            overloaded = true;
            skippedFrames = 0;
            counters.increment(Counter.OVERLOADS);
            events.overloadBegan(clients, (int) skipped);
        }
        if (!overloaded) {
            return;
        }
        skippedFrames += skipped;
        calmFrames = skipped > 0 ? 0 : calmFrames + 1;
        if (calmFrames == CALM_FRAMES) {
            overloaded = false;
            calmFrames = 0;
            events.overloadEnded(clients, skippedFrames);
        }
    }
}
