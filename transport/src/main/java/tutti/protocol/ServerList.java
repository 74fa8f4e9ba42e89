package tutti.protocol;

import static org.agrona.BitUtil.SIZE_OF_BYTE;
import static org.agrona.BitUtil.SIZE_OF_INT;
import static org.agrona.BitUtil.SIZE_OF_SHORT;

import org.agrona.DirectBuffer;

/**
 * Body of {@link MessageId#CLM_SERVER_LIST} (sections 3.4, 7.4): a directory's servers, itself first.
 *
 * <pre>
 *   0              4      6         8         9           10
 *   +--------------+------+---------+---------+-----------+---------------+----------------+---------------+
 *   | IPv4 address | port | country | max.    | permanent | name (string) | empty (string) | city (string) |
 *   |              |      |         | clients |           |               |                |               |
 *   +--------------+------+---------+---------+-----------+---------------+----------------+---------------+
 *
 *   repeated for each server
 * </pre>
 *
 * The address is a number like any other (section 0.2): 203.0.113.7 is 0xCB007107. Address and port 0 stand for the
 * directory that sent the list.
 */
public final class ServerList extends ListBody {
    /** Address of the server. */
    public static final int ADDRESS_FIELD_OFFSET = 0;
    /** Port of the server. */
    public static final int PORT_FIELD_OFFSET = ADDRESS_FIELD_OFFSET + SIZE_OF_INT;
    /** Country number. */
    public static final int COUNTRY_FIELD_OFFSET = PORT_FIELD_OFFSET + SIZE_OF_SHORT;
    /** Maximum number of clients, 0 for unknown. */
    public static final int MAX_CLIENTS_FIELD_OFFSET = COUNTRY_FIELD_OFFSET + SIZE_OF_SHORT;
    /** Non-zero for a permanent server. */
    public static final int PERMANENT_FIELD_OFFSET = MAX_CLIENTS_FIELD_OFFSET + SIZE_OF_BYTE;
    /** Server name; an empty string and the city follow it. */
    public static final int NAME_FIELD_OFFSET = PERMANENT_FIELD_OFFSET + SIZE_OF_BYTE;

    /** Bytes of the longest entry that {@link Writer#add} makes of valid fields. */
    public static final int MAX_ENTRY_LENGTH = NAME_FIELD_OFFSET + 3 * Utf8Field.PREFIX_LENGTH
        + (Limits.MAX_SERVER_NAME_CHARS + Limits.MAX_CITY_CHARS) * Limits.MAX_BYTES_PER_CHAR;

    private final Utf8Field name = new Utf8Field();
    private final Utf8Field unused = new Utf8Field();
    private final Utf8Field city = new Utf8Field();
    private DirectBuffer list;
    private int entry;

    @Override
    int wrapEntry(final DirectBuffer buffer, final int entry, final int end) {
        list = buffer;
        this.entry = entry;
        int position = name.wrap(buffer, entry + NAME_FIELD_OFFSET, end, Limits.MAX_SERVER_NAME_CHARS);
        if (position != Utf8Field.MALFORMED) {
            position = unused.wrap(buffer, position, end, Limits.MAX_ADDRESS_CHARS);
        }
        return position == Utf8Field.MALFORMED
            ? Utf8Field.MALFORMED
            : city.wrap(buffer, position, end, Limits.MAX_CITY_CHARS);
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
     * Country number of the current entry.
     *
     * @return 0 to 65535
     */
    public int country() {
        return Wire.u16(list, entry + COUNTRY_FIELD_OFFSET);
    }

    /**
     * Maximum number of clients of the current entry.
     *
     * @return 0 to 255; 0 for unknown
     */
    public int maxClients() {
        return Wire.u8(list, entry + MAX_CLIENTS_FIELD_OFFSET);
    }

    /**
     * Whether the server of the current entry is always there.
     *
     * @return true for a permanent server
     */
    public boolean isPermanent() {
        return Wire.u8(list, entry + PERMANENT_FIELD_OFFSET) != 0;
    }

    /**
     * Name of the current entry.
     *
     * @return a view, the same one for every entry
     */
    public Utf8Field name() {
        return name;
    }

    /**
     * City of the current entry.
     *
     * @return a view, the same one for every entry
     */
    public Utf8Field city() {
        return city;
    }

    /** Writes a list. */
    public static final class Writer extends ListWriter {
        private static final byte[] EMPTY = {};

        /**
         * Adds a server.
         *
         * @param address    IPv4 address with its first part in the top 8 bits; 0 for the directory
         * @param port       port; 0 for the directory
         * @param country    country number
         * @param maxClients maximum number of clients
         * @param permanent  whether the server is always there
         * @param name       any region, see {@link Utf8Field#wrapText}
         * @param city       any region
         */
        public void add(final int address, final int port, final int country, final int maxClients,
            final boolean permanent, final Utf8Field name, final Utf8Field city) {
            Wire.putI32(buffer(), position() + ADDRESS_FIELD_OFFSET, address);
            Wire.putU16(buffer(), position() + PORT_FIELD_OFFSET, port);
            Wire.putU16(buffer(), position() + COUNTRY_FIELD_OFFSET, country);
            Wire.putU8(buffer(), position() + MAX_CLIENTS_FIELD_OFFSET, maxClients);
            Wire.putU8(buffer(), position() + PERMANENT_FIELD_OFFSET, permanent ? 1 : 0);
            advance(NAME_FIELD_OFFSET);
            advance(Utf8Field.write(buffer(), position(), name));
            advance(Utf8Field.write(buffer(), position(), EMPTY));
            advance(Utf8Field.write(buffer(), position(), city));
        }
    }
}
