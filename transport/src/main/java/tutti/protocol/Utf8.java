package tutti.protocol;

import org.agrona.DirectBuffer;

/**
 * Scans UTF-8 the way Java's decoder does: a malformed part becomes one replacement character U+FFFD and scanning goes
 * on after it (section 3.2 asks for replacement, not rejection).
 */
final class Utf8 {
    /** U+FFFD encoded, in the order of the bytes on the wire. */
    static final int[] REPLACEMENT = {0xEF, 0xBF, 0xBD};

    private static final int MIN_LEAD_OF_TWO = 0xC2;
    private static final int MIN_LEAD_OF_THREE = 0xE0;
    private static final int MIN_LEAD_OF_FOUR = 0xF0;
    private static final int MAX_LEAD_OF_FOUR = 0xF4;
    private static final int LEAD_OF_SURROGATES = 0xED;

    private Utf8() {
    }

    /**
     * Looks at one character.
     *
     * @param buffer holds the text
     * @param index  of the first byte to look at
     * @param limit  end of the text, greater than index
     * @return n from 1 to 4 if a well-formed character of n bytes is there, or -n from -1 to -3 if n bytes are there
     *     that decode to one replacement character
     */
    static int scan(final DirectBuffer buffer, final int index, final int limit) {
        final int lead = Wire.u8(buffer, index);
        if (lead < 0x80) {
            return 1;
        }
        if (lead < MIN_LEAD_OF_TWO || lead > MAX_LEAD_OF_FOUR) {
            return -1;
        }
        final int available = limit - index;
        if (available < 2) {
            return -1;
        }
        final int second = Wire.u8(buffer, index + 1);
        if (lead < MIN_LEAD_OF_THREE) {
            return isContinuation(second) ? 2 : -1;
        }
        if (!isSecond(lead, second)) {
            return -1;
        }
        if (available < 3 || !isContinuation(Wire.u8(buffer, index + 2))) {
            return -2;
        }
        if (lead < MIN_LEAD_OF_FOUR) {
            return lead == LEAD_OF_SURROGATES && second >= 0xA0 ? -3 : 3;
        }
        return available < 4 || !isContinuation(Wire.u8(buffer, index + 3)) ? -3 : 4;
    }

    /** UTF-16 code units that the result of a {@link #scan} stands for. */
    static int chars(final int scanned) {
        return scanned == 4 ? 2 : 1;
    }

    private static boolean isContinuation(final int value) {
        return (value & 0xC0) == 0x80;
    }

    /** Whether the second byte of three or four is one, and the pair neither overlong nor past U+10FFFF. */
    private static boolean isSecond(final int lead, final int second) {
        return isContinuation(second) && switch (lead) {
            case MIN_LEAD_OF_THREE -> second >= 0xA0;
            case MIN_LEAD_OF_FOUR -> second >= 0x90;
            case MAX_LEAD_OF_FOUR -> second < 0x90;
            default -> true;
        };
    }
}
