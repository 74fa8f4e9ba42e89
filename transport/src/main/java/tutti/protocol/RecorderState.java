package tutti.protocol;

import static org.agrona.BitUtil.SIZE_OF_BYTE;

import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/**
 * Body of {@link MessageId#RECORDER_STATE} (sections 3.2, 3.3, 4.10).
 *
 * <pre>
 *   0       1
 *   +-------+
 *   | state |
 *   +-------+
 * </pre>
 */
public final class RecorderState extends MessageBody {
    /** One of the constants below. */
    public static final int STATE_FIELD_OFFSET = 0;
    /** Bytes of the body. */
    public static final int BODY_LENGTH = STATE_FIELD_OFFSET + SIZE_OF_BYTE;

    /** The server has no usable recorder. */
    public static final int NOT_INITIALISED = 1;
    /** The recorder is ready, recording is off. */
    public static final int NOT_ENABLED = 2;
    /** Recording is on. */
    public static final int ENABLED = 3;

    @Override
    public boolean wrap(final DirectBuffer buffer, final int offset, final int length) {
        set(buffer, offset, length);
        return length == BODY_LENGTH && state() >= NOT_INITIALISED && state() <= ENABLED;
    }

    /**
     * State of the recorder.
     *
     * @return {@link #NOT_INITIALISED}, {@link #NOT_ENABLED} or {@link #ENABLED}
     */
    public int state() {
        return u8(STATE_FIELD_OFFSET);
    }

    /**
     * Writes a body.
     *
     * @param buffer receives it
     * @param offset of the body
     * @param state  {@link #NOT_INITIALISED}, {@link #NOT_ENABLED} or {@link #ENABLED}
     * @return length of the body in bytes
     */
    public static int write(final MutableDirectBuffer buffer, final int offset, final int state) {
        Wire.putU8(buffer, offset + STATE_FIELD_OFFSET, state);
        return BODY_LENGTH;
    }
}
