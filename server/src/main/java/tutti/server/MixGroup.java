package tutti.server;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import tutti.opus.OpusCodec;

/**
 * Listeners who hear the same: one mix, one encoder, one set of coded blocks a frame. Everybody who is sent audio
 * belongs to exactly one group; whoever hears what nobody else does is a group of one.
 */
final class MixGroup {

    /** Blocks coded in one frame at most: two of 64 samples. */
    private static final int MAX_BLOCKS = 2;

    private static final int BLOCK_STRIDE = (StreamFormat.MAX_CODED_BYTES + 63) / 64 * 64;
    private static final long NEVER = Long.MAX_VALUE;

    private final Session[] members;
    private final MemorySegment encoder;
    private final MemorySegment coded;
    private int size;
    private boolean fadingIn;
    private boolean common;
    private long mergeDue = NEVER;

    MixGroup(final int maxMembers, final OpusCodec codec, final Arena arena) {
        members = new Session[maxMembers];
        encoder = arena.allocate(codec.encoderStateBytes(), 64);
        coded = arena.allocate((long) MAX_BLOCKS * BLOCK_STRIDE, 64);
    }

    /** Begins a group of one. */
    void begin(final Session first, final boolean stillFadingIn) {
        size = 0;
        fadingIn = stillFadingIn;
        common = false;
        mergeDue = NEVER;
        add(first);
    }

    void add(final Session listener) {
        members[size++] = listener;
        listener.setMixGroup(this);
        common |= size > 1;
    }

    void remove(final Session listener) {
        int place = 0;
        while (members[place] != listener) {
            place++;
        }
        size--;
        for (; place < size; place++) {
            members[place] = members[place + 1];
        }
        members[size] = null;
        listener.setMixGroup(null);
    }

    int size() {
        return size;
    }

    Session member(final int index) {
        return members[index];
    }

    /** The member whose settings stand for those of all. */
    Session leader() {
        return members[0];
    }

    /** Format of the coded blocks. Members may differ in how they want them packed. */
    StreamFormat format() {
        return members[0].format();
    }

    /** Address of the encoder's state. */
    long encoder() {
        return encoder.address();
    }

    /** Address of a coded block of this frame. */
    long block(final int index) {
        return coded.address() + (long) index * BLOCK_STRIDE;
    }

    /**
     * Hands every member its packets of this frame.
     *
     * @param sender where they go.
     * @param now when the blocks were ready, in ns.
     */
    void handOver(final AudioSender sender, final long now) {
        final int blocks = format().blocksPerFrame();
        for (int index = 0; index < size; index++) {
            final Session listener = members[index];
            for (int block = 0; block < blocks; block++) {
                listener.outgoing().send(listener, block(block), sender, now);
            }
        }
    }

    /** Whether the members are in the first seconds of their connection, in which all gains rise from zero. */
    boolean isFadingIn() {
        return fadingIn;
    }

    void endFadeIn() {
        fadingIn = false;
        common = false;
    }

    /** Lets a group of one be faded in once more. */
    void fadeInAgain() {
        fadingIn = true;
    }

    /**
     * Finds a member that the others would wait for in vain, because its datagrams have stopped coming.
     *
     * @param allowance how far behind the foremost member one may be, of the whole fade-in.
     * @return the first one further behind, or null.
     */
    Session laggard(final float allowance) {
        float foremost = 0;
        for (int index = 0; index < size; index++) {
            foremost = Math.max(foremost, members[index].fade());
        }
        for (int index = 0; index < size; index++) {
            if (foremost - members[index].fade() > allowance) {
                return members[index];
            }
        }
        return null;
    }

    /**
     * Whether members are, or were, faded in together. Then what a member hears of itself is faded like everything
     * else, because it could not be shared otherwise.
     */
    boolean isFadingInTogether() {
        return fadingIn && common;
    }

    /** The frame from which on it is worth looking for a group with the same mix. */
    long mergeDue() {
        return mergeDue;
    }

    void setMergeDue(final long frame) {
        mergeDue = frame;
    }

    void clearMergeDue() {
        mergeDue = NEVER;
    }
}
