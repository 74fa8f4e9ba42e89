package tutti.protocol;

import static org.agrona.BitUtil.SIZE_OF_BYTE;

import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/**
 * Body of {@link MessageId#LICENCE_REQUIRED} (sections 3.2, 3.3): asks the client's user to agree to a licence.
 *
 * <pre>
 *   0              1
 *   +--------------+
 *   | licence type |
 *   +--------------+
 * </pre>
 */
public final class LicenceRequired extends MessageBody {
    /** 0 for none, 1 if one is required. */
    public static final int LICENCE_TYPE_FIELD_OFFSET = 0;
    /** Bytes of the body. */
    public static final int BODY_LENGTH = LICENCE_TYPE_FIELD_OFFSET + SIZE_OF_BYTE;

    private static final int REQUIRED = 1;

    @Override
    public boolean wrap(final DirectBuffer buffer, final int offset, final int length) {
        set(buffer, offset, length);
        return length == BODY_LENGTH && u8(LICENCE_TYPE_FIELD_OFFSET) <= REQUIRED;
    }

    /**
     * Whether a licence must be agreed to.
     *
     * @return false for none
     */
    public boolean isRequired() {
        return u8(LICENCE_TYPE_FIELD_OFFSET) == REQUIRED;
    }

    /**
     * Writes a body.
     *
     * @param buffer   receives it
     * @param offset   of the body
     * @param required whether a licence must be agreed to
     * @return length of the body in bytes
     */
    public static int write(final MutableDirectBuffer buffer, final int offset, final boolean required) {
        Wire.putU8(buffer, offset + LICENCE_TYPE_FIELD_OFFSET, required ? REQUIRED : 0);
        return BODY_LENGTH;
    }
}
