package tutti.fleet;

/**
 * How long the phases of a run last.
 *
 * @param clients      number of clients
 * @param rampNanos    from the first client's beginning to the last one's
 * @param fadeInNanos  from the last client's first audio to the beginning of the count
 * @param countedNanos length of the count
 */
record RunTimes(int clients, long rampNanos, long fadeInNanos, long countedNanos) {

    /** {@return the slot from which on that client may begin} */
    long firstSlot(final int client) {
        return clients == 1 ? 0 : SlotPlan.atOrAfter(rampNanos / (clients - 1) * client);
    }
}
