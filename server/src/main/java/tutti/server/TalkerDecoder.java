package tutti.server;

import java.lang.foreign.Arena;
import tutti.opus.CodedSilence;
import tutti.opus.OpusCodec;
import tutti.server.jitter.JitterBuffer;

/**
 * What one talker says: takes coded blocks from its jitter buffer, frame by frame, and makes samples of them. What is
 * missing is concealed, and what no decoder accepts counts as missing.
 * <p>
 * Most of a choir is muted while one section practises, and sends silence. Decoded for
 * {@link CodedSilence#REST_SAMPLES}, it brings the decoder to rest; from then on silence is neither decoded nor mixed,
 * and nobody hears a difference, not even in the last bit. A block of anything else, or a lost one, is decoded again.
 * <p>
 * Before its first block a talker is silent too: a new jitter buffer fills for some frames, in which there is nothing
 * yet that could have been lost. A decoder that conceals there puts out noise and gets the first two blocks wrong; and
 * in the moment when everybody joins it would be hundreds of blocks for nothing.
 */
final class TalkerDecoder {

    /** Bytes of one decoded frame: 128 samples, two channels, 16 bits. */
    static final int PCM_BYTES = StreamFormat.FRAME_SAMPLES * 2 * Short.BYTES;

    private static final int ALIGNMENT = 64;

    private final OpusCodec codec;
    private final long state;
    private final long pcm;
    private int silentSamples;
    private int concealed;
    private int skipped;
    private boolean isAhead;
    private boolean hasSpoken;

    /**
     * @param codec the codec that decodes in this object's memory.
     * @param arena owner of that memory.
     */
    TalkerDecoder(final OpusCodec codec, final Arena arena) {
        this.codec = codec;
        state = arena.allocate(codec.decoderStateBytes(), ALIGNMENT).address();
        pcm = arena.allocate(PCM_BYTES, ALIGNMENT).address();
    }

    /** Leaves nothing of what was said before. */
    void clear() {
        AudioPath.ALL_MEMORY.asSlice(pcm, PCM_BYTES).fill((byte) 0);
        isAhead = false;
        hasSpoken = false;
    }

    /** Begins a stream of another form of blocks. */
    void restart(final StreamFormat format) {
        codec.resetDecoder(state, format.blockSamples(), format.channels());
        silentSamples = 0;
        clear();
    }

    /**
     * Decodes the blocks of the coming frame if all of them are here and that was not done yet. They stay in the jitter
     * buffer, whose size must not seem to depend on when they were decoded, until {@link #decodeFrame} takes them.
     *
     * @return blocks that were decoded, 0 to 2.
     */
    int decodeAhead(final StreamFormat format, final JitterBuffer blocks) {
        final int count = format.blocksPerFrame();
        if (isAhead || blocks.peek(0) == 0 || blocks.peek(count - 1) == 0) {
            return 0;
        }
        clearCounts();
        for (int block = 0; block < count; block++) {
            decodeBlock(format, blocks.peek(block), block);
        }
        isAhead = true;
        return count;
    }

    /**
     * Takes the blocks of one frame, in the form that was last {@linkplain #restart begun}, and decodes them unless the
     * frame was decoded ahead. Then it is played as it is, whatever has become of the jitter buffer since: its window
     * may have moved, but the decoder has moved on too, and leaving out what it has decoded would be heard.
     */
    void decodeFrame(final StreamFormat format, final JitterBuffer blocks) {
        if (!isAhead) {
            clearCounts();
        }
        for (int block = 0; block < format.blocksPerFrame(); block++) {
            final long coded = blocks.get();
            if (!isAhead) {
                decodeBlock(format, coded, block);
            }
        }
        isAhead = false;
    }

    private void clearCounts() {
        concealed = 0;
        skipped = 0;
    }

    private void decodeBlock(final StreamFormat format, final long coded, final int block) {
        final long to = pcm + (long) block * format.blockSamples() * format.channels() * Short.BYTES;
        final int samples = format.blockSamples();
        final int bytes = format.codedBytes();
        final boolean silent = coded != 0 && CodedSilence.matches(coded, bytes, format.channels());
        if (silent && silentSamples >= CodedSilence.REST_SAMPLES || coded == 0 && !hasSpoken) {
            // Its samples would be the zeros that are there already.
            skipped++;
            return;
        }
        silentSamples = silent ? silentSamples + samples : 0;
        hasSpoken = true;
        if (coded == 0 || codec.decode(state, samples, coded, bytes, to) < 0) {
            concealed++;
            codec.decode(state, samples, 0, bytes, to);
        }
    }

    /** Blocks of the last frame that were missing, 0 to 2. */
    int concealed() {
        return concealed;
    }

    /** Blocks of the last frame that were silence, or came before the first block, and were not decoded, 0 to 2. */
    int skipped() {
        return skipped;
    }

    /** Address of the last frame: 16-bit samples, interleaved when stereo. */
    long pcm() {
        return pcm;
    }
}
