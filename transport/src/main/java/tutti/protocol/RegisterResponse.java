package tutti.protocol;

import static org.agrona.BitUtil.SIZE_OF_BYTE;

import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/**
 * Body of {@link MessageId#CLM_REGISTER_SERVER_RESP} (sections 3.2, 3.4): a directory's answer to a registration.
 *
 * <pre>
 *   0        1
 *   +--------+
 *   | result |
 *   +--------+
 * </pre>
 */
public final class RegisterResponse extends MessageBody {
    /** One of the constants below. */
    public static final int RESULT_FIELD_OFFSET = 0;
    /** Bytes of the body. */
    public static final int BODY_LENGTH = RESULT_FIELD_OFFSET + SIZE_OF_BYTE;

    /** The server is listed. */
    public static final int REGISTERED = 0;
    /** The directory's list is full. */
    public static final int LIST_FULL = 1;
    /** The directory wants a later version. */
    public static final int VERSION_TOO_OLD = 2;
    /** The directory does not take this server. */
    public static final int REQUIREMENTS_NOT_FULFILLED = 3;

    @Override
    public boolean wrap(final DirectBuffer buffer, final int offset, final int length) {
        set(buffer, offset, length);
        return length == BODY_LENGTH && result() <= REQUIREMENTS_NOT_FULFILLED;
    }

    /**
     * Result of the registration.
     *
     * @return {@link #REGISTERED} to {@link #REQUIREMENTS_NOT_FULFILLED}
     */
    public int result() {
        return u8(RESULT_FIELD_OFFSET);
    }

    /**
     * Writes a body.
     *
     * @param buffer receives it
     * @param offset of the body
     * @param result {@link #REGISTERED} to {@link #REQUIREMENTS_NOT_FULFILLED}
     * @return length of the body in bytes
     */
    public static int write(final MutableDirectBuffer buffer, final int offset, final int result) {
        Wire.putU8(buffer, offset + RESULT_FIELD_OFFSET, result);
        return BODY_LENGTH;
    }
}
