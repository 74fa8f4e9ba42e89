package tutti.mixer;

/**
 * What two neighbouring floats of a talker's plane are multiplied with for one listener, packed into a {@code long}:
 * broadcast, it fills a vector of any width with first, second, first, second. In a stereo plane these are left and
 * right; in a mono plane both factors are the gain.
 *
 * <p>The first is in the lower half whatever the byte order of memory, because that is how vectors are reinterpreted.
 */
final class FactorPair {

    private FactorPair() {
    }

    static long pack(final float first, final float second) {
        return Integer.toUnsignedLong(Float.floatToRawIntBits(first))
            | (long) Float.floatToRawIntBits(second) << Integer.SIZE;
    }

    static float first(final long pair) {
        return Float.intBitsToFloat((int) pair);
    }

    static float second(final long pair) {
        return Float.intBitsToFloat((int) (pair >> Integer.SIZE));
    }
}
