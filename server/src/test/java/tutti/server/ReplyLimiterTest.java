package tutti.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.InetSocketAddress;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tutti.transport.PeerAddress;

class ReplyLimiterTest {

    private static final long SECOND = 1_000_000_000L;
    private static final int BURST = 1000;
    private static final int RATE = 100;

    private final ReplyLimiter limiter = new ReplyLimiter(BURST, RATE);

    private static PeerAddress address(final String host, final int port) {
        return new PeerAddress(new InetSocketAddress(host, port));
    }

    private int admitted(final PeerAddress to, final int bytes, final int times, final long now) {
        int admitted = 0;
        for (int i = 0; i < times; i++) {
            admitted += limiter.admits(to, bytes, now) ? 1 : 0;
        }
        return admitted;
    }

    @Test
    void shouldGiveAnIpv6NetworkOneBudget() {
        assertEquals(10, admitted(address("2001:db8::1", 5000), 100, 20, 0));
        assertEquals(0, admitted(address("2001:db8::2", 5000), 100, 20, 0));
        assertEquals(10, admitted(address("2001:db8:0:1::1", 5000), 100, 20, 0));
    }

    /** The clock's origin is arbitrary, so its values may be negative. */
    @ParameterizedTest
    @ValueSource(longs = {0, 5 * SECOND, -5 * SECOND, Long.MIN_VALUE + 1, Long.MAX_VALUE - 2 * SECOND})
    void shouldAdmitABurstAndThenWhatTheRateAllows(final long begin) {
        final PeerAddress to = address("192.0.2.1", 5000);
        assertEquals(10, admitted(to, 100, 20, begin));
        assertEquals(0, admitted(to, 100, 1, begin + SECOND / 2));
        assertEquals(1, admitted(to, 100, 20, begin + SECOND));
        assertEquals(10, admitted(to, 100, 20, begin + 100 * SECOND));
    }

    @Test
    void shouldRefillAtTheFullRateHoweverOftenItIsAsked() {
        final PeerAddress to = address("192.0.2.1", 5000);
        assertTrue(limiter.admits(to, BURST, 0));
        long bytes = 0;
        for (long now = 0; now < 100 * SECOND; now += SECOND * 19 / (10 * RATE)) {
            bytes += admitted(to, 1, 2, now);
        }
        assertEquals(100 * RATE, bytes, 2);
    }

    @Test
    void shouldShareABudgetAmongThePortsOfAnAddressAndWithNoOtherAddress() {
        assertTrue(limiter.admits(address("192.0.2.1", 5000), BURST, 0));
        assertFalse(limiter.admits(address("192.0.2.1", 6000), 1, 0));
        assertTrue(limiter.admits(address("192.0.2.2", 5000), BURST, 0));
        assertTrue(limiter.admits(address("2001:db8::1", 5000), BURST, 0));
        assertFalse(limiter.admits(address("2001:db8::1", 5001), 1, 0));
    }

    @Test
    void shouldNeverAdmitMoreThanTheBurst() {
        assertFalse(limiter.admits(address("192.0.2.1", 5000), BURST + 1, 0));
        assertFalse(limiter.admits(address("192.0.2.1", 5000), BURST + 1, 1000 * SECOND));
    }
}
