package tutti.fleet;

/**
 * Whose turn it is: every client sends once in the time of a datagram, by its own clock, which may be fast or slow. The
 * clocks are kept in slots of {@link SlotPlan}; a client sends in the first slot that is not before its time.
 */
final class Turns {

    private static final double MILLION = 1e6;

    private final double[] due;
    private final double[] period;
    private final boolean drifting;

    /**
     * @param slots slots in the time of a datagram
     * @param first slot in which each client may send first
     * @param ppm   by how many millionths each client's clock is fast
     */
    Turns(final int slots, final int[] first, final double[] ppm) {
        this.due = new double[first.length];
        this.period = new double[first.length];
        boolean anyDrift = false;
        for (int i = 0; i < first.length; i++) {
            due[i] = first[i];
            period[i] = slots / (1 + ppm[i] / MILLION);
            anyDrift |= ppm[i] != 0;
        }
        this.drifting = anyDrift;
    }

    /** {@return turns of clients whose clocks are all right, in the slots of the plan} */
    static Turns exact(final SlotPlan plan, final int clients) {
        final int[] first = new int[clients];
        for (int i = 0; i < clients; i++) {
            first[i] = plan.slotOf(i);
        }
        return new Turns(plan.slots(), first, new double[clients]);
    }

    /** {@return whether that client sends in that slot; true once for each of its periods} */
    boolean take(final int client, final long slot) {
        if (slot < due[client]) {
            return false;
        }
        due[client] += period[client];
        return true;
    }

    /** {@return whether any client may send in a slot in which the plan has nobody} */
    boolean areDrifting() {
        return drifting;
    }
}
