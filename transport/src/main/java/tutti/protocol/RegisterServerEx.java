package tutti.protocol;

import static org.agrona.BitUtil.SIZE_OF_BYTE;

import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/**
 * Body of {@link MessageId#CLM_REGISTER_SERVER_EX} (section 3.4): the current form of a registration at a directory,
 * the body of {@link RegisterServer} followed by that of {@link VersionAndOs}.
 *
 * <pre>
 *   0                          n                  n+1
 *   +--------------------------+------------------+------------------+
 *   | as in RegisterServer     | operating system | version (string) |
 *   +--------------------------+------------------+------------------+
 * </pre>
 */
public final class RegisterServerEx extends ServerRecord {
    private final Utf8Field version = new Utf8Field();
    private int osOffset;

    @Override
    public boolean wrap(final DirectBuffer buffer, final int offset, final int length) {
        osOffset = wrapRecord(buffer, offset, length);
        final int end = offset + length;
        return osOffset != Utf8Field.MALFORMED
            && version.wrap(buffer, osOffset + SIZE_OF_BYTE, end, Limits.MAX_VERSION_CHARS) == end;
    }

    /**
     * Operating system of the server.
     *
     * @return see {@link VersionAndOs#os}
     */
    public int os() {
        return Wire.u8(buffer(), osOffset);
    }

    /**
     * Version text of the server.
     *
     * @return a view, the same one after every {@link #wrap}
     */
    public Utf8Field version() {
        return version;
    }

    /**
     * Writes a body.
     *
     * @param buffer          receives it
     * @param offset          of the body
     * @param port            internal port of the server
     * @param country         country number
     * @param maxClients      maximum number of clients
     * @param permanent       whether the server is always there
     * @param name            in UTF-8, at most {@link Limits#MAX_SERVER_NAME_CHARS} to be accepted
     * @param internalAddress IP address as text, or empty
     * @param city            in UTF-8, at most {@link Limits#MAX_CITY_CHARS} to be accepted
     * @param os              see {@link VersionAndOs}
     * @param version         in UTF-8, at most {@link Limits#MAX_VERSION_CHARS} to be accepted
     * @return length of the body in bytes
     */
    public static int write(final MutableDirectBuffer buffer, final int offset, final int port, final int country,
        final int maxClients, final boolean permanent, final byte[] name, final byte[] internalAddress,
        final byte[] city, final int os, final byte[] version) {
        final int recordLength =
            writeRecord(buffer, offset, port, country, maxClients, permanent, name, internalAddress, city);
        return recordLength + VersionAndOs.write(buffer, offset + recordLength, os, version);
    }
}
