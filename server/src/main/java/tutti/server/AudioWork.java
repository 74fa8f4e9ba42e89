package tutti.server;

import java.lang.foreign.Arena;
import tutti.mixer.GainTable;
import tutti.mixer.HeardTalkers;
import tutti.mixer.MixKernels;
import tutti.opus.OpusCodec;

/**
 * What a thread needs to decode talkers and to mix and encode for groups. Each thread has one of its own, because
 * mixing needs scratch memory. What it works on belongs to one talker or one group: its session's jitter buffer,
 * decoder and planes, or its leader's row of gains, its encoder and coded blocks. So several threads may work on
 * different ones at once.
 */
final class AudioWork {

    private final Talkers talkers;
    private final GainTable gains;
    private final OpusCodec codec;
    private final MixKernels kernels;
    private final HeardTalkers heard;
    private final long[] commonFactors;
    private final long mix;

    /**
     * @param talkers where decoded audio goes and what is mixed.
     * @param gains rows of different listeners are read at once.
     * @param codec has no state of its own.
     * @param kernels mix; for this object alone.
     * @param arena owner of the scratch memory.
     */
    AudioWork(final Talkers talkers, final GainTable gains, final OpusCodec codec, final MixKernels kernels,
        final Arena arena) {
        this.talkers = talkers;
        this.gains = gains;
        this.codec = codec;
        this.kernels = kernels;
        heard = new HeardTalkers(talkers.capacity());
        commonFactors = new long[talkers.capacity()];
        mix = arena.allocate(TalkerDecoder.PCM_BYTES, 64).address();
    }

    /** Takes one frame out of a talker's jitter buffer and decodes it. */
    void decode(final Session talker) {
        talker.decodeFrame();
        if (talker.isTalking()) {
            kernels.load(talkers.planes(), talker.id(), talker.format().channels(), talker.decoder().pcm());
        }
        if (talker.jitterBuffer().isAutomatic() && talker.jitterBuffer().applyAutomatic()) {
            talker.setJitterReportDue(true);
        }
    }

    /** Mixes what the members of a group hear. The mix stays here until the next one. */
    void mix(final MixGroup group) {
        final int listener = group.leader().id();
        final boolean stereo = group.format().channels() == 2;
        final long[] factors;
        if (group.isFadingInTogether()) {
            gains.commonFactors(listener, stereo, commonFactors);
            factors = commonFactors;
        } else {
            factors = stereo ? gains.stereoFactors(listener) : gains.monoFactors(listener);
        }
        heard.select(talkers.ids(), talkers.count(), factors, gains.mutedSources(listener));
        if (stereo) {
            kernels.mixStereo(talkers.planes(), heard.ids(), heard.count(), factors, mix);
        } else {
            kernels.mixMono(talkers.planes(), heard.ids(), heard.count(), factors, mix);
        }
    }

    /** Encodes what was just mixed for a group into the group's blocks. */
    void encode(final MixGroup group) {
        final StreamFormat format = group.format();
        final int blockBytes = format.blockSamples() * format.channels() * Short.BYTES;
        for (int block = 0; block < format.blocksPerFrame(); block++) {
            final int bytes = Math.max(0, codec.encode(group.encoder(), format.blockSamples(),
                mix + (long) block * blockBytes, group.block(block), format.codedBytes()));
            if (bytes < format.codedBytes()) {
                AudioPath.ALL_MEMORY.asSlice(group.block(block) + bytes, format.codedBytes() - bytes).fill((byte) 0);
            }
        }
    }
}
