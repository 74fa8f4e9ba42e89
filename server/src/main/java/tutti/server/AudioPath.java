package tutti.server;

import java.lang.foreign.MemorySegment;
import org.agrona.concurrent.NanoClock;
import tutti.server.stats.Counter;
import tutti.server.stats.Counters;

/**
 * The audio of one frame on the frame thread alone: decode every talker, then for every group of listeners mix, encode
 * and hand over.
 */
final class AudioPath implements FramePhases {

    /** All of memory, to reach raw addresses without an object for each access. */
    static final MemorySegment ALL_MEMORY = MemorySegment.NULL.reinterpret(Long.MAX_VALUE);

    private final SessionTable sessions;
    private final Talkers talkers;
    private final MixGroups groups;
    private final AudioWork work;
    private final AudioSender sender;
    private final Counters counters;
    private final NanoClock clock;
    private int firstGroup;
    private long mixNanos;
    private long encodeNanos;

    AudioPath(final SessionTable sessions, final Talkers talkers, final MixGroups groups, final AudioWork work,
        final AudioSender sender, final Counters counters, final NanoClock clock) {
        this.sessions = sessions;
        this.talkers = talkers;
        this.groups = groups;
        this.work = work;
        this.sender = sender;
        this.counters = counters;
        this.clock = clock;
    }

    @Override
    public void beginFrame() {
        // nobody needs to know
    }

    @Override
    public boolean decodesAhead() {
        return true;
    }

    @Override
    public int decodeAhead(final long until) {
        int decoded = 0;
        for (int position = 0; position < sessions.count(); position++) {
            final int blocks = sessions.connected(position).decodeAhead();
            decoded += blocks;
            if (blocks > 0 && clock.nanoTime() - until >= 0) {
                break;
            }
        }
        counters.add(Counter.BLOCKS_DECODED_AHEAD, decoded);
        return decoded;
    }

    @Override
    public void decode() {
        talkers.begin();
        for (int position = 0; position < sessions.count(); position++) {
            final Session talker = sessions.connected(position);
            work.decode(talker);
            talkers.add(talker);
        }
        talkers.end();
    }

    /** {@inheritDoc} A group's datagrams are handed over as they become ready. */
    @Override
    public void mixAndEncode() {
        mixNanos = 0;
        encodeNanos = 0;
        final int count = groups.count();
        if (count == 0) {
            return;
        }
        firstGroup = (firstGroup + 1) % count;
        int blocks = 0;
        long before = clock.nanoTime();
        for (int i = 0; i < count; i++) {
            final int index = firstGroup + i;
            final MixGroup group = groups.group(index < count ? index : index - count);
            work.mix(group);
            final long mixed = clock.nanoTime();
            work.encode(group);
            final long encoded = clock.nanoTime();
            group.handOver(sender, encoded);
            sender.flushOverdue(encoded, encoded - before);
            blocks += group.format().blocksPerFrame();
            mixNanos += mixed - before;
            encodeNanos += encoded - mixed;
            before = clock.nanoTime();
        }
        counters.add(Counter.MIXES, count);
        counters.add(Counter.ENCODES, blocks);
    }

    @Override
    public long mixNanos() {
        return mixNanos;
    }

    @Override
    public long encodeNanos() {
        return encodeNanos;
    }

    @Override
    public void close() {
        // no thread to end
    }
}
