package tutti.protocol;

import static org.agrona.BitUtil.SIZE_OF_BYTE;
import static org.agrona.BitUtil.SIZE_OF_SHORT;

import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/**
 * The frame around every message (section 1.1). One frame is one datagram; nothing may follow it.
 *
 * <pre>
 *   0       2       4     5       7               7+n     9+n
 *   +-------+-------+-----+-------+---------------+-------+
 *   | tag=0 |  id   | ctr |   n   |  body, n B    |  CRC  |
 *   +-------+-------+-----+-------+---------------+-------+
 *   |&lt;--------------- CRC covers ----------------&gt;|
 * </pre>
 *
 * Offsets taken by these methods are those of the frame's first byte.
 */
public final class Frame {
    /** Always zero. */
    public static final int TAG_FIELD_OFFSET = 0;
    /** Message id, see {@link MessageId}. */
    public static final int ID_FIELD_OFFSET = TAG_FIELD_OFFSET + SIZE_OF_SHORT;
    /** Counter of a reliable message; 0 in connectionless ones. */
    public static final int COUNTER_FIELD_OFFSET = ID_FIELD_OFFSET + SIZE_OF_SHORT;
    /** Number of body bytes. */
    public static final int LENGTH_FIELD_OFFSET = COUNTER_FIELD_OFFSET + SIZE_OF_BYTE;
    /** Bytes before the body. */
    public static final int HEADER_LENGTH = LENGTH_FIELD_OFFSET + SIZE_OF_SHORT;
    /** Bytes of the checksum after the body. */
    public static final int CRC_LENGTH = SIZE_OF_SHORT;
    /** Bytes of a frame that are not body. */
    public static final int OVERHEAD = HEADER_LENGTH + CRC_LENGTH;
    /** Longest body of a frame that every peer can read. */
    public static final int MAX_BODY_LENGTH = Limits.MAX_DATAGRAM_LENGTH - OVERHEAD;

    private Frame() {
    }

    /**
     * Whether a datagram has the tag and the length of a frame, whatever its checksum. One that has, but is no
     * {@linkplain #isMessage message}, was most likely damaged or forged.
     *
     * @param buffer holds the datagram
     * @param offset of its first byte
     * @param length of the datagram in bytes, from 0
     * @return true if tag and length are those of a frame
     */
    public static boolean hasFrameLength(final DirectBuffer buffer, final int offset, final int length) {
        return length >= OVERHEAD
            && Wire.u16(buffer, offset + TAG_FIELD_OFFSET) == 0
            && Wire.u16(buffer, offset + LENGTH_FIELD_OFFSET) == length - OVERHEAD;
    }

    /**
     * Whether a datagram is a message; everything that is not is audio (section 1.4). A mono audio block often starts
     * with two zero bytes like a frame, so the length and the checksum decide.
     *
     * @param buffer holds the datagram
     * @param offset of its first byte
     * @param length of the datagram in bytes, from 0
     * @return true if tag, length and checksum are those of a frame
     */
    public static boolean isMessage(final DirectBuffer buffer, final int offset, final int length) {
        return hasFrameLength(buffer, offset, length)
            && Wire.u16(buffer, offset + length - CRC_LENGTH) == Crc16.of(buffer, offset, length - CRC_LENGTH);
    }

    /**
     * Message id of a frame.
     *
     * @param buffer holds the frame
     * @param offset of the frame
     * @return 0 to 65535
     */
    public static int id(final DirectBuffer buffer, final int offset) {
        return Wire.u16(buffer, offset + ID_FIELD_OFFSET);
    }

    /**
     * Counter of a frame.
     *
     * @param buffer holds the frame
     * @param offset of the frame
     * @return 0 to 255
     */
    public static int counter(final DirectBuffer buffer, final int offset) {
        return Wire.u8(buffer, offset + COUNTER_FIELD_OFFSET);
    }

    /**
     * Length of a frame's body.
     *
     * @param buffer holds the frame
     * @param offset of the frame
     * @return bytes
     */
    public static int bodyLength(final DirectBuffer buffer, final int offset) {
        return Wire.u16(buffer, offset + LENGTH_FIELD_OFFSET);
    }

    /**
     * Where the body of a frame is, or is to be written.
     *
     * @param offset of the frame
     * @return offset of the body
     */
    public static int bodyOffset(final int offset) {
        return offset + HEADER_LENGTH;
    }

    /**
     * Completes a frame around a body that is already at {@link #bodyOffset}: writes header and checksum.
     *
     * @param buffer     holds the body, receives the rest
     * @param offset     of the frame
     * @param id         message id
     * @param counter    low 8 bits are written; 0 for connectionless messages
     * @param bodyLength bytes of the body, 0 to {@link #MAX_BODY_LENGTH}
     * @return length of the whole frame in bytes
     * @throws IllegalArgumentException if the body is longer than any peer reads
     */
    public static int write(final MutableDirectBuffer buffer, final int offset, final int id, final int counter,
        final int bodyLength) {
        if (bodyLength < 0 || bodyLength > MAX_BODY_LENGTH) {
            throw new IllegalArgumentException("body of message " + id + " has " + bodyLength
                + " bytes, a frame holds 0 to " + MAX_BODY_LENGTH + ": split it or leave entries out");
        }
        Wire.putU16(buffer, offset + TAG_FIELD_OFFSET, 0);
        Wire.putU16(buffer, offset + ID_FIELD_OFFSET, id);
        Wire.putU8(buffer, offset + COUNTER_FIELD_OFFSET, counter);
        Wire.putU16(buffer, offset + LENGTH_FIELD_OFFSET, bodyLength);
        final int crcOffset = HEADER_LENGTH + bodyLength;
        Wire.putU16(buffer, offset + crcOffset, Crc16.of(buffer, offset, crcOffset));
        return crcOffset + CRC_LENGTH;
    }
}
