package tutti.protocol;

import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/**
 * Body of {@link MessageId#CLM_CHANNEL_LEVEL_LIST} (sections 3.4, 4.9): one level of 4 bits for each connected channel,
 * in ascending order of channel id. With an odd number of channels the last high nibble is {@link #END}, no level.
 *
 * <pre>
 *   byte  0               1
 *         +-------+-------+-------+-------+----
 *         | lvl 1 | lvl 0 | lvl 3 | lvl 2 |  ...
 *         +-------+-------+-------+-------+----
 *   bit   7     4 3     0 7     4 3     0
 * </pre>
 */
public final class ChannelLevels extends MessageBody {
    /** Loudest level, which clients show as clipping. */
    public static final int MAX_LEVEL = 9;
    /** The nibble that fills the last byte up. */
    public static final int END = 0xF;
    /** Bytes of the longest body. */
    public static final int MAX_BODY_LENGTH = (Limits.MAX_CHANNELS + 1) / 2;

    private static final int NIBBLE_BITS = 4;

    private int count;

    @Override
    public boolean wrap(final DirectBuffer buffer, final int offset, final int length) {
        set(buffer, offset, length);
        if (length > MAX_BODY_LENGTH) {
            return false;
        }
        count = 2 * length;
        for (int i = 0; i < length; i++) {
            if (u8(i) >>> NIBBLE_BITS == END) {
                count = 2 * i + 1;
                break;
            }
        }
        return true;
    }

    /**
     * Number of levels.
     *
     * @return 0 to {@link Limits#MAX_CHANNELS}
     */
    public int count() {
        return count;
    }

    /**
     * One level.
     *
     * @param index position among the connected channels, 0 to {@link #count} - 1
     * @return 0 to {@link #MAX_LEVEL}, not checked
     */
    public int level(final int index) {
        final int pair = u8(index / 2);
        return (index & 1) == 0 ? pair & END : pair >>> NIBBLE_BITS;
    }

    /**
     * Writes a body.
     *
     * @param buffer receives it
     * @param offset of the body
     * @param levels of the connected channels in ascending order of id, each 0 to {@link #MAX_LEVEL}
     * @param count  number of levels, 0 to {@link Limits#MAX_CHANNELS}
     * @return length of the body in bytes
     */
    public static int write(final MutableDirectBuffer buffer, final int offset, final byte[] levels, final int count) {
        final int length = (count + 1) / 2;
        for (int i = 0; i < length; i++) {
            final int low = levels[2 * i];
            final int high = 2 * i + 1 < count ? levels[2 * i + 1] : END;
            Wire.putU8(buffer, offset + i, high << NIBBLE_BITS | low);
        }
        return length;
    }
}
