package tutti.protocol;

import static org.agrona.BitUtil.SIZE_OF_INT;
import static org.agrona.BitUtil.SIZE_OF_SHORT;

import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/**
 * Body of {@link MessageId#CLM_SEND_EMPTY_MESSAGE} (section 3.4): a directory asks a server to send
 * {@link MessageId#CLM_EMPTY_MESSAGE} to a client, which opens the server's firewall for that client. The message
 * can be forged to make a server send to anybody: obey it only when it comes from one's own directory.
 *
 * <pre>
 *   0              4      6
 *   +--------------+------+
 *   | IPv4 address | port |
 *   +--------------+------+
 * </pre>
 *
 * The address is a number like any other (section 0.2): 203.0.113.7 is 0xCB007107.
 */
public final class SendEmptyMessage extends MessageBody {
    /** Address of the client. */
    public static final int ADDRESS_FIELD_OFFSET = 0;
    /** Port of the client. */
    public static final int PORT_FIELD_OFFSET = ADDRESS_FIELD_OFFSET + SIZE_OF_INT;
    /** Bytes of the body. */
    public static final int BODY_LENGTH = PORT_FIELD_OFFSET + SIZE_OF_SHORT;

    @Override
    public boolean wrap(final DirectBuffer buffer, final int offset, final int length) {
        set(buffer, offset, length);
        return length == BODY_LENGTH;
    }

    /**
     * IPv4 address of the client.
     *
     * @return the address with its first part in the top 8 bits
     */
    public int address() {
        return i32(ADDRESS_FIELD_OFFSET);
    }

    /**
     * Port of the client.
     *
     * @return 0 to 65535
     */
    public int port() {
        return u16(PORT_FIELD_OFFSET);
    }

    /**
     * Writes a body.
     *
     * @param buffer  receives it
     * @param offset  of the body
     * @param address IPv4 address of the client with its first part in the top 8 bits
     * @param port    of the client
     * @return length of the body in bytes
     */
    public static int write(final MutableDirectBuffer buffer, final int offset, final int address, final int port) {
        Wire.putI32(buffer, offset + ADDRESS_FIELD_OFFSET, address);
        Wire.putU16(buffer, offset + PORT_FIELD_OFFSET, port);
        return BODY_LENGTH;
    }
}
