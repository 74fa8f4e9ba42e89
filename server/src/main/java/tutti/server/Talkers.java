package tutti.server;

import java.lang.foreign.Arena;
import tutti.mixer.TalkerPlanes;
import tutti.server.stats.Counter;
import tutti.server.stats.Counters;

/** Who sounds in the present frame, and what they say. Listed by the frame thread alone. */
final class Talkers {

    private final TalkerPlanes planes;
    private final int[] ids;
    private final Counters counters;
    private int count;
    private int blocks;
    private int concealed;
    private int silent;

    Talkers(final int capacity, final Counters counters, final Arena arena) {
        planes = new TalkerPlanes(capacity, arena);
        ids = new int[capacity];
        this.counters = counters;
    }

    /** Begins a frame: nobody sounds. */
    void begin() {
        count = 0;
        blocks = 0;
        concealed = 0;
        silent = 0;
    }

    /** Lists a talker who was decoded, if it sounds. To be called in ascending order of ids. */
    void add(final Session talker) {
        final StreamFormat format = talker.format();
        if (format.isServable()) {
            blocks += format.blocksPerFrame();
            concealed += talker.decoder().concealed();
            silent += talker.decoder().skipped();
        }
        if (talker.isTalking()) {
            ids[count++] = talker.id();
        }
    }

    /** Ends the list. */
    void end() {
        counters.add(Counter.BLOCKS_DECODED, blocks - concealed - silent);
        counters.add(Counter.BLOCKS_CONCEALED, concealed);
        counters.add(Counter.BLOCKS_SILENT, silent);
    }

    /** Most talkers there can be; their ids are below that. */
    int capacity() {
        return ids.length;
    }

    /** What the talkers say, by their ids. */
    TalkerPlanes planes() {
        return planes;
    }

    /** The ids of those who sound, ascending; the first {@link #count()} count. */
    int[] ids() {
        return ids;
    }

    /** How many sound. */
    int count() {
        return count;
    }
}
