package tutti.protocol;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.agrona.BitUtil.SIZE_OF_BYTE;
import static org.agrona.BitUtil.SIZE_OF_INT;
import static org.agrona.BitUtil.SIZE_OF_SHORT;

import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/**
 * Body of {@link MessageId#CHANNEL_INFOS} (section 3.3): who the musician is. Country, instrument and skill are not
 * checked, only passed on.
 *
 * <pre>
 *   0         2            6       7
 *   +---------+------------+-------+--------------+--------------+
 *   | country | instrument | skill | name (string)| city (string)|
 *   +---------+------------+-------+--------------+--------------+
 * </pre>
 */
public final class ChannelInfo extends MessageBody {
    /** Country number. */
    public static final int COUNTRY_FIELD_OFFSET = 0;
    /** Instrument number. */
    public static final int INSTRUMENT_FIELD_OFFSET = COUNTRY_FIELD_OFFSET + SIZE_OF_SHORT;
    /** Skill level. */
    public static final int SKILL_FIELD_OFFSET = INSTRUMENT_FIELD_OFFSET + SIZE_OF_INT;
    /** Name, at most {@link Limits#MAX_NAME_CHARS}; the city follows it. */
    public static final int NAME_FIELD_OFFSET = SKILL_FIELD_OFFSET + SIZE_OF_BYTE;

    /** Bytes of the longest name and city with their lengths. */
    static final int MAX_STRINGS_LENGTH = 2 * Utf8Field.PREFIX_LENGTH
        + (Limits.MAX_NAME_CHARS + Limits.MAX_CITY_CHARS) * Limits.MAX_BYTES_PER_CHAR;
    /** Bytes of the longest valid body. */
    public static final int MAX_BODY_LENGTH = NAME_FIELD_OFFSET + MAX_STRINGS_LENGTH;

    /** Skill level not set. */
    public static final int SKILL_NOT_SET = 0;
    /** Beginner. */
    public static final int SKILL_BEGINNER = 1;
    /** Intermediate. */
    public static final int SKILL_INTERMEDIATE = 2;
    /** Professional, also called expert. */
    public static final int SKILL_PROFESSIONAL = 3;

    private final Utf8Field name = new Utf8Field();
    private final Utf8Field city = new Utf8Field();

    @Override
    public boolean wrap(final DirectBuffer buffer, final int offset, final int length) {
        set(buffer, offset, length);
        final int end = offset + length;
        final int cityOffset = name.wrap(buffer, offset + NAME_FIELD_OFFSET, end, Limits.MAX_NAME_CHARS);
        return cityOffset != Utf8Field.MALFORMED
            && city.wrap(buffer, cityOffset, end, Limits.MAX_CITY_CHARS) == end;
    }

    /**
     * Country number, 0 for none.
     *
     * @return 0 to 65535
     */
    public int country() {
        return u16(COUNTRY_FIELD_OFFSET);
    }

    /**
     * Instrument number, 0 for none.
     *
     * @return the 32 bits of the field
     */
    public int instrument() {
        return i32(INSTRUMENT_FIELD_OFFSET);
    }

    /**
     * Skill level.
     *
     * @return one of the {@code SKILL_} constants, or another value up to 255
     */
    public int skill() {
        return u8(SKILL_FIELD_OFFSET);
    }

    /**
     * Name of the musician.
     *
     * @return a view, the same one after every {@link #wrap}
     */
    public Utf8Field name() {
        return name;
    }

    /**
     * City of the musician.
     *
     * @return a view, the same one after every {@link #wrap}
     */
    public Utf8Field city() {
        return city;
    }

    /**
     * Whether another info has the same content.
     *
     * @param other  holds the other's body
     * @param offset of that body
     * @param length of that body in bytes
     * @return true if every byte is equal
     */
    public boolean contentEquals(final DirectBuffer other, final int offset, final int length) {
        if (length != length()) {
            return false;
        }
        for (int i = 0; i < length; i++) {
            if (other.getByte(offset + i) != buffer().getByte(offset() + i)) {
                return false;
            }
        }
        return true;
    }

    /**
     * Copies the body with malformed parts of name and city replaced, so that every client sees the same characters;
     * see {@link Utf8Field#copyWellFormedTo}. What a server stores and lists should be such a copy.
     *
     * @param target       receives it, {@link #MAX_BODY_LENGTH} bytes are enough
     * @param targetOffset where to put it
     * @return length of the copy in bytes
     */
    public int copyWellFormedTo(final MutableDirectBuffer target, final int targetOffset) {
        target.putBytes(targetOffset, buffer(), offset(), NAME_FIELD_OFFSET);
        int length = NAME_FIELD_OFFSET;
        length += copyWellFormed(name, target, targetOffset + length);
        length += copyWellFormed(city, target, targetOffset + length);
        return length;
    }

    private static int copyWellFormed(final Utf8Field text, final MutableDirectBuffer target, final int offset) {
        final int length = text.copyWellFormedTo(target, offset + Utf8Field.PREFIX_LENGTH);
        Wire.putU16(target, offset, length);
        return Utf8Field.PREFIX_LENGTH + length;
    }

    /**
     * Writes a body. Allocates; not for the frame thread.
     *
     * @param buffer     receives it
     * @param offset     of the body
     * @param country    country number
     * @param instrument instrument number
     * @param skill      skill level
     * @param name       at most {@link Limits#MAX_NAME_CHARS} to be accepted
     * @param city       at most {@link Limits#MAX_CITY_CHARS} to be accepted
     * @return length of the body in bytes
     */
    public static int write(final MutableDirectBuffer buffer, final int offset, final int country,
        final int instrument, final int skill, final String name, final String city) {
        return write(buffer, offset, country, instrument, skill, name.getBytes(UTF_8), city.getBytes(UTF_8));
    }

    /**
     * Writes a body.
     *
     * @param buffer     receives it
     * @param offset     of the body
     * @param country    country number
     * @param instrument instrument number
     * @param skill      skill level
     * @param name       in UTF-8
     * @param city       in UTF-8
     * @return length of the body in bytes
     */
    public static int write(final MutableDirectBuffer buffer, final int offset, final int country,
        final int instrument, final int skill, final byte[] name, final byte[] city) {
        int length = writeNumbers(buffer, offset, country, instrument, skill);
        length += Utf8Field.write(buffer, offset + length, name);
        length += Utf8Field.write(buffer, offset + length, city);
        return length;
    }

    /**
     * Writes a body.
     *
     * @param buffer     receives it
     * @param offset     of the body
     * @param country    country number
     * @param instrument instrument number
     * @param skill      skill level
     * @param name       any region, see {@link Utf8Field#wrapText}
     * @param city       any region
     * @return length of the body in bytes
     */
    public static int write(final MutableDirectBuffer buffer, final int offset, final int country,
        final int instrument, final int skill, final Utf8Field name, final Utf8Field city) {
        int length = writeNumbers(buffer, offset, country, instrument, skill);
        length += Utf8Field.write(buffer, offset + length, name);
        length += Utf8Field.write(buffer, offset + length, city);
        return length;
    }

    static int writeNumbers(final MutableDirectBuffer buffer, final int offset, final int country,
        final int instrument, final int skill) {
        Wire.putU16(buffer, offset + COUNTRY_FIELD_OFFSET, country);
        Wire.putI32(buffer, offset + INSTRUMENT_FIELD_OFFSET, instrument);
        Wire.putU8(buffer, offset + SKILL_FIELD_OFFSET, skill);
        return NAME_FIELD_OFFSET;
    }
}
