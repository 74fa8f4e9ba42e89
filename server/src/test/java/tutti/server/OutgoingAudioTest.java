package tutti.server;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tutti.protocol.TransportProperties;
import tutti.server.stats.Counters;

class OutgoingAudioTest {

    private final Arena arena = Arena.ofAuto();
    private final ManualClock clock = new ManualClock();
    private final MemoryTransport network = new MemoryTransport(clock);
    private final AudioSender sender = new AudioSender(network, 8, true, 0, new Counters(), clock);
    private final Session listener = new Session(0, Rig.codec(), arena);
    private final MemorySegment block = arena.allocate(StreamFormat.MAX_CODED_BYTES);
    private final List<byte[]> sent = new ArrayList<>();

    @BeforeEach
    void connect() {
        listener.connect(Rig.address(5000), clock.nanoTime());
        network.setListener((to, datagram) -> sent.add(datagram));
    }

    private void announce(final int base, final int factor, final boolean sequenced) {
        final UnsafeBuffer body = new UnsafeBuffer(new byte[TransportProperties.BODY_LENGTH]);
        TransportProperties.write(body, 0, base, factor, 1, TransportProperties.CODEC_OPUS64, sequenced ? 1 : 0);
        final TransportProperties properties = new TransportProperties();
        properties.wrap(body, 0, TransportProperties.BODY_LENGTH);
        listener.setFormat(properties);
    }

    /** Hands on a block of equal bytes, as an encoder might have made it, and ends the frame. */
    private void send(final int value) {
        hand(value, block);
        sender.finish();
    }

    private void hand(final int value, final MemorySegment where) {
        where.fill((byte) value);
        listener.outgoing().send(listener, where.address(), sender, clock.nanoTime());
    }

    private void assertSent(final int index, final String expected) {
        assertArrayEquals(expected.getBytes(StandardCharsets.ISO_8859_1), sent.get(index));
    }

    @Test
    void shouldPutASequenceByteBehindEachBlock() {
        announce(11, 2, true);
        send('a');
        assertEquals(0, sent.size());
        send('b');
        send('c');
        send('d');
        assertSent(0, "aaaaaaaaaa\0bbbbbbbbbb\1");
        assertSent(1, "cccccccccc\2dddddddddd\3");
    }

    @Test
    void shouldPutNothingBetweenBlocksWithoutSequenceBytesAndCountThemAllTheSame() {
        announce(10, 1, false);
        send('a');
        announce(11, 1, true);
        send('b');
        assertSent(0, "aaaaaaaaaa");
        assertSent(1, "bbbbbbbbbb\1");
    }

    @Test
    void shouldWrapTheSequenceByteAt256() {
        announce(11, 1, true);
        for (int number = 0; number < 600; number++) {
            send('x');
            assertEquals((byte) number, sent.get(number)[10]);
        }
    }

    @Test
    void shouldKeepApartTheTwoDatagramsOfOneFrame() {
        announce(11, 1, true);
        hand('a', block);
        hand('b', arena.allocate(StreamFormat.MAX_CODED_BYTES));
        sender.finish();
        assertSent(0, "aaaaaaaaaa\0");
        assertSent(1, "bbbbbbbbbb\1");
    }

    @Test
    void shouldDropAHalfFilledDatagramWhenTheFormatChanges() {
        announce(11, 2, true);
        send('a');
        announce(11, 1, true);
        send('b');
        assertEquals(1, sent.size());
        assertSent(0, "bbbbbbbbbb\1");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4})
    void shouldSendTheLargestBlocksWhole(final int factor) {
        announce(StreamFormat.MAX_CODED_BYTES + 1, factor, true);
        for (int number = 0; number < factor; number++) {
            send('a' + number);
        }
        assertEquals(1, sent.size());
        assertEquals(factor * (StreamFormat.MAX_CODED_BYTES + 1), sent.getFirst().length);
        for (int number = 0; number < factor; number++) {
            final int start = number * (StreamFormat.MAX_CODED_BYTES + 1);
            assertEquals('a' + number, sent.getFirst()[start]);
            assertEquals('a' + number, sent.getFirst()[start + StreamFormat.MAX_CODED_BYTES - 1]);
            assertEquals(number, sent.getFirst()[start + StreamFormat.MAX_CODED_BYTES]);
        }
    }
}
