package tutti.protocol;

import static org.agrona.BitUtil.SIZE_OF_BYTE;
import static org.agrona.BitUtil.SIZE_OF_SHORT;

import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/** Common part of {@link RegisterServer} and {@link RegisterServerEx}: what a server tells a directory about itself. */
abstract sealed class ServerRecord extends MessageBody permits RegisterServer, RegisterServerEx {
    /** Internal port of the server. */
    public static final int PORT_FIELD_OFFSET = 0;
    /** Country number. */
    public static final int COUNTRY_FIELD_OFFSET = PORT_FIELD_OFFSET + SIZE_OF_SHORT;
    /** Maximum number of clients. */
    public static final int MAX_CLIENTS_FIELD_OFFSET = COUNTRY_FIELD_OFFSET + SIZE_OF_SHORT;
    /** Non-zero for a permanent server. */
    public static final int PERMANENT_FIELD_OFFSET = MAX_CLIENTS_FIELD_OFFSET + SIZE_OF_BYTE;
    /** Server name; internal address and city follow it. */
    public static final int NAME_FIELD_OFFSET = PERMANENT_FIELD_OFFSET + SIZE_OF_BYTE;

    private final Utf8Field name = new Utf8Field();
    private final Utf8Field internalAddress = new Utf8Field();
    private final Utf8Field city = new Utf8Field();

    /** Puts the views over the record and returns its end, or {@link Utf8Field#MALFORMED}. */
    final int wrapRecord(final DirectBuffer buffer, final int offset, final int length) {
        set(buffer, offset, length);
        final int end = offset + length;
        int position = name.wrap(buffer, offset + NAME_FIELD_OFFSET, end, Limits.MAX_SERVER_NAME_CHARS);
        if (position != Utf8Field.MALFORMED) {
            position = internalAddress.wrap(buffer, position, end, Limits.MAX_ADDRESS_CHARS);
        }
        return position == Utf8Field.MALFORMED
            ? Utf8Field.MALFORMED
            : city.wrap(buffer, position, end, Limits.MAX_CITY_CHARS);
    }

    /**
     * Internal port of the server.
     *
     * @return 0 to 65535
     */
    public final int port() {
        return u16(PORT_FIELD_OFFSET);
    }

    /**
     * Country number, 0 for none.
     *
     * @return 0 to 65535
     */
    public final int country() {
        return u16(COUNTRY_FIELD_OFFSET);
    }

    /**
     * Maximum number of clients.
     *
     * @return 0 to 255
     */
    public final int maxClients() {
        return u8(MAX_CLIENTS_FIELD_OFFSET);
    }

    /**
     * Whether the server says that it is always there.
     *
     * @return true for a permanent server
     */
    public final boolean isPermanent() {
        return u8(PERMANENT_FIELD_OFFSET) != 0;
    }

    /**
     * Name of the server.
     *
     * @return a view, the same one after every {@link #wrap}
     */
    public final Utf8Field name() {
        return name;
    }

    /**
     * Internal address of the server as text; empty stands for 127.0.0.1. The text is not interpreted here: a directory
     * ignores the message if it is no address.
     *
     * @return a view, the same one after every {@link #wrap}
     */
    public final Utf8Field internalAddress() {
        return internalAddress;
    }

    /**
     * City of the server.
     *
     * @return a view, the same one after every {@link #wrap}
     */
    public final Utf8Field city() {
        return city;
    }

    /** Writes a record; parameters as in {@link RegisterServer#write}. */
    static int writeRecord(final MutableDirectBuffer buffer, final int offset, final int port, final int country,
        final int maxClients, final boolean permanent, final byte[] name, final byte[] internalAddress,
        final byte[] city) {
        Wire.putU16(buffer, offset + PORT_FIELD_OFFSET, port);
        Wire.putU16(buffer, offset + COUNTRY_FIELD_OFFSET, country);
        Wire.putU8(buffer, offset + MAX_CLIENTS_FIELD_OFFSET, maxClients);
        Wire.putU8(buffer, offset + PERMANENT_FIELD_OFFSET, permanent ? 1 : 0);
        int length = NAME_FIELD_OFFSET;
        length += Utf8Field.write(buffer, offset + length, name);
        length += Utf8Field.write(buffer, offset + length, internalAddress);
        length += Utf8Field.write(buffer, offset + length, city);
        return length;
    }
}
