package tutti.server.jitter;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import org.agrona.concurrent.UnsafeBuffer;

/** Drives a {@link JitterBuffer} and the reference side by side, and compares all that can be seen after every step. */
final class TestedPair implements AutoCloseable {

    private static final int DATAGRAM_OFFSET = 3;

    private final Arena arena = Arena.ofConfined();
    private final JitterBuffer buffer = new JitterBuffer(arena.allocate(JitterBuffer.STORAGE_BYTES));
    private ReferenceJitterBuffer reference = new ReferenceJitterBuffer();
    private int steps;
    private int content;

    /** A datagram with sequence bytes from {@code firstNumber} on; no two datagrams have the same content. */
    void put(final int firstNumber) {
        final ReferenceJitterBuffer.Stream stream = reference.stream();
        final byte[] datagram = new byte[stream.datagramBytes()];
        final int step = datagram.length / stream.factor();
        for (int block = 0; block < stream.factor(); block++) {
            content++;
            for (int i = 0; i < step; i++) {
                datagram[block * step + i] = (byte) (content >>> i % 4 * 8);
            }
            if (stream.sequenceNumbers()) {
                datagram[(block + 1) * step - 1] = (byte) (firstNumber + block);
            }
        }
        put(datagram);
    }

    /** A datagram whose length is not the stream's. */
    void putOfWrongLength(final int difference) {
        put(new byte[Math.max(0, reference.stream().datagramBytes() + difference)]);
    }

    private void put(final byte[] datagram) {
        final byte[] received = new byte[DATAGRAM_OFFSET + datagram.length + 1];
        System.arraycopy(datagram, 0, received, DATAGRAM_OFFSET, datagram.length);
        final boolean taken = buffer.put(new UnsafeBuffer(received), DATAGRAM_OFFSET, datagram.length);
        assertEquals(reference.put(datagram), taken, "put");
        Arrays.fill(received, (byte) -1);
        compare();
    }

    void get() {
        final byte[] expected = reference.get();
        final byte[] actual = block(buffer.get());
        assertArrayEquals(expected, actual, "block of step " + steps);
        compare();
    }

    /** Looks at what would be taken next. */
    void peek() {
        for (int index = 0; index < 2; index++) {
            assertArrayEquals(reference.peek(index), block(buffer.peek(index)), "peeked " + index);
        }
        compare();
    }

    private byte[] block(final long address) {
        return address == 0 ? null : MemorySegment.ofAddress(address).reinterpret(reference.stream().codedBytes())
                .toArray(ValueLayout.JAVA_BYTE);
    }

    void configure(final ReferenceJitterBuffer.Stream stream) {
        reference.configure(stream);
        buffer.configure(stream.codedBytes(), stream.sequenceNumbers(), stream.factor(), stream.blockSamples());
        assertEquals(stream.datagramBytes(), buffer.datagramBytes());
        compare();
    }

    void setManual(final int blocks) {
        reference.setManual(blocks);
        buffer.setManual(blocks);
        compare();
    }

    void setAutomatic() {
        reference.setAutomatic();
        buffer.setAutomatic();
        compare();
    }

    void applyAutomatic() {
        assertEquals(reference.applyAutomatic(), buffer.applyAutomatic(), "size changed");
        compare();
    }

    void reset() {
        reference = new ReferenceJitterBuffer();
        buffer.reset();
        compare();
    }

    ReferenceJitterBuffer.Stream stream() {
        return reference.stream();
    }

    private void compare() {
        steps++;
        if (reference.size() != buffer.size() || reference.automaticSize() != buffer.automaticSize()
                || reference.filterValue() != buffer.filterValue() || reference.isAutomatic() != buffer.isAutomatic()) {
            assertEquals(describe(reference.size(), reference.automaticSize(), reference.filterValue(),
                    reference.isAutomatic()), describe(buffer.size(), buffer.automaticSize(), buffer.filterValue(),
                    buffer.isAutomatic()), "state after step " + steps);
        }
    }

    private static String describe(final int size, final int automaticSize, final double filter,
                                   final boolean automatic) {
        return "size " + size + ", automatic size " + automaticSize + ", filter " + filter
                + (automatic ? ", automatic" : ", manual");
    }

    @Override
    public void close() {
        arena.close();
    }
}
