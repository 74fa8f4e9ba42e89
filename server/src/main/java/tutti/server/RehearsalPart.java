package tutti.server;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import tutti.opus.OpusCodec;
import tutti.protocol.TransportProperties;

/**
 * What a musician of a {@link RehearsalBand} plays, coded beforehand: a tone to be repeated, and silence.
 *
 * @param codec number of the codec on the wire: 2 for blocks of 128 samples, 3 for blocks of 64.
 * @param channels 1 or 2.
 * @param blocksPerDatagram 1, 2 or 4.
 * @param sequenced whether a sequence byte follows each block.
 * @param tone coded blocks, all of one size.
 * @param silence the codec's constant silence, of the same size.
 */
record RehearsalPart(int codec, int channels, int blocksPerDatagram, boolean sequenced, byte[][] tone, byte[] silence) {

    private static final int TONE_BLOCKS = 64;
    private static final double RADIANS_PER_SAMPLE = 0.05;
    private static final double AMPLITUDE = 1000;

    /** Codes a part; as in the record, {@code codedBytes} being the size of a block without its sequence byte. */
    static RehearsalPart compose(final OpusCodec opus, final int codec, final int channels, final int codedBytes,
        final int blocksPerDatagram, final boolean sequenced) {
        final int samples = samplesOf(codec);
        try (Arena arena = Arena.ofConfined()) {
            final MemorySegment encoder = arena.allocate(opus.encoderStateBytes(), 64);
            final MemorySegment pcm = arena.allocate(TalkerDecoder.PCM_BYTES, 64);
            final MemorySegment block = arena.allocate(codedBytes);
            opus.resetEncoder(encoder.address(), samples, channels, codedBytes);
            opus.encode(encoder.address(), samples, pcm.address(), block.address(), codedBytes);
            final byte[] silence = block.toArray(ValueLayout.JAVA_BYTE);
            final byte[][] tone = new byte[TONE_BLOCKS][];
            for (int i = 0; i < TONE_BLOCKS; i++) {
                for (int sample = 0; sample < samples * channels; sample++) {
                    final int time = i * samples + sample / channels;
                    pcm.setAtIndex(ValueLayout.JAVA_SHORT, sample,
                        (short) (AMPLITUDE * Math.sin(RADIANS_PER_SAMPLE * time)));
                }
                opus.encode(encoder.address(), samples, pcm.address(), block.address(), codedBytes);
                tone[i] = block.toArray(ValueLayout.JAVA_BYTE);
            }
            return new RehearsalPart(codec, channels, blocksPerDatagram, sequenced, tone, silence);
        }
    }

    /** Blocks in the time of one frame: 1 or 2. */
    int blocksPerFrame() {
        return StreamFormat.FRAME_SAMPLES / samplesOf(codec);
    }

    /** Bytes of one block on the wire, with its sequence byte if it has one. */
    int baseBytes() {
        return silence.length + (sequenced ? 1 : 0);
    }

    /** The coded block of that number, counted from the start of playing. */
    byte[] block(final int number, final boolean muted) {
        return muted ? silence : tone[number % TONE_BLOCKS];
    }

    private static int samplesOf(final int codec) {
        return codec == TransportProperties.CODEC_OPUS64 ? StreamFormat.FRAME_SAMPLES / 2 : StreamFormat.FRAME_SAMPLES;
    }
}
