package tutti.server;

import org.agrona.concurrent.EpochClock;
import org.agrona.concurrent.NanoClock;
import org.agrona.concurrent.SystemEpochClock;
import org.agrona.concurrent.SystemNanoClock;

/**
 * The times that a server goes by.
 *
 * @param loop the loop's time, on the base of {@link System#nanoTime()}, because the transport waits by that.
 * @param wall the time shown in chat.
 * @param tempo how many frames there are in the time of one: 1 for musicians, more for a {@link Rehearsal}.
 */
record ServerClocks(NanoClock loop, EpochClock wall, int tempo) {

    /** The machine's clocks, at the musicians' tempo. */
    static final ServerClocks SYSTEM = ofTempo(1);

    /** The machine's clocks, with frames so many times as fast. */
    static ServerClocks ofTempo(final int tempo) {
        return new ServerClocks(SystemNanoClock.INSTANCE, SystemEpochClock.INSTANCE, tempo);
    }
}
