package tutti.fleet;

/** Which gains the clients of the fleet ask for. */
enum Faders {
    /** Nobody moves a fader: every client hears every other at gain 1, all mixes are equal. */
    DEFAULT,
    /**
     * Every client sets a gain of its own for every other channel, between 0.4 and 1 and each another, and hears itself
     * at 1: no two mixes are equal.
     */
    DISTINCT;

    private static final double SOFTEST = 0.4;
    /** The gain 1.0 on the wire (spec 3.3, CHANNEL_GAIN). */
    private static final double WIRE_UNITY = 32768;

    /** {@return the gain with which {@code listener} hears {@code tone}, exactly as the wire can express it} */
    float gain(final int listener, final int tone, final int clients) {
        return (float) (wireGain(listener, tone, clients) / WIRE_UNITY);
    }

    /** {@return the same gain as the 16-bit number of the CHANNEL_GAIN message} */
    int wireGain(final int listener, final int tone, final int clients) {
        if (this == DEFAULT || listener == tone) {
            return (int) WIRE_UNITY;
        }
        final int rank = (int) (((long) tone * stride(clients) + listener) % clients);
        return (int) ((SOFTEST + (1 - SOFTEST) * rank / clients) * WIRE_UNITY);
    }

    /** A step that visits all ranks and puts neighbouring tones far apart in level: about the golden section. */
    private static int stride(final int clients) {
        int stride = (int) Math.ceil(clients * 0.618);
        while (greatestCommonDivisor(stride, clients) != 1) {
            stride++;
        }
        return stride;
    }

    private static int greatestCommonDivisor(final int a, final int b) {
        return b == 0 ? a : greatestCommonDivisor(b, a % b);
    }
}
