package tutti.server;

/**
 * How many chat messages one client may still send: a few at once and then one a second, because each one is copied to
 * everybody.
 */
final class ChatAllowance {

    private static final int BURST = 10;
    private static final long REFILL_NANOS = 1_000_000_000L;

    private int messages;
    private long refilled;

    /** Grants the full burst. */
    void refill(final long now) {
        messages = BURST;
        refilled = now;
    }

    /**
     * Takes one message off the allowance.
     *
     * @param now present time in ns.
     * @return false when there is none left.
     */
    boolean take(final long now) {
        final long earned = (now - refilled) / REFILL_NANOS;
        if (earned > 0) {
            messages = (int) Math.min(BURST, messages + earned);
            refilled += earned * REFILL_NANOS;
        }
        if (messages == 0) {
            return false;
        }
        messages--;
        return true;
    }
}
