package tutti.protocol;

import static org.agrona.BitUtil.SIZE_OF_BYTE;
import static org.agrona.BitUtil.SIZE_OF_INT;

import org.agrona.DirectBuffer;

/**
 * Body of {@link MessageId#CONN_CLIENTS_LIST} and {@link MessageId#CLM_CONN_CLIENTS_LIST} (sections 3.3, 4.7): the
 * connected musicians. A server lists them in ascending order of channel id, the receiver included; clients rely on it.
 *
 * <pre>
 *   0            1         3            7       8      12
 *   +------------+---------+------------+-------+------+--------------+--------------+
 *   | channel id | country | instrument | skill |   0  | name (string)| city (string)|
 *   +------------+---------+------------+-------+------+--------------+--------------+
 *                |&lt;-- as in ChannelInfo --------&gt;|      |&lt;-- as in ChannelInfo ------&gt;|
 *
 *   repeated for each musician
 * </pre>
 */
public final class ClientList extends ListBody {
    /** Channel of the musician. */
    public static final int CHANNEL_ID_FIELD_OFFSET = 0;
    /** Country, instrument and skill, laid out as in {@link ChannelInfo}. */
    public static final int INFO_FIELD_OFFSET = CHANNEL_ID_FIELD_OFFSET + SIZE_OF_BYTE;
    /** Once an address; written as 0 and ignored on receipt. */
    public static final int ADDRESS_FIELD_OFFSET = INFO_FIELD_OFFSET + ChannelInfo.NAME_FIELD_OFFSET;
    /** Name; the city follows it. */
    public static final int NAME_FIELD_OFFSET = ADDRESS_FIELD_OFFSET + SIZE_OF_INT;

    /** Bytes of the longest valid entry. */
    public static final int MAX_ENTRY_LENGTH = NAME_FIELD_OFFSET + ChannelInfo.MAX_STRINGS_LENGTH;
    /** Bytes of the list of a full server with the longest names. */
    public static final int MAX_BODY_LENGTH = Limits.MAX_CHANNELS * MAX_ENTRY_LENGTH;

    private final Utf8Field name = new Utf8Field();
    private final Utf8Field city = new Utf8Field();
    private DirectBuffer list;
    private int entry;

    @Override
    int wrapEntry(final DirectBuffer buffer, final int entry, final int end) {
        list = buffer;
        this.entry = entry;
        final int cityOffset = name.wrap(buffer, entry + NAME_FIELD_OFFSET, end, Limits.MAX_NAME_CHARS);
        return cityOffset == Utf8Field.MALFORMED || !Limits.isChannelId(channelId())
            ? Utf8Field.MALFORMED
            : city.wrap(buffer, cityOffset, end, Limits.MAX_CITY_CHARS);
    }

    /**
     * Channel of the current entry.
     *
     * @return 0 to {@link Limits#MAX_CHANNELS} - 1
     */
    public int channelId() {
        return Wire.u8(list, entry + CHANNEL_ID_FIELD_OFFSET);
    }

    /**
     * Country number of the current entry.
     *
     * @return 0 to 65535
     */
    public int country() {
        return Wire.u16(list, entry + INFO_FIELD_OFFSET + ChannelInfo.COUNTRY_FIELD_OFFSET);
    }

    /**
     * Instrument number of the current entry.
     *
     * @return the 32 bits of the field
     */
    public int instrument() {
        return Wire.i32(list, entry + INFO_FIELD_OFFSET + ChannelInfo.INSTRUMENT_FIELD_OFFSET);
    }

    /**
     * Skill level of the current entry.
     *
     * @return see {@link ChannelInfo#skill}
     */
    public int skill() {
        return Wire.u8(list, entry + INFO_FIELD_OFFSET + ChannelInfo.SKILL_FIELD_OFFSET);
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
        /**
         * Adds a musician whose info is at hand as the message it came in.
         *
         * @param channelId 0 to {@link Limits#MAX_CHANNELS} - 1, greater than the one before
         * @param info      wrapped around a valid body
         */
        public void add(final int channelId, final ChannelInfo info) {
            buffer().putBytes(position() + INFO_FIELD_OFFSET, info.buffer(), info.offset(),
                ChannelInfo.NAME_FIELD_OFFSET);
            addIdAndAddress(channelId);
            final int stringsLength = info.length() - ChannelInfo.NAME_FIELD_OFFSET;
            buffer().putBytes(position(), info.buffer(), info.offset() + ChannelInfo.NAME_FIELD_OFFSET, stringsLength);
            advance(stringsLength);
        }

        /**
         * Adds a musician.
         *
         * @param channelId  0 to {@link Limits#MAX_CHANNELS} - 1, greater than the one before
         * @param country    country number
         * @param instrument instrument number
         * @param skill      skill level
         * @param name       any region, see {@link Utf8Field#wrapText}
         * @param city       any region
         */
        public void add(final int channelId, final int country, final int instrument, final int skill,
            final Utf8Field name, final Utf8Field city) {
            ChannelInfo.writeNumbers(buffer(), position() + INFO_FIELD_OFFSET, country, instrument, skill);
            addIdAndAddress(channelId);
            advance(Utf8Field.write(buffer(), position(), name));
            advance(Utf8Field.write(buffer(), position(), city));
        }

        /** Writes what surrounds the numbers of the info and goes on to the name. */
        private void addIdAndAddress(final int channelId) {
            Wire.putU8(buffer(), position() + CHANNEL_ID_FIELD_OFFSET, channelId);
            Wire.putI32(buffer(), position() + ADDRESS_FIELD_OFFSET, 0);
            advance(NAME_FIELD_OFFSET);
        }
    }
}
