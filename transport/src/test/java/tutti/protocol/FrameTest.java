package tutti.protocol;

import static java.nio.ByteOrder.LITTLE_ENDIAN;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

class FrameTest {
    private static final String CLIENT_ID_5 = "00 00 20 00 00 01 00 05 5c 9c";

    @Test
    void shouldWriteHeaderAndChecksumAroundTheBody() {
        final UnsafeBuffer buffer = new UnsafeBuffer(new byte[64]);
        buffer.setMemory(0, 64, (byte) 0xEE);

        final int length =
            Frame.write(buffer, 3, MessageId.CLIENT_ID, 0, ClientId.write(buffer, Frame.bodyOffset(3), 5));

        assertEquals(CLIENT_ID_5, Datagrams.hex(buffer, 3, length));
        assertEquals("ee ee ee", Datagrams.hex(buffer, 0, 3));
        assertEquals("ee", Datagrams.hex(buffer, 3 + length, 1));
    }

    @Test
    void shouldReadTheHeaderOfAFrameAnywhereInABuffer() {
        final UnsafeBuffer buffer = new UnsafeBuffer(new byte[64]);
        final UnsafeBuffer frame = Datagrams.buffer("00 00 0a 00 fe 02 00 06 00 00 00");
        buffer.putBytes(5, frame, 0, frame.capacity());

        assertEquals(MessageId.JITT_BUF_SIZE, Frame.id(buffer, 5));
        assertEquals(0xFE, Frame.counter(buffer, 5));
        assertEquals(2, Frame.bodyLength(buffer, 5));
        assertEquals(5 + 7, Frame.bodyOffset(5));
        assertEquals(9, Frame.OVERHEAD);
    }

    @Test
    void shouldTakeOnlyTheExactDatagramForAMessage() {
        final UnsafeBuffer frame = Datagrams.buffer(CLIENT_ID_5 + " 00 00");
        for (int length = 0; length <= frame.capacity(); length++) {
            assertEquals(length == 10, Frame.isMessage(frame, 0, length), "length " + length);
        }
    }

    @Test
    void shouldTakeADatagramWithAnyBitFlippedForAudio() {
        final UnsafeBuffer frame = Datagrams.buffer(CLIENT_ID_5);
        for (int bit = 0; bit < frame.capacity() * 8; bit++) {
            final byte good = frame.getByte(bit / 8);
            frame.putByte(bit / 8, (byte) (good ^ 1 << bit % 8));
            assertFalse(Frame.isMessage(frame, 0, frame.capacity()), "bit " + bit);
            frame.putByte(bit / 8, good);
        }
        assertTrue(Frame.isMessage(frame, 0, frame.capacity()));
    }

    @Test
    void shouldTakeAFrameWithAnotherTagForAudioEvenIfItsChecksumIsRight() {
        final UnsafeBuffer frame = Datagrams.buffer("01 00 20 00 00 01 00 05 00 00");
        frame.putShort(8, (short) Crc16.of(frame, 0, 8), LITTLE_ENDIAN);

        assertFalse(Frame.isMessage(frame, 0, frame.capacity()));
    }

    @Test
    void shouldTakeRawSilenceForAudio() {
        for (int length = 0; length <= 513; length++) {
            assertFalse(Frame.isMessage(new UnsafeBuffer(new byte[length]), 0, length), "length " + length);
        }
    }

    @Test
    void shouldWriteOnlyTheLowEightBitsOfACounter() {
        final UnsafeBuffer buffer = new UnsafeBuffer(new byte[9]);
        Frame.write(buffer, 0, MessageId.REQ_JITT_BUF_SIZE, 256 + 4, 0);

        assertEquals("00 00 0b 00 04 00 00 0e 3e", Datagrams.hex(buffer, 0, 9));
    }

    @Test
    void shouldHoldABodyUpToTheLongestDatagramAnyPeerReads() {
        final UnsafeBuffer buffer = new UnsafeBuffer(new byte[Limits.MAX_DATAGRAM_LENGTH]);
        assertEquals(20_000, Frame.write(buffer, 0, MessageId.CHAT_TEXT, 0, Frame.MAX_BODY_LENGTH));
        assertTrue(Frame.isMessage(buffer, 0, 20_000));

        final IllegalArgumentException tooLong = assertThrows(IllegalArgumentException.class,
            () -> Frame.write(buffer, 0, MessageId.CHAT_TEXT, 0, Frame.MAX_BODY_LENGTH + 1));
        assertTrue(tooLong.getMessage().contains("19992"), tooLong.getMessage());
    }

    @Property
    void shouldRecogniseWhatItWrote(@ForAll @Size(max = 300) final byte[] body,
        @ForAll @IntRange(max = 0xFFFF) final int id, @ForAll @IntRange(max = 0xFF) final int counter) {
        final UnsafeBuffer buffer = new UnsafeBuffer(new byte[body.length + Frame.OVERHEAD]);
        buffer.putBytes(Frame.bodyOffset(0), body);

        final int length = Frame.write(buffer, 0, id, counter, body.length);

        assertEquals(buffer.capacity(), length);
        assertTrue(Frame.isMessage(buffer, 0, length));
        assertEquals(id, Frame.id(buffer, 0));
        assertEquals(counter, Frame.counter(buffer, 0));
        assertEquals(body.length, Frame.bodyLength(buffer, 0));
    }
}
