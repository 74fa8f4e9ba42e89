package tutti.fleet;

/**
 * How every client of the fleet codes its audio: what the transport properties message announces (spec 5.1, 5.2).
 *
 * @param frameSamples samples per channel in one coded block: 64 or 128, at 48 kHz
 * @param channels     1 (mono) or 2 (stereo)
 * @param codedBytes   bytes of one coded block without its counter byte, 10 to 1275
 * @param factor       blocks in one datagram: 1, 2 or 4
 */
record StreamFormat(int frameSamples, int channels, int codedBytes, int factor) {

    static final int SAMPLE_RATE = 48_000;
    static final int MIN_CODED_BYTES = 10;
    static final int MAX_CODED_BYTES = 1275;

    StreamFormat {
        require(frameSamples == 64 || frameSamples == 128, "frame", frameSamples, "64 or 128 samples");
        require(channels == 1 || channels == 2, "channels", channels, "1 or 2");
        require(codedBytes >= MIN_CODED_BYTES && codedBytes <= MAX_CODED_BYTES, "bytes", codedBytes,
                MIN_CODED_BYTES + " to " + MAX_CODED_BYTES + " bytes a block");
        require(factor == 1 || factor == 2 || factor == 4, "factor", factor, "1, 2 or 4 blocks a packet");
    }

    private static void require(final boolean holds, final String what, final int value, final String range) {
        if (!holds) {
            throw new IllegalArgumentException(what + " is " + value + ", allowed are " + range);
        }
    }

    /** {@return the coded size of the real client's quality "normal" (spec 5.2), in bytes} */
    static int normalCodedBytes(final int frameSamples, final int channels) {
        if (frameSamples == 128) {
            return channels == 1 ? 45 : 71;
        }
        return channels == 1 ? 22 : 35;
    }

    /** {@return samples per channel in one datagram} */
    int datagramSamples() {
        return frameSamples * factor;
    }

    /** {@return bytes of one audio datagram, with one counter byte per block or without} */
    int datagramBytes(final boolean counterBytes) {
        return factor * (codedBytes + (counterBytes ? 1 : 0));
    }

    /** {@return the rate at which a client sends, and must receive, datagrams: 375 for 128 samples and factor 1} */
    double datagramsPerSecond() {
        return (double) SAMPLE_RATE / datagramSamples();
    }
}
