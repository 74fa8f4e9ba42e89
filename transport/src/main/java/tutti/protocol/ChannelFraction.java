package tutti.protocol;

import static org.agrona.BitUtil.SIZE_OF_BYTE;
import static org.agrona.BitUtil.SIZE_OF_SHORT;

import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/**
 * Common layout of {@link ChannelGain} and {@link ChannelPan}: a channel and a number in units of 1/32768.
 *
 * <pre>
 *   0            1               3
 *   +------------+---------------+
 *   | channel id | value x 32768 |
 *   +------------+---------------+
 * </pre>
 */
abstract sealed class ChannelFraction extends MessageBody permits ChannelGain, ChannelPan {
    /** Channel that the sender's setting is about. */
    public static final int CHANNEL_ID_FIELD_OFFSET = 0;
    /** The number, in units of 1/{@link #SCALE}. */
    public static final int VALUE_FIELD_OFFSET = CHANNEL_ID_FIELD_OFFSET + SIZE_OF_BYTE;
    /** Bytes of the body. */
    public static final int BODY_LENGTH = VALUE_FIELD_OFFSET + SIZE_OF_SHORT;

    /** The value on the wire that stands for 1.0. */
    public static final int SCALE = 0x8000;
    /** Largest value on the wire, a little below 2.0. */
    public static final int MAX_VALUE = 0xFFFF;

    @Override
    public final boolean wrap(final DirectBuffer buffer, final int offset, final int length) {
        set(buffer, offset, length);
        return length == BODY_LENGTH && Limits.isChannelId(channelId());
    }

    /**
     * The channel.
     *
     * @return 0 to {@link Limits#MAX_CHANNELS} - 1; whether it is connected is for the caller to know
     */
    public final int channelId() {
        return u8(CHANNEL_ID_FIELD_OFFSET);
    }

    final int value() {
        return u16(VALUE_FIELD_OFFSET);
    }

    /**
     * Writes a body.
     *
     * @param buffer    receives it
     * @param offset    of the body
     * @param channelId 0 to {@link Limits#MAX_CHANNELS} - 1
     * @param value     in units of 1/{@link #SCALE}, 0 to {@link #MAX_VALUE}; see {@link #toWire}
     * @return length of the body in bytes
     */
    public static int write(final MutableDirectBuffer buffer, final int offset, final int channelId, final int value) {
        Wire.putU8(buffer, offset + CHANNEL_ID_FIELD_OFFSET, channelId);
        Wire.putU16(buffer, offset + VALUE_FIELD_OFFSET, value);
        return BODY_LENGTH;
    }

    /**
     * Converts a number to the wire's unit, truncating as clients do.
     *
     * @param value the number; what the wire cannot hold is clamped
     * @return 0 to {@link #MAX_VALUE}
     */
    public static int toWire(final double value) {
        return (int) Math.clamp(value * SCALE, 0.0, MAX_VALUE);
    }
}
