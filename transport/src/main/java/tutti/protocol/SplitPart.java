package tutti.protocol;

import static org.agrona.BitUtil.SIZE_OF_BYTE;
import static org.agrona.BitUtil.SIZE_OF_SHORT;

import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/**
 * Body of {@link MessageId#SPLIT_CONTAINER} (section 2.4): a part of the body of a message too long for one datagram.
 *
 * <pre>
 *   0            2       3       4
 *   +------------+-------+-------+---------------------+
 *   | message id | parts | index | part of the body    |
 *   +------------+-------+-------+---------------------+
 * </pre>
 */
public final class SplitPart extends MessageBody {
    /** Id of the message that was split. */
    public static final int MESSAGE_ID_FIELD_OFFSET = 0;
    /** Number of parts. */
    public static final int PARTS_FIELD_OFFSET = MESSAGE_ID_FIELD_OFFSET + SIZE_OF_SHORT;
    /** Index of this part, from 0. */
    public static final int INDEX_FIELD_OFFSET = PARTS_FIELD_OFFSET + SIZE_OF_BYTE;
    /** Part of the original body, up to the end. */
    public static final int DATA_FIELD_OFFSET = INDEX_FIELD_OFFSET + SIZE_OF_BYTE;

    /** Bytes of the longest body that senders make; receivers accept more. */
    public static final int MAX_SENT_BODY_LENGTH = DATA_FIELD_OFFSET + Limits.SPLIT_PART_LENGTH;

    @Override
    public boolean wrap(final DirectBuffer buffer, final int offset, final int length) {
        set(buffer, offset, length);
        return length >= DATA_FIELD_OFFSET;
    }

    /**
     * Id of the message that was split.
     *
     * @return 0 to 65535
     */
    public int messageId() {
        return u16(MESSAGE_ID_FIELD_OFFSET);
    }

    /**
     * Number of parts.
     *
     * @return 0 to 255, not checked
     */
    public int parts() {
        return u8(PARTS_FIELD_OFFSET);
    }

    /**
     * Index of this part.
     *
     * @return 0 to 255, not checked
     */
    public int index() {
        return u8(INDEX_FIELD_OFFSET);
    }

    /**
     * Where this part of the original body starts.
     *
     * @return offset in the buffer
     */
    public int dataOffset() {
        return offset() + DATA_FIELD_OFFSET;
    }

    /**
     * Length of this part of the original body.
     *
     * @return bytes, from 0
     */
    public int dataLength() {
        return length() - DATA_FIELD_OFFSET;
    }

    /**
     * Writes a body.
     *
     * @param buffer       receives it
     * @param offset       of the body
     * @param messageId    id of the message that is split
     * @param parts        number of parts
     * @param index        of this part, from 0
     * @param source       holds the original body
     * @param sourceOffset of this part of it
     * @param dataLength   of this part of it in bytes
     * @return length of the body in bytes
     */
    public static int write(final MutableDirectBuffer buffer, final int offset, final int messageId, final int parts,
        final int index, final DirectBuffer source, final int sourceOffset, final int dataLength) {
        Wire.putU16(buffer, offset + MESSAGE_ID_FIELD_OFFSET, messageId);
        Wire.putU8(buffer, offset + PARTS_FIELD_OFFSET, parts);
        Wire.putU8(buffer, offset + INDEX_FIELD_OFFSET, index);
        buffer.putBytes(offset + DATA_FIELD_OFFSET, source, sourceOffset, dataLength);
        return DATA_FIELD_OFFSET + dataLength;
    }
}
