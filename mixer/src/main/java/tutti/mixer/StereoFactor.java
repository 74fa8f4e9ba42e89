package tutti.mixer;

import java.nio.ByteOrder;

/**
 * What a talker's left and right samples are multiplied with for one stereo listener: two floats packed into a {@code long} in
 * the order of native memory, so that one broadcast of 64 bits fills a vector with left, right, left, right.
 */
final class StereoFactor {

    private static final boolean LITTLE_ENDIAN = ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN;

    private StereoFactor() {
    }

    static long pack(final float left, final float right) {
        final int first = Float.floatToRawIntBits(LITTLE_ENDIAN ? left : right);
        final int second = Float.floatToRawIntBits(LITTLE_ENDIAN ? right : left);
        return Integer.toUnsignedLong(first) | (long) second << Integer.SIZE;
    }

    static float left(final long pair) {
        return Float.intBitsToFloat((int) (LITTLE_ENDIAN ? pair : pair >> Integer.SIZE));
    }

    static float right(final long pair) {
        return Float.intBitsToFloat((int) (LITTLE_ENDIAN ? pair >> Integer.SIZE : pair));
    }
}
