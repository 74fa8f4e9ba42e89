package tutti.harness.ceiling;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Says whether a server carried its clients: whether they got what they should, and no frame was left out.
 *
 * <p>One frame in a second, 1 of 375, may be missing: on a machine shared with others the processor is taken away now
 * and then, and a gap of a frame a second is what listeners' jitter buffers cover. A disturbance can only make a step
 * look worse than the server is, so a step is carried when one attempt at it was; the others are kept all the same.
 */
final class StopRule {
    /** Part of the frames that may be missing. */
    static final double TOLERANCE = 1.0 / 375;
    /** Part of its time that the fleet's thread may be busy before its own packets come late. */
    private static final double FLEET_LIMIT = 0.9;
    private static final double PERCENT = 100;

    private StopRule() {
    }

    /**
     * @param attempt whose load was as it should be
     * @return in what the server fell short; empty when it carried its clients
     */
    static List<String> missed(final Attempt attempt) {
        final List<String> missed = new ArrayList<>();
        final Attempt.FleetFigures fleet = attempt.fleet();
        if (fleet != null && fleet.minPacketsPerSecond() < fleet.expectedPacketsPerSecond() * (1 - TOLERANCE)) {
            missed.add(format("the client worst off received %.1f packets a second instead of %.1f",
                fleet.minPacketsPerSecond(), fleet.expectedPacketsPerSecond()));
        }
        final Attempt.FrameFigures frames = attempt.frames();
        if (frames != null && frames.skipped() > (frames.frames() + frames.skipped()) * TOLERANCE) {
            missed.add(format("%d frames of %d skipped", frames.skipped(), frames.frames() + frames.skipped()));
        }
        return missed;
    }

    /**
     * @param attempt at a step
     * @return why it tells nothing about the server; empty when it does
     */
    static List<String> unusable(final Attempt attempt) {
        final List<String> faults = new ArrayList<>();
        if (!attempt.failure().isEmpty()) {
            faults.add(attempt.failure());
        }
        final Attempt.FleetFigures fleet = attempt.fleet();
        if (fleet == null) {
            faults.add("the clients came to no end");
            return faults;
        }
        if (fleet.connected() != fleet.clients()) {
            faults.add(format("%d of %d clients connected", fleet.connected(), fleet.clients()));
        }
        if (fleet.busy() > FLEET_LIMIT) {
            faults.add(format("the fleet was at its own limit: its thread was busy for %.0f %% of the time",
                fleet.busy() * PERCENT));
        }
        final double offered = fleet.clients() * fleet.expectedPacketsPerSecond() * fleet.seconds();
        if (fleet.sent() < offered * (1 - TOLERANCE)) {
            faults.add(format("the clients sent %d packets instead of %.0f", fleet.sent(), offered));
        }
        return faults;
    }

    /**
     * @param attempt at a step
     * @return whether the server carried its clients
     */
    static boolean isCarried(final Attempt attempt) {
        return unusable(attempt).isEmpty() && missed(attempt).isEmpty();
    }

    private static String format(final String format, final Object... arguments) {
        return String.format(Locale.ROOT, format, arguments);
    }
}
