package tutti.server;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.agrona.concurrent.NanoClock;
import tutti.mixer.GainTable;
import tutti.mixer.MixKernels;
import tutti.mixer.TalkerPlanes;
import tutti.opus.OpusCodec;
import tutti.server.stats.Counter;
import tutti.server.stats.Counters;

/**
 * The audio of one frame, from the jitter buffers to the outgoing datagrams: decode every talker, then for every listener
 * mix, encode and hand over.
 */
final class AudioPath {

    /** All of memory, to reach raw addresses without an object for each access. */
    static final MemorySegment ALL_MEMORY = MemorySegment.NULL.reinterpret(Long.MAX_VALUE);

    private final SessionTable sessions;
    private final MixGroups groups;
    private final GainTable gains;
    private final OpusCodec codec;
    private final MixKernels kernels;
    private final TalkerPlanes planes;
    private final AudioSender sender;
    private final Counters counters;
    private final NanoClock clock;
    private final int[] talkers;
    private final long mix;
    private int talkerCount;
    private int firstGroup;
    private long mixNanos;
    private long encodeNanos;

    AudioPath(final SessionTable sessions, final MixGroups groups, final GainTable gains, final OpusCodec codec,
        final MixKernels kernels, final AudioSender sender, final Counters counters, final NanoClock clock, final Arena arena) {
        this.sessions = sessions;
        this.groups = groups;
        this.gains = gains;
        this.codec = codec;
        this.kernels = kernels;
        this.sender = sender;
        this.counters = counters;
        this.clock = clock;
        planes = new TalkerPlanes(sessions.capacity(), arena);
        talkers = new int[sessions.capacity()];
        mix = arena.allocate(TalkerDecoder.PCM_BYTES, 64).address();
    }

    /** Takes one frame out of every jitter buffer and decodes it. Who is not at rest is a talker of the mix. */
    void decode() {
        talkerCount = 0;
        int blocks = 0;
        int concealed = 0;
        int silent = 0;
        for (int position = 0; position < sessions.count(); position++) {
            final Session talker = sessions.connected(position);
            final StreamFormat format = talker.format();
            final TalkerDecoder decoder = talker.decoder();
            talker.decodeFrame();
            if (format.isServable()) {
                blocks += format.blocksPerFrame();
                concealed += decoder.concealed();
                silent += decoder.skipped();
                if (decoder.skipped() < format.blocksPerFrame()) {
                    kernels.load(planes, talker.id(), format.channels(), decoder.pcm());
                    talkers[talkerCount++] = talker.id();
                }
            }
            if (talker.jitterBuffer().isAutomatic() && talker.jitterBuffer().applyAutomatic()) {
                talker.setJitterReportDue(true);
            }
        }
        counters.add(Counter.BLOCKS_DECODED, blocks - concealed - silent);
        counters.add(Counter.BLOCKS_CONCEALED, concealed);
        counters.add(Counter.BLOCKS_SILENT, silent);
    }

    /**
     * Mixes and encodes once for every group of listeners who hear the same, and hands everyone's datagrams to the sender as
     * they become ready. Each frame begins with another group, so that no one is always last.
     */
    void mixAndEncode() {
        mixNanos = 0;
        encodeNanos = 0;
        final int count = groups.count();
        if (count == 0) {
            return;
        }
        firstGroup = (firstGroup + 1) % count;
        long before = clock.nanoTime();
        for (int i = 0; i < count; i++) {
            final int index = firstGroup + i;
            final MixGroup group = groups.group(index < count ? index : index - count);
            mixFor(group);
            final long mixed = clock.nanoTime();
            encodeFor(group);
            final long encoded = clock.nanoTime();
            handOver(group, encoded);
            sender.flushOverdue(encoded);
            mixNanos += mixed - before;
            encodeNanos += encoded - mixed;
            before = clock.nanoTime();
        }
        counters.add(Counter.MIXES, count);
    }

    /** Time {@link #mixAndEncode} spent mixing, in ns. */
    long mixNanos() {
        return mixNanos;
    }

    /** Time {@link #mixAndEncode} spent encoding, in ns. */
    long encodeNanos() {
        return encodeNanos;
    }

    private void mixFor(final MixGroup group) {
        final int listener = group.leader().id();
        final boolean stereo = group.format().channels() == 2;
        final long[] factors;
        if (group.isFadingInTogether()) {
            factors = gains.commonFactors(listener, stereo);
        } else {
            factors = stereo ? gains.stereoFactors(listener) : gains.monoFactors(listener);
        }
        if (stereo) {
            kernels.mixStereo(planes, talkers, talkerCount, factors, mix);
        } else {
            kernels.mixMono(planes, talkers, talkerCount, factors, mix);
        }
    }

    private void encodeFor(final MixGroup group) {
        final StreamFormat format = group.format();
        final int blockBytes = format.blockSamples() * format.channels() * Short.BYTES;
        for (int block = 0; block < format.blocksPerFrame(); block++) {
            final int bytes = Math.max(0, codec.encode(group.encoder(), format.blockSamples(),
                mix + (long) block * blockBytes, group.block(block), format.codedBytes()));
            if (bytes < format.codedBytes()) {
                ALL_MEMORY.asSlice(group.block(block) + bytes, format.codedBytes() - bytes).fill((byte) 0);
            }
        }
        counters.add(Counter.ENCODES, format.blocksPerFrame());
    }

    private void handOver(final MixGroup group, final long now) {
        final int blocks = group.format().blocksPerFrame();
        for (int index = 0; index < group.size(); index++) {
            final Session listener = group.member(index);
            for (int block = 0; block < blocks; block++) {
                listener.outgoing().send(listener, group.block(block), sender, now);
            }
        }
    }
}
