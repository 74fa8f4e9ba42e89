package tutti.server;

import tutti.server.admin.LoopCommands;
import tutti.server.stats.Counters;
import tutti.server.stats.FrameStats;

/**
 * What other threads may see of the running loop, and the queue by which they may reach it.
 *
 * @param counters   everything counted
 * @param frameStats everything timed
 * @param commands   the way to the loop
 */
public record ServerMonitor(Counters counters, FrameStats frameStats, LoopCommands commands) {
    /**
     * @return a monitor with everything at zero
     */
    public static ServerMonitor create() {
        return new ServerMonitor(new Counters(), new FrameStats(), new LoopCommands());
    }
}
