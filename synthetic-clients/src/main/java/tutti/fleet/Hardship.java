package tutti.fleet;

import java.util.Locale;

/**
 * What the clients of a fleet have to suffer, and do to the server.
 *
 * @param lossPercent    part of the packets to the server that are lost, and of the messages from it
 * @param reorderPercent part of the audio packets to the server that arrive after the next one
 * @param driftPpm       by how many millionths the clocks of the first and the last client are slow and fast; those of
 *                       the others lie evenly between
 * @param churnSeconds   mean time for which a client stays; 0: to the end
 * @param floodPerSecond hostile datagrams sent to the server in a second
 */
record Hardship(double lossPercent, double reorderPercent, double driftPpm, double churnSeconds, int floodPerSecond) {

    static final Hardship NONE = new Hardship(0, 0, 0, 0, 0);

    private static final double MAX_LOSS = 50;
    private static final double MAX_DRIFT = 10_000;
    private static final double MAX_STAY = 86_400;
    private static final int MAX_FLOOD = 100_000;

    Hardship {
        require(lossPercent, MAX_LOSS, "--loss");
        require(reorderPercent, MAX_LOSS, "--reorder");
        require(driftPpm, MAX_DRIFT, "--drift");
        require(churnSeconds, MAX_STAY, "--churn");
        require(floodPerSecond, MAX_FLOOD, "--flood");
    }

    private static void require(final double value, final double max, final String option) {
        if (!(value >= 0 && value <= max)) {
            throw new IllegalArgumentException(String.format(Locale.ROOT, "%s %s: 0 to %.0f are possible",
                    option, value, max));
        }
    }

    /** {@return whether the server cannot but play what a verifier would call wrong} */
    boolean spoilsTones() {
        return lossPercent > 0 || reorderPercent > 0 || churnSeconds > 0;
    }

    /** {@return by how many millionths the clock of client {@code number} of {@code clients} is fast} */
    double driftOf(final int number, final int clients) {
        return clients == 1 ? driftPpm : driftPpm * (2.0 * number / (clients - 1) - 1);
    }
}
