package tutti.protocol;

import static org.agrona.BitUtil.SIZE_OF_SHORT;

import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/**
 * Body of {@link MessageId#ACKN} (section 2.1). Its frame carries the counter of the acknowledged message; it is sent
 * at once and never acknowledged itself.
 *
 * <pre>
 *   0            2
 *   +------------+
 *   | message id |
 *   +------------+
 * </pre>
 */
public final class Acknowledgement extends MessageBody {
    /** Id of the acknowledged message. */
    public static final int MESSAGE_ID_FIELD_OFFSET = 0;
    /** Bytes of the body. */
    public static final int BODY_LENGTH = MESSAGE_ID_FIELD_OFFSET + SIZE_OF_SHORT;

    @Override
    public boolean wrap(final DirectBuffer buffer, final int offset, final int length) {
        set(buffer, offset, length);
        return length == BODY_LENGTH;
    }

    /**
     * Id of the acknowledged message.
     *
     * @return 0 to 65535
     */
    public int messageId() {
        return u16(MESSAGE_ID_FIELD_OFFSET);
    }

    /**
     * Writes a body.
     *
     * @param buffer    receives it
     * @param offset    of the body
     * @param messageId id of the acknowledged message
     * @return length of the body in bytes
     */
    public static int write(final MutableDirectBuffer buffer, final int offset, final int messageId) {
        Wire.putU16(buffer, offset + MESSAGE_ID_FIELD_OFFSET, messageId);
        return BODY_LENGTH;
    }
}
