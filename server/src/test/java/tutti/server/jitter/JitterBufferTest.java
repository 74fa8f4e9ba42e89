package tutti.server.jitter;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.management.ManagementFactory;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** Scenarios one can follow by eye. Every byte of block number n is n, so a played block names itself. */
class JitterBufferTest {

    private static final int CODED_BYTES = 45;
    private static final int MISSING = -1;

    private final UnsafeBuffer datagram = new UnsafeBuffer(new byte[4 * (CODED_BYTES + 1)]);
    private final JitterBuffer buffer = new JitterBuffer(Arena.ofAuto().allocate(JitterBuffer.STORAGE_BYTES));

    private void configure(final boolean sequenceNumbers, final int factor, final int size) {
        buffer.configure(CODED_BYTES, sequenceNumbers, factor, 128);
        buffer.setManual(size);
    }

    /** Puts one datagram with these blocks, behind each its number where the stream has sequence numbers. */
    private boolean put(final int... numbers) {
        final int step = buffer.datagramBytes() / numbers.length;
        for (int i = 0; i < numbers.length; i++) {
            datagram.setMemory(i * step, step, (byte) numbers[i]);
        }
        return buffer.put(datagram, 0, buffer.datagramBytes());
    }

    /** Plays one block: its number, or {@link #MISSING}. */
    private int play() {
        final long address = buffer.get();
        if (address == 0) {
            return MISSING;
        }
        final byte[] block =
                MemorySegment.ofAddress(address).reinterpret(CODED_BYTES).toArray(ValueLayout.JAVA_BYTE);
        for (final byte b : block) {
            assertEquals(block[0], b, "all bytes of a block come from the same block");
        }
        return block[0] & 0xff;
    }

    private void assertPlays(final int... numbers) {
        for (final int number : numbers) {
            assertEquals(number, play());
        }
    }

    @Nested
    class WithSequenceNumbers {

        @Test
        void reorderingInsideTheWindowIsUndone() {
            configure(true, 1, 4);
            put(0);
            put(2);
            put(1);
            put(3);
            assertPlays(0, 1, 2, 3, MISSING);
        }

        @Test
        void lostBlockIsMissingAtItsPlaceOnly() {
            configure(true, 1, 4);
            put(0);
            put(2);
            assertPlays(0, MISSING, 2);
        }

        @Test
        void repeatedBlockIsPlayedOnce() {
            configure(true, 1, 4);
            put(0);
            put(1);
            put(1);
            assertPlays(0, 1, MISSING);
        }

        @Test
        void lateBlockIsPlayedNextAndCostsTheOneThatWasNext() {
            configure(true, 1, 4);
            put(1);
            put(2);
            assertPlays(MISSING);
            put(0);
            assertPlays(0, MISSING, 2);
        }

        @Test
        void lateBlockPushesOutTheFarEndOfTheWindow() {
            configure(true, 1, 4);
            put(0);
            assertPlays(0);
            put(1);
            put(2);
            put(3);
            put(4);
            put(0);
            assertPlays(0, MISSING, 2, 3, MISSING);
        }

        @Test
        void earlyBlockMovesTheWindowAndBecomesItsLast() {
            configure(true, 1, 4);
            put(0);
            put(1);
            put(2);
            put(5);
            assertPlays(2, MISSING, MISSING, 5);
        }

        @Test
        void jumpBeyondTheWholeWindowEmptiesIt() {
            configure(true, 1, 4);
            put(0);
            put(1);
            put(100);
            assertPlays(MISSING, MISSING, MISSING, 100);
            put(230);
            put(105);
            assertPlays(105, MISSING);
        }

        @Test
        void sequenceNumbersWrap() {
            configure(true, 1, 4);
            put(253);
            put(254);
            assertPlays(253, 254);
            put(0);
            put(255);
            put(1);
            assertPlays(255, 0, 1);
        }

        @Test
        void everyBlockOfADatagramCounts() {
            configure(true, 4, 8);
            put(4, 5, 6, 7);
            put(0, 1, 2, 3);
            assertPlays(0, 1, 2, 3, 4, 5, 6, 7, MISSING);
        }

