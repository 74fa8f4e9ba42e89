package tutti.protocol;

import static org.agrona.BitUtil.SIZE_OF_BYTE;
import static org.agrona.BitUtil.SIZE_OF_INT;

import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/**
 * Body of {@link MessageId#CLM_PING_MS_WITHNUMCLIENTS} (section 3.4): a ping whose answer tells how full the server is.
 *
 * <pre>
 *   0           4         5
 *   +-----------+---------+
 *   | time (ms) | clients |
 *   +-----------+---------+
 * </pre>
 */
public final class PingWithClients extends MessageBody {
    /** The asker's clock in milliseconds. */
    public static final int TIME_FIELD_OFFSET = 0;
    /** Number of clients; 0 in the request. */
    public static final int CLIENTS_FIELD_OFFSET = TIME_FIELD_OFFSET + SIZE_OF_INT;
    /** Bytes of the body. */
    public static final int BODY_LENGTH = CLIENTS_FIELD_OFFSET + SIZE_OF_BYTE;

    @Override
    public boolean wrap(final DirectBuffer buffer, final int offset, final int length) {
        set(buffer, offset, length);
        return length == BODY_LENGTH;
    }

    /**
     * The asker's clock.
     *
     * @return milliseconds modulo 2^32, as the {@code int} with the same bits; subtract to compare
     */
    public int timeMillis() {
        return i32(TIME_FIELD_OFFSET);
    }

    /**
     * Number of clients.
     *
     * @return 0 to 255; 0 in the request
     */
    public int clients() {
        return u8(CLIENTS_FIELD_OFFSET);
    }

    /**
     * Writes a body.
     *
     * @param buffer     receives it
     * @param offset     of the body
     * @param timeMillis the asker's clock, or the value being sent back
     * @param clients    number of clients, low 8 bits are written; 0 in the request
     * @return length of the body in bytes
     */
    public static int write(final MutableDirectBuffer buffer, final int offset, final int timeMillis,
        final int clients) {
        Wire.putI32(buffer, offset + TIME_FIELD_OFFSET, timeMillis);
        Wire.putU8(buffer, offset + CLIENTS_FIELD_OFFSET, clients);
        return BODY_LENGTH;
    }
}
