package tutti.protocol;

import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/**
 * Body of {@link MessageId#CLM_REGISTER_SERVER} (section 3.4): the old form of a registration at a directory.
 *
 * <pre>
 *   0      2         4         5           6
 *   +------+---------+---------+-----------+---------------+----------------------+---------------+
 *   | port | country | max.    | permanent | name (string) | internal address     | city (string) |
 *   |      |         | clients |           |               | (string)             |               |
 *   +------+---------+---------+-----------+---------------+----------------------+---------------+
 * </pre>
 */
public final class RegisterServer extends ServerRecord {
    @Override
    public boolean wrap(final DirectBuffer buffer, final int offset, final int length) {
        return wrapRecord(buffer, offset, length) == offset + length;
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
     * @return length of the body in bytes
     */
    public static int write(final MutableDirectBuffer buffer, final int offset, final int port, final int country,
        final int maxClients, final boolean permanent, final byte[] name, final byte[] internalAddress,
        final byte[] city) {
        return writeRecord(buffer, offset, port, country, maxClients, permanent, name, internalAddress, city);
    }
}
