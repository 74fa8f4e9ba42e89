package tutti.protocol;

import static org.agrona.BitUtil.SIZE_OF_INT;
import static org.agrona.BitUtil.SIZE_OF_SHORT;

import org.agrona.DirectBuffer;

/**
 * Body of {@link MessageId#CLM_RED_SERVER_LIST} (sections 3.4, 7.4): a directory's servers with no more than a client
 * needs to reach them. Sent before {@link ServerList}, which may get lost on its way for being fragmented.
 *
 * <pre>
 *   0              4      6     7
 *   +--------------+------+-----+-------------------+
 *   | IPv4 address | port |  n  | name, n B of UTF-8|
 *   +--------------+------+-----+-------------------+
 *
 *   repeated for each server
 * </pre>
 *
 * Address and port as in {@link ServerList}.
 */
public final class ReducedServerList extends ListBody {
    /** Address of the server. */
    public static final int ADDRESS_FIELD_OFFSET = 0;
    /** Port of the server. */
    public static final int PORT_FIELD_OFFSET = ADDRESS_FIELD_OFFSET + SIZE_OF_INT;
    /** Server name with a length of one byte before it. */
    public static final int NAME_FIELD_OFFSET = PORT_FIELD_OFFSET + SIZE_OF_SHORT;

    /** Bytes of the longest valid entry. */
    public static final int MAX_ENTRY_LENGTH = NAME_FIELD_OFFSET + Utf8Field.SHORT_PREFIX_LENGTH
        + Limits.MAX_SERVER_NAME_CHARS * Limits.MAX_BYTES_PER_CHAR;

    private final Utf8Field name = new Utf8Field();
    private DirectBuffer list;
    private int entry;

    @Override
    int wrapEntry(final DirectBuffer buffer, final int entry, final int end) {
        list = buffer;
        this.entry = entry;
        return name.wrapShort(buffer, entry + NAME_FIELD_OFFSET, end, Limits.MAX_SERVER_NAME_CHARS);
    }

    /**
     * IPv4 address of the current entry.
     *
     * @return the address with its first part in the top 8 bits; 0 for the directory
     */
    public int address() {
        return Wire.i32(list, entry + ADDRESS_FIELD_OFFSET);
    }

    /**
     * Port of the current entry.
     *
     * @return 0 to 65535; 0 for the directory
     */
    public int port() {
        return Wire.u16(list, entry + PORT_FIELD_OFFSET);
    }

    /**
     * Name of the current entry.
     *
     * @return a view, the same one for every entry
     */
    public Utf8Field name() {
        return name;
    }

    /** Writes a list. */
    public static final class Writer extends ListWriter {
        /**
         * Adds a server.
         *
         * @param address IPv4 address with its first part in the top 8 bits; 0 for the directory
         * @param port    port; 0 for the directory
         * @param name    any region, see {@link Utf8Field#wrapText}; at most {@link Utf8Field#MAX_SHORT_LENGTH} bytes
         * @throws IllegalArgumentException if the name is too long for its length byte
         */
        public void add(final int address, final int port, final Utf8Field name) {
            Wire.putI32(buffer(), position() + ADDRESS_FIELD_OFFSET, address);
            Wire.putU16(buffer(), position() + PORT_FIELD_OFFSET, port);
            advance(NAME_FIELD_OFFSET);
            advance(Utf8Field.writeShort(buffer(), position(), name));
        }
    }
}
