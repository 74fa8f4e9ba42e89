package tutti.server;

import org.agrona.concurrent.NanoClock;
import tutti.server.stats.Counter;
import tutti.server.stats.Counters;

/**
 * The audio of one frame with the help of a {@link WorkerCrew}: talkers are decoded by whichever thread is free, then
 * groups are mixed and encoded so. The frame thread alone lists talkers, counts, and hands datagrams over, in the same
 * order as {@link AudioPath}; so every client is sent the same bytes.
 * <p>
 * Datagrams are handed over when all groups are encoded. None can leave sooner, to keep a longest time of waiting.
 */
final class SpreadAudioPath implements FramePhases, WorkerCrew.Work {

    private static final int DECODE = 0;
    private static final int MIX_AND_ENCODE = 1;

    /** Distance of two threads' notes, in longs: 128 bytes, because processors fetch cache lines in pairs. */
    private static final int STRIDE = 16;
    private static final int MIX_NANOS = 0;
    private static final int ENCODE_NANOS = 1;
    private static final int FIRST_READY = 2;

    private final SessionTable sessions;
    private final Talkers talkers;
    private final MixGroups groups;
    private final AudioWork[] works;
    private final AudioSender sender;
    private final Counters counters;
    private final NanoClock clock;
    private final WorkerCrew crew;
    private final long[] notes;
    private int firstGroup;
    private long mixNanos;
    private long encodeNanos;

    /**
     * Starts the worker threads.
     *
     * @param works for the frame thread first, then for each worker.
     * @param onStart what each worker does first, on its own thread.
     */
    SpreadAudioPath(final SessionTable sessions, final Talkers talkers, final MixGroups groups, final AudioWork[] works,
        final AudioSender sender, final Counters counters, final NanoClock clock, final WorkerCrew.Start onStart) {
        this.sessions = sessions;
        this.talkers = talkers;
        this.groups = groups;
        this.works = works;
        this.sender = sender;
        this.counters = counters;
        this.clock = clock;
        notes = new long[(works.length + 1) * STRIDE];
        crew = new WorkerCrew(works.length - 1, this, onStart);
    }

    @Override
    public void beginFrame() {
        if (sessions.count() > 1) {
            crew.wake();
        }
    }

    /** {@inheritDoc} With help, decoding takes so little of a frame that the workers better sleep. */
    @Override
    public boolean decodesAhead() {
        return false;
    }

    @Override
    public int decodeAhead(final long until) {
        return 0;
    }

    @Override
    public void decode() {
        final int count = sessions.count();
        crew.run(DECODE, count);
        talkers.begin();
        for (int position = 0; position < count; position++) {
            talkers.add(sessions.connected(position));
        }
        talkers.end();
    }

    @Override
    public void mixAndEncode() {
        mixNanos = 0;
        encodeNanos = 0;
        final int count = groups.count();
        if (count == 0) {
            return;
        }
        firstGroup = (firstGroup + 1) % count;
        for (int lane = 0; lane < works.length; lane++) {
            notes[place(lane, MIX_NANOS)] = 0;
            notes[place(lane, ENCODE_NANOS)] = 0;
            notes[place(lane, FIRST_READY)] = Long.MAX_VALUE;
        }
        crew.run(MIX_AND_ENCODE, count);
        long firstReady = Long.MAX_VALUE;
        for (int lane = 0; lane < works.length; lane++) {
            mixNanos += notes[place(lane, MIX_NANOS)];
            encodeNanos += notes[place(lane, ENCODE_NANOS)];
            firstReady = Math.min(firstReady, notes[place(lane, FIRST_READY)]);
        }
        handOver(count, firstReady);
    }

    private void handOver(final int count, final long firstReady) {
        int blocks = 0;
        for (int i = 0; i < count; i++) {
            final MixGroup group = inTurn(i, count);
            group.handOver(sender, firstReady);
            blocks += group.format().blocksPerFrame();
        }
        counters.add(Counter.MIXES, count);
        counters.add(Counter.ENCODES, blocks);
    }

    /** {@inheritDoc} Runs on any thread of the crew. */
    @Override
    public void run(final int phase, final int item, final int lane) {
        final AudioWork work = works[lane];
        if (phase == DECODE) {
            work.decode(sessions.connected(item));
            return;
        }
        final MixGroup group = inTurn(item, groups.count());
        final long before = clock.nanoTime();
        work.mix(group);
        final long mixed = clock.nanoTime();
        work.encode(group);
        final long encoded = clock.nanoTime();
        notes[place(lane, MIX_NANOS)] += mixed - before;
        notes[place(lane, ENCODE_NANOS)] += encoded - mixed;
        notes[place(lane, FIRST_READY)] = Math.min(notes[place(lane, FIRST_READY)], encoded);
    }

    private MixGroup inTurn(final int item, final int count) {
        final int index = firstGroup + item;
        return groups.group(index < count ? index : index - count);
    }

    /** Where a thread keeps a note; a stretch is left free before the first one, for what lies before the array. */
    private static int place(final int lane, final int note) {
        return (lane + 1) * STRIDE + note;
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
        crew.close();
    }
}
