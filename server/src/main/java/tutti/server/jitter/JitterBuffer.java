package tutti.server.jitter;

import java.lang.foreign.MemorySegment;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Jitter buffer of one channel, behaving exactly as the protocol specification, section 6, describes. Sizes count
 * blocks of 64 or 128 samples, whatever the number of blocks in a datagram.
 *
 * <p>The bytes of a block lie off-heap in the slot that its sequence number, modulo {@link #SLOTS}, names. The window
 * is never longer than that: no two blocks in it share a slot, and no bytes move when it moves or changes its size.
 *
 * <p>For one thread. Nothing is allocated after construction.
 */
public final class JitterBuffer {

    /** Smallest size, blocks. */
    public static final int MIN_BLOCKS = 1;

    /** Largest size, blocks. */
    public static final int MAX_BLOCKS = 20;

    /** Size of a fresh buffer, blocks. */
    public static final int INITIAL_BLOCKS = 10;

    /** Largest block, bytes, without the sequence byte: what the largest Opus Custom packet has. */
    public static final int MAX_CODED_BYTES = 1276;

    /** A power of two, at least {@link #MAX_BLOCKS}, that divides the 256 sequence numbers. */
    private static final int SLOTS = 32;

    private static final int CACHE_LINE = 64;

    /**
     * Bytes of off-heap storage one buffer needs. A cache line more than the slots take: the buffers of many channels,
     * laid end to end, would otherwise all compete for the same cache sets.
     */
    public static final int STORAGE_BYTES = SLOTS * align(MAX_CODED_BYTES) + CACHE_LINE;

    private static final int FRESH_CODED_BYTES = 10;
    private static final int FRESH_BLOCK_SAMPLES = 64;

    private final UnsafeBuffer storage;
    private final BlockWindow window = new BlockWindow(INITIAL_BLOCKS);
    private final SimulatedBuffers simulated = new SimulatedBuffers();
    private final AutoSizer autoSizer = new AutoSizer(simulated);
    private boolean automatic;
    private boolean sequenceNumbers;
    private int codedBytes;
    private int slotStride;
    private int blocksPerDatagram;

    /**
     * Makes a fresh buffer, see {@link #reset}.
     *
     * @param storage at least {@link #STORAGE_BYTES} of native memory that stays alive as long as the buffer is used
     * @throws IllegalArgumentException if the storage is too small or not native
     */
    public JitterBuffer(final MemorySegment storage) {
        if (!storage.isNative() || storage.byteSize() < STORAGE_BYTES) {
            throw new IllegalArgumentException("jitter buffer storage must be native memory of at least "
                    + STORAGE_BYTES + " bytes, but is " + storage);
        }
        this.storage = new UnsafeBuffer(storage.asSlice(0, STORAGE_BYTES).asByteBuffer());
        reset();
    }

    /**
     * Makes the buffer fresh for a new connection: empty, automatic, {@value #INITIAL_BLOCKS} blocks, sequence number
     * 0. Until {@link #configure} is called it takes the datagrams of an unconfigured channel: one block of 10 bytes.
     */
    public void reset() {
        window.reset();
        window.resize(INITIAL_BLOCKS);
        simulated.resetBlocks();
        automatic = true;
        configure(FRESH_CODED_BYTES, false, 1, FRESH_BLOCK_SAMPLES);
    }

    /**
     * Takes new transport properties (specification 5.1): empties the buffer and restarts the automatic size. The size,
     * the mode and the sequence number stay.
     *
     * @param codedBytes        bytes of a block without its sequence byte, 1 to {@link #MAX_CODED_BYTES}
     * @param sequenceNumbers   whether a sequence byte follows each block
     * @param blocksPerDatagram 1, 2 or 4
     * @param blockSamples      64 or 128 samples per channel
     * @throws IllegalArgumentException if an argument is out of its range; the buffer is unchanged then
     */
    public void configure(final int codedBytes, final boolean sequenceNumbers, final int blocksPerDatagram,
                          final int blockSamples) {
        requireRange("bytes of a block", codedBytes, 1, MAX_CODED_BYTES);
        if (blocksPerDatagram != 1 && blocksPerDatagram != 2 && blocksPerDatagram != 4) {
            throw new IllegalArgumentException("blocks of a datagram must be 1, 2 or 4, but are " + blocksPerDatagram);
        }
        if (blockSamples != 64 && blockSamples != 128) {
            throw new IllegalArgumentException("samples of a block must be 64 or 128, but are " + blockSamples);
        }
        this.codedBytes = codedBytes;
        this.sequenceNumbers = sequenceNumbers;
        this.blocksPerDatagram = blocksPerDatagram;
        slotStride = align(codedBytes);
        window.clear();
        simulated.clearBlocks();
        autoSizer.restart(AutoSizeTuning.forBlockSamples(blockSamples));
    }

    /** Bytes a datagram must have to be taken by {@link #put}. */
    public int datagramBytes() {
        return blockBytes() * blocksPerDatagram;
    }

    /**
     * Puts all blocks of a datagram.
     *
     * @param src    where the datagram lies
     * @param offset of its first byte
     * @param length of the datagram, bytes
     * @return false when it is lost: its length is not {@link #datagramBytes}, or the ring without sequence numbers has
     *         no room for all its blocks
     */
    public boolean put(final DirectBuffer src, final int offset, final int length) {
        if (length != datagramBytes()) {
            return false;
        }
        return sequenceNumbers ? putSequenced(src, offset) : putUnsequenced(src, offset);
    }

    private boolean putSequenced(final DirectBuffer src, final int offset) {
        int numbers = 0;
        int block = offset;
        for (int i = 0; i < blocksPerDatagram; i++) {
            final int number = src.getByte(block + codedBytes) & 0xff;
            window.put(number);
            store(number, src, block);
            numbers |= number << i * Byte.SIZE;
            block += codedBytes + 1;
        }
        simulated.put(numbers, blocksPerDatagram);
        return true;
    }

    private boolean putUnsequenced(final DirectBuffer src, final int offset) {
        simulated.append(blocksPerDatagram);
        final int first = window.sequence() + window.count();
        if (!window.append(blocksPerDatagram)) {
            return false;
        }
        for (int i = 0; i < blocksPerDatagram; i++) {
            store(first + i, src, offset + i * codedBytes);
        }
        return true;
    }

    private void store(final int number, final DirectBuffer src, final int offset) {
        storage.putBytes(slotOffset(number), src, offset, codedBytes);
    }

    /**
     * Takes the block to be played next; called once per block period.
     *
     * @return the native address of its bytes, readable until the next {@link #put} or change of size; 0 when it is
     *         missing
     */
    public long get() {
        final int number = window.sequence();
        final boolean present;
        if (sequenceNumbers) {
            present = window.get();
            simulated.get();
        } else {
            present = window.takeOldest();
            simulated.takeOldest();
        }
        autoSizer.update();
        return present ? storage.addressOffset() + slotOffset(number) : 0;
    }

    /**
     * Looks at a block that is yet to be {@linkplain #get taken}. Nothing changes by that.
     *
     * @param index 0 for the one to be played next, 1 for the one after it
     * @return the native address of its bytes, readable as with {@link #get}; 0 when it has not come yet
     */
    public long peek(final int index) {
        final boolean present = (window.held() >>> index & 1) != 0;
        return present ? storage.addressOffset() + slotOffset(window.sequence() + index) : 0;
    }

    /** The present size, blocks. */
    public int size() {
        return window.size();
    }

    /** Whether the size follows the automatic one. */
    public boolean isAutomatic() {
        return automatic;
    }

    /**
     * Fixes the size, at once.
     *
     * @param blocks {@link #MIN_BLOCKS} to {@link #MAX_BLOCKS}
     * @throws IllegalArgumentException if out of that range; the buffer is unchanged then
     */
    public void setManual(final int blocks) {
        requireRange("blocks of a jitter buffer", blocks, MIN_BLOCKS, MAX_BLOCKS);
        automatic = false;
        resize(blocks);
    }

    /** Lets the size follow the automatic one from the next {@link #applyAutomatic} on. */
    public void setAutomatic() {
        automatic = true;
    }

    /**
     * Once per frame: sets the size to the automatic one if the buffer is in automatic mode.
     *
     * @return whether the size changed: then the new one is to be reported to the client (specification 6.6)
     */
    public boolean applyAutomatic() {
        return automatic && resize(autoSizer.blocks());
    }

    /** The size the automatic would choose now, 2 to 11 blocks; kept up in manual mode too. */
    public int automaticSize() {
        return autoSizer.blocks();
    }

    /** The filter value behind {@link #automaticSize}, blocks. */
    double filterValue() {
        return autoSizer.filterValue();
    }

    private boolean resize(final int blocks) {
        if (blocks == window.size()) {
            return false;
        }
        if (sequenceNumbers) {
            window.resize(blocks);
        } else {
            refill(blocks);
        }
        return true;
    }

    /**
     * A change of size without sequence numbers: takes all blocks out and puts back those that fit. As on deployed
     * servers the simulated buffers and the filter see it all (specification 6.4).
     */
    private void refill(final int blocks) {
        final int first = window.sequence();
        final int stored = window.count();
        for (int i = 0; i < stored; i++) {
            get();
        }
        window.resize(blocks);
        for (int i = 0; i < Math.min(stored, blocks); i++) {
            // The numbers have moved on with the gets. In ascending order no slot is overwritten before it was copied.
            store(window.sequence() + i, storage, slotOffset(first + i));
            window.append(1);
            simulated.append(1);
        }
    }

    private int blockBytes() {
        return sequenceNumbers ? codedBytes + 1 : codedBytes;
    }

    private int slotOffset(final int number) {
        return (number & SLOTS - 1) * slotStride;
    }

    private static int align(final int bytes) {
        return bytes + CACHE_LINE - 1 & -CACHE_LINE;
    }

    private static void requireRange(final String what, final int value, final int min, final int max) {
        if (value < min || value > max) {
            throw new IllegalArgumentException(what + " must be " + min + " to " + max + ", but are " + value);
        }
    }
}
