package tutti.protocol;

import static org.agrona.BitUtil.SIZE_OF_BYTE;

import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/**
 * Body of {@link MessageId#MUTE_STATE_CHANGED} (sections 3.3, 4.6): tells a musician that another one has muted them or
 * no longer does.
 *
 * <pre>
 *   0            1       2
 *   +------------+-------+
 *   | channel id | muted |
 *   +------------+-------+
 * </pre>
 */
public final class MuteState extends MessageBody {
    /** Channel of the listener that changed its fader. */
    public static final int CHANNEL_ID_FIELD_OFFSET = 0;
    /** Non-zero if that listener has muted the receiver. */
    public static final int MUTED_FIELD_OFFSET = CHANNEL_ID_FIELD_OFFSET + SIZE_OF_BYTE;
    /** Bytes of the body. */
    public static final int BODY_LENGTH = MUTED_FIELD_OFFSET + SIZE_OF_BYTE;

    @Override
    public boolean wrap(final DirectBuffer buffer, final int offset, final int length) {
        set(buffer, offset, length);
        return length == BODY_LENGTH && Limits.isChannelId(channelId());
    }

    /**
     * Channel of the listener that changed its fader.
     *
     * @return 0 to {@link Limits#MAX_CHANNELS} - 1
     */
    public int channelId() {
        return u8(CHANNEL_ID_FIELD_OFFSET);
    }

    /**
     * Whether that listener has muted the receiver.
     *
     * @return false if it no longer does
     */
    public boolean isMuted() {
        return u8(MUTED_FIELD_OFFSET) != 0;
    }

    /**
     * Writes a body.
     *
     * @param buffer    receives it
     * @param offset    of the body
     * @param channelId channel of the listener
     * @param muted     whether it has muted the receiver
     * @return length of the body in bytes
     */
    public static int write(final MutableDirectBuffer buffer, final int offset, final int channelId,
        final boolean muted) {
        Wire.putU8(buffer, offset + CHANNEL_ID_FIELD_OFFSET, channelId);
        Wire.putU8(buffer, offset + MUTED_FIELD_OFFSET, muted ? 1 : 0);
        return BODY_LENGTH;
    }
}