        @Test
        void growingKeepsTheBlocksAndShrinkingKeepsTheNextOnes() {
            configure(true, 1, 4);
            put(0);
            put(1);
            put(3);
            buffer.setManual(20);
            put(19);
            buffer.setManual(2);
            assertPlays(0, 1, MISSING, MISSING);
        }

        @Test
        void sizeOfOneHoldsTheLastBlockThatCame() {
            configure(true, 1, 1);
            put(7);
            put(8);
            assertPlays(8, MISSING);
        }

        @Test
        void propertiesEmptyTheBufferButKeepSizeAndSequenceNumber() {
            configure(true, 1, 4);
            put(0);
            put(1);
            assertPlays(0);
            buffer.configure(CODED_BYTES, true, 1, 128);
            assertEquals(4, buffer.size());
            assertFalse(buffer.isAutomatic());
            put(2);
            assertPlays(MISSING, 2);
        }
    }

    @Nested
    class WithoutSequenceNumbers {

        @Test
        void blocksArePlayedInTheOrderTheyCame() {
            configure(false, 1, 4);
            put(9);
            put(3);
            assertPlays(9, 3, MISSING);
            put(5);
            assertPlays(5, MISSING);
        }

        @Test
        void datagramThatDoesNotFitIsRefusedWhole() {
            configure(false, 2, 5);
            assertTrue(put(1, 2));
            assertTrue(put(3, 4));
            assertFalse(put(5, 6));
            assertPlays(1, 2, 3, 4, MISSING);
        }

        @Test
        void underrunChangesNothing() {
            configure(false, 1, 4);
            assertPlays(MISSING, MISSING);
            put(1);
            assertPlays(1);
        }

        @Test
        void shrinkingKeepsTheOldest() {
            configure(false, 1, 20);
            for (int number = 0; number < 20; number++) {
                put(number);
            }
            buffer.setManual(19);
            buffer.setManual(3);
            assertPlays(0, 1, 2, MISSING);
        }
    }

    @Nested
    class AutomaticSize {

        private void playSteadily(final int blocks) {
            for (int i = 0; i < blocks; i++) {
                put(i);
                play();
                buffer.applyAutomatic();
            }
        }

        @Test
        void freshBufferGoesFromTenToSixAndSaysSoOnce() {
            assertTrue(buffer.isAutomatic());
            assertEquals(10, buffer.size());
            assertTrue(buffer.applyAutomatic());
            assertEquals(6, buffer.size());
            assertFalse(buffer.applyAutomatic());
        }

        @Test
        void steadyStreamShrinksToTheSmallestSize() {
            buffer.configure(CODED_BYTES, true, 1, 128);
            playSteadily(40_000);
            assertEquals(2, buffer.size());
        }

        @Test
        void burstsMakeItGrowAndQuietMakesItShrinkAgain() {
            buffer.configure(CODED_BYTES, true, 1, 128);
            playSteadily(20_000);
            for (int i = 0; i < 20_000; i += 8) {
                for (int number = i; number < i + 8; number++) {
                    put(number);
                }
                for (int number = i; number < i + 8; number++) {
                    play();
                    buffer.applyAutomatic();
                }
            }
            assertTrue(buffer.size() >= 7, "size " + buffer.size() + " for bursts of eight blocks");
            playSteadily(60_000);
            assertTrue(buffer.size() <= 3, "size " + buffer.size() + " for a steady stream");
        }

        @Test
        void manualModeKeepsItsSizeAndTheAutomaticOneGoesOnUnseen() {
            configure(true, 1, 15);
            playSteadily(20_000);
            assertEquals(15, buffer.size());
            buffer.setAutomatic();
            assertEquals(15, buffer.size(), "the size changes with the next frame, not with the message");
            assertTrue(buffer.applyAutomatic());
            assertTrue(buffer.size() < 6);
        }

