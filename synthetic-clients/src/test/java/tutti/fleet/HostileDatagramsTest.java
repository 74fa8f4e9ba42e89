package tutti.fleet;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;
import java.util.HashSet;
import java.util.Set;
import java.util.SplittableRandom;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import tutti.protocol.Frame;

class HostileDatagramsTest {

    private static final int COUNT = 20_000;

    private final UnsafeBuffer buffer = new UnsafeBuffer(new byte[HostileDatagrams.MAX_LENGTH]);

    private byte[] next(final HostileDatagrams datagrams) {
        final byte[] content = new byte[datagrams.next(buffer)];
        buffer.getBytes(0, content);
        return content;
    }

    @Test
    void someAreValidFramesOfManyKindsAndMostAreNot() {
        final HostileDatagrams datagrams = new HostileDatagrams(new SplittableRandom(1));
        final Set<Integer> ids = new HashSet<>();
        int valid = 0;
        int longest = 0;
        for (int i = 0; i < COUNT; i++) {
            final int length = datagrams.next(buffer);
            longest = Math.max(longest, length);
            if (Frame.isMessage(buffer, 0, length)) {
                valid++;
                ids.add(Frame.id(buffer, 0));
            }
        }
        assertTrue(valid > COUNT / 4 && valid < COUNT / 2, valid + " valid frames");
        assertTrue(ids.size() > 1000, ids.size() + " message ids");
        assertEquals(HostileDatagrams.MAX_LENGTH, longest);
    }

    @Test
    void theSeedDecidesWhatTheyAre() {
        final HostileDatagrams one = new HostileDatagrams(new SplittableRandom(7));
        final HostileDatagrams other = new HostileDatagrams(new SplittableRandom(7));
        for (int i = 0; i < 1000; i++) {
            assertArrayEquals(next(one), next(other));
        }
    }

    @Test
    void aFloodArrivesFromSeveralAddressesAndEndsWhenItIsToldTo() throws IOException, InterruptedException {
        try (DatagramChannel server = DatagramChannel.open()) {
            server.bind(new InetSocketAddress(InetAddress.getByName("127.0.0.1"), 0));
            final Set<InetAddress> senders = new HashSet<>();
            try (Flood flood = new Flood((InetSocketAddress) server.getLocalAddress(), 10_000,
                    new SplittableRandom(1))) {
                final Thread thread = Thread.ofPlatform().start(flood);
                final ByteBuffer received = ByteBuffer.allocate(HostileDatagrams.MAX_LENGTH);
                for (int i = 0; i < 100; i++) {
                    senders.add(((InetSocketAddress) server.receive(received.clear())).getAddress());
                }
                flood.stop();
                thread.join();
                assertTrue(flood.sent() >= 100);
            }
            assertEquals(8, senders.size());
            assertTrue(senders.stream().allMatch(InetAddress::isLoopbackAddress));
        }
    }
}
