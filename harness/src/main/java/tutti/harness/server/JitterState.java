package tutti.harness.server;

import java.lang.foreign.Arena;
import java.nio.ByteBuffer;
import java.util.Random;

import org.agrona.concurrent.UnsafeBuffer;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

import tutti.server.jitter.JitterBuffer;

/** The jitter buffers of a full server, in automatic mode, and what arrives for them frame by frame. */
@State(Scope.Thread)
public class JitterState {

    static final int CLIENTS = 150;

    /** Frames until the arrivals repeat; in each cycle every client sends as many datagrams. */
    private static final int CYCLE = 256;
    private static final int CYCLES_TO_SETTLE = 4;
    private static final int CODED_BYTES_OF_128 = 71;
    private static final int CODED_BYTES_OF_64 = 35;
    /** Apart like the slots of a receive batch. */
    private static final int STRIDE = 8192 + 64;

    /** How datagrams arrive. */
    public enum Arrival {
        /** One in every frame. */
        STEADY,
        /** One in twenty comes a frame late, together with the next. */
        BURSTY
    }

    /** How datagrams arrive. */
    @Param
    public Arrival arrival;

    /** Whether a sequence byte follows each block. */
    @Param({"true", "false"})
    public boolean sequenceNumbers;

    /** 1: a block of 128 samples in a datagram; 2: two blocks of 64. */
    @Param({"1", "2"})
    public int blocksPerDatagram;

    private final JitterBuffer[] buffers = new JitterBuffer[CLIENTS];
    private final byte[][] arrivals = new byte[CYCLE][CLIENTS];
    private final int[] sequence = new int[CLIENTS];
    private Arena arena;
    private UnsafeBuffer datagrams;
    private UnsafeBuffer copies;
    private int codedBytes;
    private int frame;

    /** Makes the buffers and plays until they are in a steady state. */
    @Setup
    public void prepare() {
        arena = Arena.ofConfined();
        codedBytes = blocksPerDatagram == 1 ? CODED_BYTES_OF_128 : CODED_BYTES_OF_64;
        datagrams = new UnsafeBuffer(ByteBuffer.allocateDirect(CLIENTS * STRIDE));
        copies = new UnsafeBuffer(ByteBuffer.allocateDirect(CLIENTS * STRIDE));
        for (int client = 0; client < CLIENTS; client++) {
            buffers[client] = new JitterBuffer(arena.allocate(JitterBuffer.STORAGE_BYTES, 64));
            buffers[client].configure(codedBytes, sequenceNumbers, blocksPerDatagram, 128 / blocksPerDatagram);
        }
        schedule();
        for (int i = 1; i < CYCLES_TO_SETTLE * CYCLE; i++) {
            playFrame();
        }
        int played = 0;
        for (int i = 0; i < CYCLE; i++) {
            played += playFrame();
        }
        checkPlayed(played, CYCLE * CLIENTS * blocksPerDatagram);
    }

    private void schedule() {
        final Random random = new Random(CLIENTS);
        for (int client = 0; client < CLIENTS; client++) {
            for (int i = 0; i < CYCLE; i++) {
                arrivals[i][client]++;
                if (arrival == Arrival.BURSTY && i < CYCLE - 1 && random.nextInt(20) == 0) {
                    arrivals[i][client]--;
                    arrivals[i + 1][client]++;
                }
            }
        }
    }

    /** A few blocks are lost when a buffer's size changes, none otherwise. */
    private static void checkPlayed(final int played, final int sent) {
        if (played < sent * 0.98 || played > sent) {
            throw new IllegalStateException(played + " blocks were played of " + sent + " that were sent");
        }
    }

    /**
     * Plays a frame: puts what has arrived, takes what is to be played, applies the automatic size.
     *
     * @return blocks that were there to be played
     */
    int playFrame() {
        final byte[] arrived = nextFrame();
        for (int client = 0; client < CLIENTS; client++) {
            for (int i = 0; i < arrived[client]; i++) {
                buffers[client].put(datagrams, client * STRIDE, numbered(client));
            }
        }
        int played = 0;
        for (int client = 0; client < CLIENTS; client++) {
            for (int block = 0; block < blocksPerDatagram; block++) {
                played += buffers[client].get() == 0 ? 0 : 1;
            }
            buffers[client].applyAutomatic();
        }
        return played;
    }

    /**
     * Only copies what has arrived to another place.
     *
     * @return datagrams that have arrived
     */
    int copyFrame() {
        final byte[] arrived = nextFrame();
        int copied = 0;
        for (int client = 0; client < CLIENTS; client++) {
            for (int i = 0; i < arrived[client]; i++) {
                copies.putBytes(client * STRIDE, datagrams, client * STRIDE, numbered(client));
                copied++;
            }
        }
        return copied;
    }

    private byte[] nextFrame() {
        frame = (frame + 1) % CYCLE;
        return arrivals[frame];
    }

    /** Puts the next sequence numbers into a client's datagram, if it has any, and returns its length. */
    private int numbered(final int client) {
        int length = 0;
        for (int block = 0; block < blocksPerDatagram; block++) {
            length += codedBytes;
            if (sequenceNumbers) {
                datagrams.putByte(client * STRIDE + length, (byte) sequence[client]++);
                length++;
            }
        }
        return length;
    }

    /** Frees the memory of the buffers. */
    @TearDown
    public void free() {
        arena.close();
    }
}