        @Test
        void propertiesStartItAgainAtSix() {
            buffer.configure(CODED_BYTES, true, 1, 128);
            playSteadily(20_000);
            buffer.configure(CODED_BYTES, true, 1, 128);
            assertTrue(buffer.applyAutomatic());
            assertEquals(6, buffer.size());
        }
    }

    @Test
    void freshBufferTakesTheDatagramsOfAnUnconfiguredChannel() {
        assertEquals(10, buffer.datagramBytes());
        configure(true, 2, 3);
        buffer.reset();
        assertEquals(10, buffer.datagramBytes());
        assertEquals(JitterBuffer.INITIAL_BLOCKS, buffer.size());
        assertTrue(buffer.isAutomatic());
    }

    @Test
    void datagramOfAnotherLengthIsRefused() {
        configure(true, 1, 4);
        assertFalse(buffer.put(datagram, 0, CODED_BYTES));
        assertFalse(buffer.put(datagram, 0, 2 * (CODED_BYTES + 1)));
        assertFalse(buffer.put(datagram, 0, 0));
        assertPlays(MISSING);
    }

    @Test
    void argumentsOutOfRangeAreNamedAndChangeNothing() {
        configure(true, 1, 4);
        assertMessageContains("21", () -> buffer.setManual(21));
        assertMessageContains("0", () -> buffer.setManual(0));
        assertMessageContains("1277", () -> buffer.configure(1277, true, 1, 128));
        assertMessageContains("3", () -> buffer.configure(45, true, 3, 128));
        assertMessageContains("256", () -> buffer.configure(45, true, 1, 256));
        assertEquals(4, buffer.size());
        assertEquals(CODED_BYTES + 1, buffer.datagramBytes());
    }

    @Test
    void storageMustBeNativeAndLargeEnough() {
        final MemorySegment small = Arena.ofAuto().allocate(JitterBuffer.STORAGE_BYTES - 1);
        assertMessageContains(String.valueOf(JitterBuffer.STORAGE_BYTES), () -> new JitterBuffer(small));
        final MemorySegment onHeap = MemorySegment.ofArray(new byte[JitterBuffer.STORAGE_BYTES]);
        assertMessageContains("native", () -> new JitterBuffer(onHeap));
    }

    private static void assertMessageContains(final String part, final Runnable call) {
        final IllegalArgumentException e = assertThrows(IllegalArgumentException.class, call::run);
        assertTrue(e.getMessage().contains(part), e.getMessage());
    }

    /**
     * Any ten thousand frames will do, as all do the same: when the JIT compiler takes up a method it makes the string
     * constants of that method's class, on the thread that called it, and so spoils a window or two.
     */
    @Test
    void nothingIsAllocatedInTenThousandFrames() {
        final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long least = Long.MAX_VALUE;
        for (int window = 0; window < 20 && least > 0; window++) {
            final long before = threads.getCurrentThreadAllocatedBytes();
            frames(10_000);
            least = Math.min(least, threads.getCurrentThreadAllocatedBytes() - before);
        }
        assertEquals(0, least, "bytes allocated");
    }

    /** Frames with all that can happen: losses, late and early blocks, changes of size, mode and stream. */
    private void frames(final int count) {
        for (int i = 0; i < count; i++) {
            if (i % 1000 == 0) {
                buffer.configure(CODED_BYTES, i % 2000 == 0, 2, i % 3000 == 0 ? 64 : 128);
            }
            datagram.putByte(CODED_BYTES, (byte) (i % 50 == 7 ? i + 30 : i));
            datagram.putByte(2 * CODED_BYTES + 1, (byte) (i % 70 == 7 ? i - 30 : i + 1));
            if (i % 37 != 0) {
                buffer.put(datagram, 0, buffer.datagramBytes());
            }
            buffer.get();
            buffer.get();
            if (i % 300 == 0) {
                buffer.setManual(1 + i / 300 % 20);
            } else if (i % 300 == 150) {
                buffer.setAutomatic();
            }
            buffer.applyAutomatic();
        }
    }
}
