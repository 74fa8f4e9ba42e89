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

    private static final MemorySegment ALL_MEMORY = MemorySegment.NULL.reinterpret(Long.MAX_VALUE);

    private final SessionTable sessions;
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
    private int firstListener;
    private long mixNanos;
    private long encodeNanos;

    AudioPath(final SessionTable sessions, final GainTable gains, final OpusCodec codec, final MixKernels kernels,
        final AudioSender sender, final Counters counters, final NanoClock clock, final Arena arena) {
        this.sessions = sessions;
        this.gains = gains;
        this.codec = codec;
        this.kernels = kernels;
        this.sender = sender;
        this.counters = counters;
        this.clock = clock;
        planes = new TalkerPlanes(sessions.capacity(), arena);
        talkers = new int[sessions.capacity()];
        mix = arena.allocate(Session.PCM_BYTES, 64).address();
    }

    /** Takes one frame out of every jitter buffer and decodes it. */
    void decode() {
        talkerCount = 0;
        int decoded = 0;
        int concealed = 0;
        for (int position = 0; position < sessions.count(); position++) {
            final Session talker = sessions.connected(position);
            concealed += talker.decodeFrame();
            if (talker.format().isServable()) {
                decoded += talker.format().blocksPerFrame();
                kernels.load(planes, talker.id(), talker.format().channels(), talker.pcm());
                talkers[talkerCount++] = talker.id();
            }
            if (talker.jitterBuffer().isAutomatic() && talker.jitterBuffer().applyAutomatic()) {
                talker.setJitterReportDue(true);
            }
        }
        counters.add(Counter.BLOCKS_DECODED, decoded - concealed);
        counters.add(Counter.BLOCKS_CONCEALED, concealed);
    }

    /**
     * Mixes and encodes for every listener and hands the datagrams to the sender as they become ready. Each frame begins
     * with another listener, so that no one is always last.
     */
    void mixAndEncode() {
        mixNanos = 0;
        encodeNanos = 0;
        final int count = sessions.count();
        if (count == 0) {
            return;
        }
        firstListener = (firstListener + 1) % count;
        long before = clock.nanoTime();
        for (int i = 0; i < count; i++) {
            final int position = firstListener + i;
            final Session listener = sessions.connected(position < count ? position : position - count);
            if (listener.isListening()) {
                mixFor(listener);
                final long mixed = clock.nanoTime();
                encodeFor(listener, mixed);
                final long encoded = clock.nanoTime();
                mixNanos += mixed - before;
                encodeNanos += encoded - mixed;
                before = encoded;
            }
        }
    }

    /** Time {@link #mixAndEncode} spent mixing, in ns. */
    long mixNanos() {
        return mixNanos;
    }

    /** Time {@link #mixAndEncode} spent encoding, in ns; sends included when they are not batched. */
    long encodeNanos() {
        return encodeNanos;
    }

    private void mixFor(final Session listener) {
        if (listener.format().channels() == 2) {
            kernels.mixStereo(planes, talkers, talkerCount, gains.stereoFactors(listener.id()), mix);
        } else {
            kernels.mixMono(planes, talkers, talkerCount, gains.monoFactors(listener.id()), mix);
        }
        counters.increment(Counter.MIXES);
    }

    private void encodeFor(final Session listener, final long now) {
        final StreamFormat format = listener.format();
        final OutgoingAudio outgoing = listener.outgoing();
        final int blockBytes = format.blockSamples() * format.channels() * Short.BYTES;
        for (int block = 0; block < format.blocksPerFrame(); block++) {
            final long to = outgoing.nextBlock(format);
            final int bytes = Math.max(0, codec.encode(listener.encoder(), format.blockSamples(),
                mix + (long) block * blockBytes, to, format.codedBytes()));
            if (bytes < format.codedBytes()) {
                ALL_MEMORY.asSlice(to + bytes, format.codedBytes() - bytes).fill((byte) 0);
            }
            if (outgoing.blockWritten(format)) {
                sender.add(listener, outgoing.completed(), format.datagramBytes(), now);
            }
        }
        counters.add(Counter.ENCODES, format.blocksPerFrame());
    }
}
