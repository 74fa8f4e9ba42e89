package tutti.protocol;

import java.nio.ByteOrder;
import org.agrona.DirectBuffer;

/**
 * The frame checksum (section 1.2), catalogued as CRC-16/GENIBUS: generator x^16 + x^12 + x^5 + 1, register starts with
 * all ones, bytes fed most significant bit first, result inverted. Check value: {@code "123456789"} gives 0xD64E.
 *
 * <p>Eight bytes are fed at a time: what each of them contributes is looked up on its own, so that no look-up has to
 * wait for the one before.
 */
public final class Crc16 {
    private static final int GENERATOR = 0x1021;
    private static final int INITIAL = 0xFFFF;
    private static final int VALUES = 256;
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
        final int end = offset + length;
        int register = INITIAL;
        int i = offset;
        for (; i + Long.BYTES <= end; i += Long.BYTES) {
            register = afterEight(buffer.getLong(i, ByteOrder.BIG_ENDIAN) ^ (long) register << 48);
        }
        for (; i < end; i++) {
            register = (register << 8 & 0xFFFF) ^ TABLE[register >>> 8 ^ buffer.getByte(i) & 0xFF];
        }
        return register ^ 0xFFFF;
    }

    /** The register's value after eight bytes were fed into a register of zeros, the topmost of them first. */
    private static int afterEight(final long bytes) {
        return contribution(bytes, 7) ^ contribution(bytes, 6) ^ contribution(bytes, 5) ^ contribution(bytes, 4)
                ^ contribution(bytes, 3) ^ contribution(bytes, 2) ^ contribution(bytes, 1) ^ contribution(bytes, 0);
    }

    /** What the byte contributes that {@code following} others follow. */
    private static int contribution(final long bytes, final int following) {
        return TABLE[following * VALUES + ((int) (bytes >>> following * Byte.SIZE) & 0xFF)];
    }

    /** Entry k * 256 + i is the register's value after the byte i and k zeros were fed into a register of zeros. */
    private static char[] table() {
        final char[] table = new char[Long.BYTES * VALUES];
        for (int value = 0; value < VALUES; value++) {
            int register = value << 8;
            for (int zeros = 0; zeros < Long.BYTES; zeros++) {
                for (int bit = 0; bit < Byte.SIZE; bit++) {
                    register = (register & 0x8000) == 0 ? register << 1 : (register << 1 ^ GENERATOR) & 0xFFFF;
                }
                table[zeros * VALUES + value] = (char) register;
            }
        }
        return table;
    }
}
