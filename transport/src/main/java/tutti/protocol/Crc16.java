package tutti.protocol;

import org.agrona.DirectBuffer;

/**
 * The frame checksum (section 1.2), catalogued as CRC-16/GENIBUS: generator x^16 + x^12 + x^5 + 1, register starts with
 * all ones, bytes fed most significant bit first, result inverted. Check value: {@code "123456789"} gives 0xD64E.
 */
public final class Crc16 {
    private static final int GENERATOR = 0x1021;
    private static final int INITIAL = 0xFFFF;
    private static final char[] TABLE = table();

    private Crc16() {
    }

    /**
     * Checksum of a region.
     *
     * @param buffer holds the bytes
     * @param offset of the first byte
     * @param length number of bytes, from 0
     * @return 0 to 0xFFFF
     */
    public static int of(final DirectBuffer buffer, final int offset, final int length) {
        int register = INITIAL;
        for (int i = offset, end = offset + length; i < end; i++) {
            register = (register << 8 & 0xFFFF) ^ TABLE[register >>> 8 ^ buffer.getByte(i) & 0xFF];
        }
        return register ^ 0xFFFF;
    }

    /** Entry i is the register's value after the byte i was fed into a register of zeros. */
    private static char[] table() {
        final char[] table = new char[256];
        for (int value = 0; value < table.length; value++) {
            int register = value << 8;
            for (int bit = 0; bit < 8; bit++) {
                register = (register & 0x8000) == 0 ? register << 1 : register << 1 ^ GENERATOR;
            }
            table[value] = (char) register;
        }
        return table;
    }
}
