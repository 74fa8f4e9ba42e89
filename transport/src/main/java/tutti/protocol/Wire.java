package tutti.protocol;

import static java.nio.ByteOrder.LITTLE_ENDIAN;

import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/** Access to the wire's number types: unsigned, little-endian. The one place where the byte order is stated. */
final class Wire {
    private Wire() {
    }

    static int u8(final DirectBuffer buffer, final int index) {
        return buffer.getByte(index) & 0xFF;
    }

    static int u16(final DirectBuffer buffer, final int index) {
        return buffer.getShort(index, LITTLE_ENDIAN) & 0xFFFF;
    }

    /** A 32-bit field as the {@code int} with the same bits. */
    static int i32(final DirectBuffer buffer, final int index) {
        return buffer.getInt(index, LITTLE_ENDIAN);
    }

    static void putU8(final MutableDirectBuffer buffer, final int index, final int value) {
        buffer.putByte(index, (byte) value);
    }

    static void putU16(final MutableDirectBuffer buffer, final int index, final int value) {
        buffer.putShort(index, (short) value, LITTLE_ENDIAN);
    }

    static void putI32(final MutableDirectBuffer buffer, final int index, final int value) {
        buffer.putInt(index, value, LITTLE_ENDIAN);
    }
}
