package tutti.protocol;

import org.agrona.DirectBuffer;

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
}
