package tutti.server;

import org.agrona.concurrent.SystemEpochClock;
import tutti.server.admin.LoopCommands;
import tutti.server.events.EventLog;
import tutti.server.stats.Counters;
import tutti.server.stats.FrameStats;

/**
 * What other threads may see of the running loop, and the queue by which they may reach it.
 *
 * @param counters   everything counted
 * @param frameStats everything timed
 * @param events     what the loop tells the log
 * @param commands   the way to the loop
 */
public record ServerMonitor(Counters counters, FrameStats frameStats, EventLog events, LoopCommands commands) {
    /**
     * @return a monitor with everything at zero
     */
    public static ServerMonitor create() {
        final Counters counters = new Counters();
        return new ServerMonitor(
            counters, new FrameStats(), new EventLog(SystemEpochClock.INSTANCE, counters), new LoopCommands());
    }
}
