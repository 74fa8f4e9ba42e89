package tutti.protocol;

import static org.agrona.BitUtil.SIZE_OF_BYTE;

import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/**
 * Body of {@link MessageId#REQ_CHANNEL_LEVEL_LIST} (section 3.3). Clients still send it for old servers; current ones
 * send level lists to everybody.
 *
 * <pre>
 *   0        1
 *   +--------+
 *   | wanted |
 *   +--------+
 * </pre>
 */
public final class LevelListRequest extends MessageBody {
    /** Non-zero if the sender wants level lists. */
    public static final int WANTED_FIELD_OFFSET = 0;
    /** Bytes of the body. */
    public static final int BODY_LENGTH = WANTED_FIELD_OFFSET + SIZE_OF_BYTE;

    @Override
    public boolean wrap(final DirectBuffer buffer, final int offset, final int length) {
        set(buffer, offset, length);
        return length == BODY_LENGTH;
    }

    /**
     * Whether the sender wants level lists.
     *
     * @return false if it does not
     */
    public boolean isWanted() {
        return u8(WANTED_FIELD_OFFSET) != 0;
    }

    /**
     * Writes a body.
     *
     * @param buffer receives it
     * @param offset of the body
     * @param wanted whether the sender wants level lists
     * @return length of the body in bytes
     */
    public static int write(final MutableDirectBuffer buffer, final int offset, final boolean wanted) {
        Wire.putU8(buffer, offset + WANTED_FIELD_OFFSET, wanted ? 1 : 0);
        return BODY_LENGTH;
    }
}
