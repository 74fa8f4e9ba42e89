package tutti.protocol;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.junit.jupiter.api.Assertions.assertEquals;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

class Crc16Test {
    @Test
    void shouldGiveTheCheckValueOfTheCatalogue() {
        assertEquals(0xD64E, Crc16.of(new UnsafeBuffer("123456789".getBytes(US_ASCII)), 0, 9));
    }

    @Test
    void shouldBeTheInvertedInitialRegisterWhenThereAreNoBytes() {
        assertEquals(0, Crc16.of(new UnsafeBuffer(new byte[0]), 0, 0));
    }

    @Property(tries = 200)
    void shouldEqualTheDefinitionBitByBit(@ForAll final byte[] bytes) {
        assertEquals(bitByBit(bytes), Crc16.of(new UnsafeBuffer(bytes), 0, bytes.length));
    }

    private static int bitByBit(final byte[] bytes) {
        int register = 0xFFFF;
        for (final byte value : bytes) {
            for (int bit = 7; bit >= 0; bit--) {
                final boolean carry = (register >>> 15 & 1) != (value >>> bit & 1);
                register = register << 1 & 0xFFFF;
                if (carry) {
                    register ^= 0x1021;
                }
            }
        }
        return register ^ 0xFFFF;
    }
}
