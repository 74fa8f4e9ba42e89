package tutti.server;

import tutti.protocol.TransportProperties;

/**
 * What one client announced about its audio stream, in both directions (spec 5.1 to 5.3).
 * <p>
 * A format is changed in place, because a client may announce a new one at any time and the frame thread allocates
 * nothing. A fresh one serves no audio: {@link #isServable()} is false until a client's properties were accepted.
 */
final class StreamFormat {

    /** Samples per channel the server processes in one frame, at 48 kHz: 2.667 ms. */
    static final int FRAME_SAMPLES = 128;

    /** Most bytes a coded block can have: the largest Opus frame and the one-byte header of Opus Custom (spec 5.4). */
    static final int MAX_CODED_BYTES = 1276;

    /** Most blocks in one datagram (spec 3.3, message 20). */
    static final int MAX_BLOCKS_PER_DATAGRAM = 4;

    /** Bytes of the largest audio datagram: four blocks of the largest size, each with its sequence byte. */
    static final int MAX_DATAGRAM_BYTES = MAX_BLOCKS_PER_DATAGRAM * (MAX_CODED_BYTES + 1);

    private static final int BASE_BYTES_BEFORE_PROPERTIES = 10;
    private static final int CODEC_NONE = 0;
    private static final int FADE_DATAGRAMS_OF_128 = 1125;
    private static final int FADE_DATAGRAMS_OF_64 = 2250;

    /** What becomes of announced properties. */
    enum Verdict {
        /** The server can serve the stream. */
        ACCEPTED,
        /** The codec is the obsolete CELT: the answer is "Opus is supported" (spec 3.3, message 26). */
        OBSOLETE_CODEC,
        /** Well-formed, but no codec here can serve it, such as raw audio or blocks larger than Opus can make. */
        UNSERVABLE
    }

    private int codec;
    private int channels;
    private int blocksPerDatagram;
    private int baseBytes;
    private boolean sequenced;

    StreamFormat() {
        clear();
    }

    /** Returns to the state before any properties were accepted (spec 4.1). */
    void clear() {
        codec = CODEC_NONE;
        channels = 1;
        blocksPerDatagram = 1;
        baseBytes = BASE_BYTES_BEFORE_PROPERTIES;
        sequenced = false;
    }

    /**
     * Judges properties that already passed the ranges of the wire format.
     *
     * @param properties well-formed properties.
     * @return whether this server can serve them.
     */
    static Verdict judge(final TransportProperties properties) {
        if (properties.codec() == TransportProperties.CODEC_CELT) {
            return Verdict.OBSOLETE_CODEC;
        }
        final int codedBytes = properties.codedBytes();
        final int pcmBytes = 2 * samplesOf(properties.codec()) * properties.channels();
        return codedBytes == pcmBytes || codedBytes > MAX_CODED_BYTES ? Verdict.UNSERVABLE : Verdict.ACCEPTED;
    }

    /**
     * Takes over properties that were {@linkplain #judge judged} acceptable.
     *
     * @param properties accepted properties.
     */
    void set(final TransportProperties properties) {
        codec = properties.codec();
        channels = properties.channels();
        blocksPerDatagram = properties.blockFactor();
        baseBytes = properties.baseSize();
        sequenced = properties.hasSequenceNumbers();
    }

    /**
     * Whether the other stream has the same coded blocks, so that codec states can go on (counter bytes may differ).
     */
    boolean codesLike(final int otherCodec, final int otherChannels, final int otherCodedBytes) {
        return codec == otherCodec && channels == otherChannels && codedBytes() == otherCodedBytes;
    }

    /** Whether the other stream's coded blocks have the same form, so that both can be sent the same ones. */
    boolean codesLike(final StreamFormat other) {
        return codesLike(other.codec, other.channels, other.codedBytes());
    }

    boolean isServable() {
        return codec != CODEC_NONE;
    }

    /** Codec number on the wire: 0 none, 2 Opus with 128-sample blocks, 3 with 64-sample blocks. */
    int codec() {
        return codec;
    }

    /** 1 or 2. */
    int channels() {
        return channels;
    }

    /** 1, 2 or 4. */
    int blocksPerDatagram() {
        return blocksPerDatagram;
    }

    /** Bytes of one block on the wire, with its sequence byte if it has one. */
    int baseBytes() {
        return baseBytes;
    }

    /** Whether each block is followed by its sequence byte. */
    boolean isSequenced() {
        return sequenced;
    }

    /** Bytes of one coded block. */
    int codedBytes() {
        return sequenced ? baseBytes - 1 : baseBytes;
    }

    /** Bytes of one audio datagram in either direction. */
    int datagramBytes() {
        return baseBytes * blocksPerDatagram;
    }

    /** Samples per channel in one block: 64 or 128. */
    int blockSamples() {
        return samplesOf(codec);
    }

    /** Blocks played and sent in one frame: 1 or 2. */
    int blocksPerFrame() {
        return FRAME_SAMPLES / blockSamples();
    }

    /** Datagrams of received audio over which a new client is faded in: 3 s (spec 4.4). */
    int fadeMaximum() {
        return (blockSamples() == FRAME_SAMPLES ? FADE_DATAGRAMS_OF_128 : FADE_DATAGRAMS_OF_64) / blocksPerDatagram;
    }

    private static int samplesOf(final int codec) {
        return codec == TransportProperties.CODEC_OPUS64 ? FRAME_SAMPLES / 2 : FRAME_SAMPLES;
    }
}
