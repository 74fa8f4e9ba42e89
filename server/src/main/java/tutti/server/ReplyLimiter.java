package tutti.server;

import java.util.Arrays;
import tutti.transport.PeerAddress;

/**
 * Bounds what strangers can make the server send to an address that may not be theirs. Each source address has a budget
 * of bytes that refills with time; addresses share a fixed number of budgets by hash, so a collision only makes the
 * bound stricter and no input makes the table grow.
 */
final class ReplyLimiter {

    private static final int BUDGETS = 1024;
    private static final long NANOS_PER_SECOND = 1_000_000_000L;

    private final long[] available = new long[BUDGETS];
    private final long[] refilled = new long[BUDGETS];
    private final long burstBytes;
    private final long bytesPerSecond;
    private final long fullNanos;

    /**
     * @param burstBytes bytes an address may get at once.
     * @param bytesPerSecond bytes a second by which a used budget refills.
     */
    ReplyLimiter(final long burstBytes, final long bytesPerSecond) {
        this.burstBytes = burstBytes;
        this.bytesPerSecond = bytesPerSecond;
        fullNanos = burstBytes * NANOS_PER_SECOND / bytesPerSecond;
        Arrays.fill(available, burstBytes);
    }

    /**
     * Asks whether a reply may be sent, and takes it off the address's budget if so.
     *
     * @param to where the reply would go; ports of one address, and addresses of one IPv6 network, share a budget.
     * @param bytes size of the reply.
     * @param now present time in ns.
     * @return whether to send it.
     */
    boolean admits(final PeerAddress to, final int bytes, final long now) {
        final int budget = budgetOf(to);
        final long elapsed = now - refilled[budget];
        if (elapsed < 0 || elapsed >= fullNanos) {
            available[budget] = burstBytes;
            refilled[budget] = now;
        } else {
            final long refill = elapsed * bytesPerSecond / NANOS_PER_SECOND;
            available[budget] = Math.min(burstBytes, available[budget] + refill);
            refilled[budget] += refill * NANOS_PER_SECOND / bytesPerSecond;
        }
        if (available[budget] < bytes) {
            return false;
        }
        available[budget] -= bytes;
        return true;
    }

    private static int budgetOf(final PeerAddress address) {
        final long mixed = address.network() * 0x9E3779B97F4A7C15L;
        return (int) (mixed >>> (Long.SIZE - Integer.numberOfTrailingZeros(BUDGETS)));
    }
}
