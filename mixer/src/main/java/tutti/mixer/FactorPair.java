package tutti.mixer;

import java.nio.ByteOrder;

/**
 * What two neighbouring floats of a talker's plane are multiplied with for one listener, packed into a {@code long}: broadcast, it
 * fills a vector of any width with first, second, first, second. In a stereo plane these are left and right; in a mono plane both
 * factors are the gain.
 */
final class FactorPair {

    private static final boolean LITTLE_ENDIAN = ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN;
    private static final int FIRST_SHIFT = LITTLE_ENDIAN ? 0 : Integer.SIZE;
    private static final int SECOND_SHIFT = Integer.SIZE - FIRST_SHIFT;

    private FactorPair() {
    }

    static long pack(final float first, final float second) {
        return Integer.toUnsignedLong(Float.floatToRawIntBits(first)) << FIRST_SHIFT
            | Integer.toUnsignedLong(Float.floatToRawIntBits(second)) << SECOND_SHIFT;
    }

    static float first(final long pair) {
        return Float.intBitsToFloat((int) (pair >>> FIRST_SHIFT));
    }

    static float second(final long pair) {
        return Float.intBitsToFloat((int) (pair >>> SECOND_SHIFT));
    }
}
