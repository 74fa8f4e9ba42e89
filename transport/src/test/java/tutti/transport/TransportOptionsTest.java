package tutti.transport;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

final class TransportOptionsTest {
    private static final TransportOptions OPTIONS = TransportOptions.onPort(22124);

    @Test
    void refusesValuesOutOfRangeAndShowsThem() {
        assertRefused("65536", () -> TransportOptions.onPort(65536));
        assertRefused("-1", () -> TransportOptions.onPort(-1));
        assertRefused("0", () -> OPTIONS.withReceiveBufferBytes(0));
        assertRefused("256", () -> OPTIONS.withTrafficClass(256));
        assertRefused("-2", () -> OPTIONS.withTrafficClass(-2));
    }

    private static void assertRefused(final String shown, final Runnable action) {
        final String message = assertThrows(IllegalArgumentException.class, action::run).getMessage();
        assertTrue(message.endsWith(": " + shown), message);
    }

    @Test
    void changesOneValueAtATime() {
        final TransportOptions changed = OPTIONS.withBatchReceive(false).withSteering(false).withTrafficClass(184)
            .withReceiveBufferBytes(1000).withBindAddress(TransportSuite.IPV4);
        assertEquals(22124, changed.port());
        assertEquals(TransportSuite.IPV4, changed.bindAddress().orElseThrow());
        assertEquals(1000, changed.receiveBufferBytes());
        assertEquals(184, changed.trafficClass());
        assertEquals(false, changed.batchReceive());
        assertEquals(false, changed.steering());
    }
}
