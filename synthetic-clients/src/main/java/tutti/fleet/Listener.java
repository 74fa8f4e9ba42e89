package tutti.fleet;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.agrona.concurrent.UnsafeBuffer;
import tutti.opus.OpusCodec;

/** Decodes a client's mix block by block, conceals what is missing, and lets an ear hear it. */
final class Listener {

    /** A longer gap is not worth concealing: the decoder starts again behind it. */
    private static final int MAX_CONCEALED = 20;
    private static final int STATE_ALIGNMENT = 64;

    private final OpusCodec codec;
    private final StreamFormat format;
    private final Ear ear;
    private final long decoder;
    private final UnsafeBuffer pcm;
    private long decoderErrors;

    /** @param arena owns the decoder's memory */
    Listener(final Arena arena, final OpusCodec codec, final StreamFormat format, final Ear ear) {
        this.codec = codec;
        this.format = format;
        this.ear = ear;
        this.decoder = arena.allocate(codec.decoderStateBytes(), STATE_ALIGNMENT).address();
        final MemorySegment samples =
                arena.allocate((long) format.frameSamples() * format.channels() * Short.BYTES, Long.BYTES);
        this.pcm = new UnsafeBuffer(samples.address(), (int) samples.byteSize());
        codec.resetDecoder(decoder, format.frameSamples(), format.channels());
    }

    /**
     * Hears the next block.
     *
     * @param missing      blocks lost before it
     * @param codedAddress native address of the coded block
     */
    void hear(final int missing, final long codedAddress) {
        if (missing > 0) {
            ear.markUnusable();
            for (int i = 0; i < Math.min(missing, MAX_CONCEALED); i++) {
                decode(0);
            }
        }
        decode(codedAddress);
    }

    private void decode(final long codedAddress) {
        final int samples = codec.decode(decoder, format.frameSamples(), codedAddress, format.codedBytes(),
                pcm.addressOffset());
        if (samples == format.frameSamples()) {
            ear.accept(pcm, samples);
        } else {
            decoderErrors++;
        }
    }

    Ear ear() {
        return ear;
    }

    /** {@return blocks that the decoder refused} */
    long decoderErrors() {
        return decoderErrors;
    }
}
