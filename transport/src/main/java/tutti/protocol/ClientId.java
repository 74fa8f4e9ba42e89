package tutti.protocol;

import static org.agrona.BitUtil.SIZE_OF_BYTE;

import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/**
 * Body of {@link MessageId#CLIENT_ID} (section 3.3): the receiver's own channel, the first message of a connection.
 *
 * <pre>
 *   0            1
 *   +------------+
 *   | channel id |
 *   +------------+
 * </pre>
 */
public final class ClientId extends MessageBody {
    /** The receiver's channel. */
    public static final int CHANNEL_ID_FIELD_OFFSET = 0;
    /** Bytes of the body. */
    public static final int BODY_LENGTH = CHANNEL_ID_FIELD_OFFSET + SIZE_OF_BYTE;

    @Override
    public boolean wrap(final DirectBuffer buffer, final int offset, final int length) {
        set(buffer, offset, length);
        return length == BODY_LENGTH && Limits.isChannelId(channelId());
    }

    /**
     * The receiver's channel.
     *
     * @return 0 to {@link Limits#MAX_CHANNELS} - 1
     */
    public int channelId() {
        return u8(CHANNEL_ID_FIELD_OFFSET);
    }

    /**
     * Writes a body.
     *
     * @param buffer    receives it
     * @param offset    of the body
     * @param channelId 0 to {@link Limits#MAX_CHANNELS} - 1
     * @return length of the body in bytes
     */
    public static int write(final MutableDirectBuffer buffer, final int offset, final int channelId) {
        Wire.putU8(buffer, offset + CHANNEL_ID_FIELD_OFFSET, channelId);
        return BODY_LENGTH;
    }
}
