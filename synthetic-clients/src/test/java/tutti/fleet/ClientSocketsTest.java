package tutti.fleet;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ClientSocketsTest {

    private static final int DATAGRAMS = 5;

    /** Several at once: each sender's address lies elsewhere in memory. */
    @ParameterizedTest
    @ValueSource(strings = {"127.0.0.1", "::1"})
    void shouldTakeSeveralDatagramsOfTheServerAndNobodyElses(final String host) throws IOException {
        final InetAddress address = InetAddress.getByName(host);
        try (DatagramChannel server = DatagramChannel.open(); DatagramChannel stranger = DatagramChannel.open()) {
            try {
                server.bind(new InetSocketAddress(address, 0));
            } catch (final IOException e) {
                assumeTrue(false, "SKIPPED: this machine has no address " + host + ": " + e.getMessage());
            }
            stranger.bind(new InetSocketAddress(address, 0));
            try (ClientSockets sockets = new ClientSockets((InetSocketAddress) server.getLocalAddress(), 1);
                 Arena arena = Arena.ofConfined()) {
                final MemorySegment payload = arena.allocate(3);
                assertTrue(sockets.send(0, payload.address(), 3));
                final SocketAddress client = server.receive(ByteBuffer.allocate(16));
                for (int i = 0; i < DATAGRAMS; i++) {
                    (i == 2 ? stranger : server).send(ByteBuffer.wrap(new byte[10 + i]), client);
                }
                assertEquals(DATAGRAMS, sockets.receive(0));
                for (int i = 0; i < DATAGRAMS; i++) {
                    assertEquals(i == 2 ? 0 : 10 + i, sockets.length(i), "datagram " + i);
                }
            }
        }
    }
}
