package tutti.server;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tutti.protocol.TransportProperties;

class OutgoingAudioTest {

    private final Arena arena = Arena.ofAuto();
    private final OutgoingAudio outgoing = new OutgoingAudio(arena);

    private static StreamFormat format(final int base, final int factor, final boolean sequenced) {
        final UnsafeBuffer body = new UnsafeBuffer(new byte[TransportProperties.BODY_LENGTH]);
        TransportProperties.write(body, 0, base, factor, 1, TransportProperties.CODEC_OPUS64, sequenced ? 1 : 0);
        final TransportProperties properties = new TransportProperties();
        properties.wrap(body, 0, TransportProperties.BODY_LENGTH);
        final StreamFormat format = new StreamFormat();
        format.set(properties);
        return format;
    }

    /** Writes a block of equal bytes as an encoder would. */
    private boolean write(final StreamFormat format, final int value) {
        at(outgoing.nextBlock(format), format.codedBytes()).fill((byte) value);
        return outgoing.blockWritten(format);
    }

    private static MemorySegment at(final long address, final int length) {
        return MemorySegment.ofAddress(address).reinterpret(length);
    }

    private byte[] completed(final StreamFormat format) {
        return at(outgoing.completed(), format.datagramBytes()).toArray(ValueLayout.JAVA_BYTE);
    }

    @Test
    void shouldPutASequenceByteBehindEachBlock() {
        final StreamFormat format = format(11, 2, true);
        assertFalse(write(format, 'a'));
        assertTrue(write(format, 'b'));
        assertArrayEquals("aaaaaaaaaa\0bbbbbbbbbb\1".getBytes(), completed(format));
        write(format, 'c');
        write(format, 'd');
        assertArrayEquals("cccccccccc\2dddddddddd\3".getBytes(), completed(format));
    }

    @Test
    void shouldPutNothingBetweenBlocksWithoutSequenceBytesAndCountThemAllTheSame() {
        write(format(10, 1, false), 'a');
        assertArrayEquals("aaaaaaaaaa".getBytes(), completed(format(10, 1, false)));
        write(format(11, 1, true), 'b');
        assertArrayEquals("bbbbbbbbbb\1".getBytes(), completed(format(11, 1, true)));
    }

    @Test
    void shouldWrapTheSequenceByteAt256() {
        final StreamFormat format = format(11, 1, true);
        for (int block = 0; block < 600; block++) {
            assertTrue(write(format, block));
            assertEquals((byte) block, completed(format)[10]);
        }
    }

    @Test
    void shouldLeaveTheLastButOneDatagramAsItIs() {
        final StreamFormat format = format(11, 1, true);
        write(format, 'a');
        final long first = outgoing.completed();
        write(format, 'b');
        assertNotEquals(first, outgoing.completed());
        assertArrayEquals("aaaaaaaaaa\0".getBytes(), at(first, 11).toArray(ValueLayout.JAVA_BYTE));
    }

    @Test
    void shouldDropAHalfFilledDatagramWhenTheFormatChanges() {
        write(format(11, 2, true), 'a');
        outgoing.restart();
        assertTrue(write(format(11, 1, true), 'b'));
        assertArrayEquals("bbbbbbbbbb\1".getBytes(), completed(format(11, 1, true)));
    }

    /** Datagrams of all sizes stay within their memory, which the segment behind the address does not check. */
    @ParameterizedTest
    @CsvSource({"1277, 4", "1277, 1", "10, 4"})
    void shouldHoldTwoOfTheLargestDatagrams(final int base, final int factor) {
        final StreamFormat format = format(base, factor, true);
        final long lowest = outgoing.nextBlock(format);
        for (int block = 0; block < 4 * factor; block++) {
            final long offset = outgoing.nextBlock(format) - lowest;
            assertTrue(offset >= 0 && offset + base <= 2 * ((StreamFormat.MAX_DATAGRAM_BYTES + 63) / 64 * 64));
            write(format, block);
        }
    }
}
