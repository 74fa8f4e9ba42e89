package tutti.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import tutti.protocol.TransportProperties;
import tutti.transport.PeerAddress;

class EarlyPropertiesTest {

    private static final int CAPACITY = 4;
    private static final int OFFSET = 3;

    private final EarlyProperties early = new EarlyProperties(CAPACITY);
    private final PendingPeers pending = new PendingPeers(16, 16);

    private void remember(final int port, final int counter, final int baseBytes, final long now) {
        final UnsafeBuffer buffer = new UnsafeBuffer(new byte[OFFSET + TransportProperties.BODY_LENGTH]);
        TransportProperties.write(buffer, OFFSET, baseBytes, 1, 1, TransportProperties.CODEC_OPUS, 0);
        early.remember(Rig.address(port), counter, buffer, OFFSET, now);
    }

    /** The pending entry of a stranger whose first audio comes now. */
    private int open(final int port, final long now) {
        final PeerAddress from = Rig.address(port);
        final int entry = pending.add(from, 0, now);
        early.moveTo(from, pending, entry, now);
        return entry;
    }

    private void assertRemembered(final int entry, final int counter, final int baseBytes) {
        assertTrue(pending.hasProperties(entry));
        assertEquals(counter, pending.propertiesCounter(entry));
        final TransportProperties properties = new TransportProperties();
        assertTrue(properties.wrap(pending.properties(entry), 0, TransportProperties.BODY_LENGTH));
        assertEquals(baseBytes, properties.baseSize());
    }

    @Test
    void shouldHandEachStrangerItsOwnLatestProperties() {
        remember(1, 10, 40, 0);
        remember(2, 20, 50, 0);
        remember(1, 11, 41, 0);
        assertRemembered(open(1, 0), 11, 41);
        assertRemembered(open(2, 0), 20, 50);
        assertFalse(pending.hasProperties(open(3, 0)));
    }

    @Test
    void shouldHandThemOverOnce() {
        remember(1, 10, 40, 0);
        pending.remove(open(1, 0));
        assertFalse(pending.hasProperties(open(1, 0)));
    }

    @Test
    void shouldForgetThemAfterTheirLifetime() {
        remember(1, 10, 40, 0);
        remember(2, 10, 40, 0);
        assertTrue(pending.hasProperties(open(1, EarlyProperties.LIFETIME_NANOS)));
        assertFalse(pending.hasProperties(open(2, EarlyProperties.LIFETIME_NANOS + 1)));
    }

    @Test
    void shouldOverwriteTheOldestWhenFull() {
        for (int port = 1; port <= CAPACITY + 1; port++) {
            remember(port, port, 40 + port, 0);
        }
        assertFalse(pending.hasProperties(open(1, 0)));
        for (int port = 2; port <= CAPACITY + 1; port++) {
            assertRemembered(open(port, 0), port, 40 + port);
        }
    }
}
