package tutti.protocol;

import static org.agrona.BitUtil.SIZE_OF_SHORT;

import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/**
 * Body of {@link MessageId#JITT_BUF_SIZE} (section 3.3): a client's wish for the server's jitter buffer, or the size
 * that the server's automatic has chosen.
 *
 * <pre>
 *   0        2
 *   +--------+
 *   | blocks |
 *   +--------+
 * </pre>
 */
public final class JitterBufferSize extends MessageBody {
    /** Size in blocks, or {@link #AUTOMATIC}. */
    public static final int BLOCKS_FIELD_OFFSET = 0;
    /** Bytes of the body. */
    public static final int BODY_LENGTH = BLOCKS_FIELD_OFFSET + SIZE_OF_SHORT;

    /** Smallest size, in blocks. */
    public static final int MIN_BLOCKS = 1;
    /** Largest size, in blocks. */
    public static final int MAX_BLOCKS = 20;
    /** The value that stands for "automatic". */
    public static final int AUTOMATIC = MAX_BLOCKS + 1;

    @Override
    public boolean wrap(final DirectBuffer buffer, final int offset, final int length) {
        set(buffer, offset, length);
        return length == BODY_LENGTH && blocks() >= MIN_BLOCKS && blocks() <= AUTOMATIC;
    }

    /**
     * The size.
     *
     * @return {@link #MIN_BLOCKS} to {@link #MAX_BLOCKS} blocks, or {@link #AUTOMATIC}
     */
    public int blocks() {
        return u16(BLOCKS_FIELD_OFFSET);
    }

    /**
     * Whether the size is to be chosen automatically.
     *
     * @return true if {@link #blocks} is {@link #AUTOMATIC}
     */
    public boolean isAutomatic() {
        return blocks() == AUTOMATIC;
    }

    /**
     * Writes a body.
     *
     * @param buffer receives it
     * @param offset of the body
     * @param blocks {@link #MIN_BLOCKS} to {@link #MAX_BLOCKS}, or {@link #AUTOMATIC}
     * @return length of the body in bytes
     */
    public static int write(final MutableDirectBuffer buffer, final int offset, final int blocks) {
        Wire.putU16(buffer, offset + BLOCKS_FIELD_OFFSET, blocks);
        return BODY_LENGTH;
    }
}
