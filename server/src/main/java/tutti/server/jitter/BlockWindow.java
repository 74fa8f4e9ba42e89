package tutti.server.jitter;

/**
 * Which blocks a jitter buffer of {@code size} blocks holds, without their bytes. Serves the real buffer, whose bytes
 * lie elsewhere, and the simulated ones, which have none.
 *
 * <pre>
 *   sequence number    S    S+1   S+2        S+size-1
 *                    ┌─────┬─────┬─────┬─ ─┬─────┐
 *   bit of `held`    │  0  │  1  │  2  │   │size-1│   1 = the block is here
 *                    └─────┴─────┴─────┴─ ─┴─────┘
 *                      └ played next
 * </pre>
 *
 * <p>Two disciplines share this state. With sequence numbers (specification 6.3: {@link #put}, {@link #get}) a block
 * has its place by its number, and the window follows the stream in both directions. Without (6.2: {@link #append},
 * {@link #takeOldest}) it is a ring whose blocks lie without gaps from bit 0 on. In both, the block in bit {@code i}
 * has the number S + i modulo 256, so that whoever keeps the bytes can derive their place from that number alone:
 * nothing moves when the window does.
 */
final class BlockWindow {

    /** A shift that empties any window: sizes stay below it, and an {@code int} can be shifted by it. */
    private static final int CLEARING_SHIFT = 31;

    private int size;
    private int mask;
    private int held;
    private int sequence;

    /**
     * @param size blocks, 1 to {@link JitterBuffer#MAX_BLOCKS}
     */
    BlockWindow(final int size) {
        resize(size);
    }

    /** Blocks the window can hold. */
    int size() {
        return size;
    }

    /** Blocks it holds now. */
    int count() {
        return Integer.bitCount(held);
    }

    /** S, 0 to 255: the sequence number of the block to be played next. */
    int sequence() {
        return sequence;
    }

    /** The blocks it holds: bit i is set when the one with number S + i is here. */
    int held() {
        return held;
    }

    /** Becomes a window of {@code newSize} blocks from {@code newSequence} on, of which it holds {@code newHeld}. */
    void assign(final int newSize, final int newHeld, final int newSequence) {
        held = newHeld;
        sequence = newSequence & 0xff;
        resize(newSize);
    }

    /** Forgets all blocks; S stays. */
    void clear() {
        held = 0;
    }

    /** Forgets all blocks and sets S to 0, as if newly made. */
    void reset() {
        held = 0;
        sequence = 0;
    }

    /** Changes the size; the blocks that still fit, from the one to be played next on, stay (specification 6.4). */
    void resize(final int newSize) {
        size = newSize;
        mask = (1 << newSize) - 1;
        held &= mask;
    }

    /**
     * Puts the block with sequence byte {@code number}, moving the window over it when it lies outside. Never fails.
     *
     * @param number only the low 8 bits count
     */
    void put(final int number) {
        final int distance = number - sequence & 0xff;
        if (distance < size) {
            held |= 1 << distance;
        } else {
            follow((byte) distance);
        }
    }

    /** Moves the window over a block that is late (negative distance; it will be played next) or early (the last). */
    private void follow(final int distance) {
        if (distance < 0) {
            // The block that was next loses its place too: only what follows it moves along.
            held = (held & ~1) << Math.min(-distance, CLEARING_SHIFT) & mask | 1;
            sequence = sequence + distance & 0xff;
        } else {
            final int steps = distance - size + 1;
            held = held >>> Math.min(steps, CLEARING_SHIFT) | 1 << size - 1;
            sequence = sequence + steps & 0xff;
        }
    }

    /**
     * Takes the block to be played next; the window moves on by one in any case.
     *
     * @return whether the block was there
     */
    boolean get() {
        final boolean present = (held & 1) != 0;
        held >>>= 1;
        sequence = sequence + 1 & 0xff;
        return present;
    }

    /**
     * Puts {@code blocks} blocks behind those already held: the discipline without sequence numbers.
     *
     * @return false when they do not all fit; then nothing is put
     */
    boolean append(final int blocks) {
        if (count() + blocks > size) {
            return false;
        }
        held = (held + 1 << blocks) - 1;
        return true;
    }

    /**
     * Takes the oldest block: the discipline without sequence numbers.
     *
     * @return false when there is none; then nothing changes
     */
    boolean takeOldest() {
        return held != 0 && get();
    }
}
