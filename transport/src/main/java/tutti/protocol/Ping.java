package tutti.protocol;

import static org.agrona.BitUtil.SIZE_OF_INT;

import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/**
 * Body of {@link MessageId#CLM_PING_MS} (section 3.4): the sender's clock, which the server sends back as it is.
 *
 * <pre>
 *   0           4
 *   +-----------+
 *   | time (ms) |
 *   +-----------+
 * </pre>
 */
public final class Ping extends MessageBody {
    /** The sender's clock in milliseconds. */
    public static final int TIME_FIELD_OFFSET = 0;
    /** Bytes of the body. */
    public static final int BODY_LENGTH = TIME_FIELD_OFFSET + SIZE_OF_INT;

    @Override
    public boolean wrap(final DirectBuffer buffer, final int offset, final int length) {
        set(buffer, offset, length);
        return length == BODY_LENGTH;
    }

    /**
     * The sender's clock.
     *
     * @return milliseconds modulo 2^32, as the {@code int} with the same bits; subtract to compare
     */
    public int timeMillis() {
        return i32(TIME_FIELD_OFFSET);
    }

    /**
     * Writes a body.
     *
     * @param buffer     receives it
     * @param offset     of the body
     * @param timeMillis the sender's clock, or the value being sent back
     * @return length of the body in bytes
     */
    public static int write(final MutableDirectBuffer buffer, final int offset, final int timeMillis) {
        Wire.putI32(buffer, offset + TIME_FIELD_OFFSET, timeMillis);
        return BODY_LENGTH;
    }
}
