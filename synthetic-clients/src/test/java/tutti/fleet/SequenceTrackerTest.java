package tutti.fleet;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class SequenceTrackerTest {

    private SequenceTracker tracker;

    @BeforeEach
    void startCounting() {
        tracker = new SequenceTracker();
        tracker.startCounting();
    }

    private void accept(final int... sequence) {
        for (final int s : sequence) {
            tracker.accept(s);
        }
    }

    private void expect(final long lost, final long duplicate, final long reordered) {
        assertEquals(lost, tracker.lost(), "lost");
        assertEquals(duplicate, tracker.duplicate(), "duplicate");
        assertEquals(reordered, tracker.reordered(), "reordered");
    }

    @Test
    void anUnbrokenStreamCountsNothingWhereverItStartsAndThroughTheWrap() {
        for (int i = 0; i < 1000; i++) {
            assertEquals(0, tracker.accept((byte) (200 + i)));
        }
        expect(0, 0, 0);
    }

    @Test
    void skippedBlocksAreLostAlsoAcrossTheWrap() {
        accept(253, 254);
        assertEquals(3, tracker.accept(2));
        expect(3, 0, 0);
    }

    @Test
    void aRepeatedBlockIsADuplicate() {
        accept(10, 11, 12);
        assertEquals(SequenceTracker.DUPLICATE, tracker.accept(11));
        assertEquals(SequenceTracker.DUPLICATE, tracker.accept(12));
        expect(0, 2, 0);
    }

    @Test
    void aLateBlockIsReorderedAndNoLongerLost() {
        accept(10, 12);
        expect(1, 0, 0);
        assertEquals(SequenceTracker.REORDERED, tracker.accept(11));
        expect(0, 0, 1);
        assertEquals(SequenceTracker.DUPLICATE, tracker.accept(11));
        expect(0, 1, 1);
        assertEquals(0, tracker.accept(13));
    }

    @Test
    void aBlockOlderThanTheHistoryIsTakenForALongOutage() {
        accept(0);
        accept(SequenceTracker.LATE_BLOCKS + 1);
        assertEquals(SequenceTracker.LATE_BLOCKS, tracker.lost());
        assertEquals(SequenceTracker.REORDERED, tracker.accept(2));
        assertEquals(255 - SequenceTracker.LATE_BLOCKS, tracker.accept(1));
    }

    @Test
    void theLongestOutageIsCountedInFull() {
        accept(0);
        assertEquals(255 - SequenceTracker.LATE_BLOCKS, tracker.accept(256 - SequenceTracker.LATE_BLOCKS));
    }

    @Test
    void whatHappensBeforeAndAfterTheWindowIsNotCounted() {
        tracker = new SequenceTracker();
        accept(0, 5, 5, 3);
        expect(0, 0, 0);
        tracker.startCounting();
        accept(2);
        expect(0, 0, 1);
        accept(6, 8);
        expect(1, 0, 1);
        tracker.stopCounting();
        accept(20, 20, 19);
        expect(1, 0, 1);
    }

    @Property
    void countsExactlyWhatAnUnreliableNetworkDid(@ForAll @IntRange(min = 200, max = 2000) final int blocks,
            @ForAll final long seed) {
        final Random random = new Random(seed);
        final List<Integer> arrivals = new ArrayList<>();
        int lost = 0;
        int duplicates = 0;
        int reordered = 0;
        for (int i = 0; i < blocks; i++) {
            final boolean edge = i < 2 || i > blocks - 3;
            final int fate = edge ? 9 : random.nextInt(10);
            if (fate == 0) {
                lost++;
            } else if (fate == 1) {
                arrivals.add(i);
                arrivals.add(i);
                duplicates++;
            } else {
                arrivals.add(i);
            }
        }
        for (int i = 2; i < arrivals.size() - 3; i += 2) {
            // Neighbours that are equal are a duplicate and stay one when exchanged.
            if (random.nextInt(8) == 0 && !arrivals.get(i).equals(arrivals.get(i + 1))
                    && !arrivals.get(i).equals(arrivals.get(i - 1))
                    && !arrivals.get(i + 1).equals(arrivals.get(i + 2))) {
                Collections.swap(arrivals, i, i + 1);
                reordered++;
            }
        }
        final SequenceTracker counted = new SequenceTracker();
        counted.startCounting();
        final int first = random.nextInt(256);
        arrivals.forEach(i -> counted.accept(first + i));
        assertEquals(lost, counted.lost(), "lost");
        assertEquals(duplicates, counted.duplicate(), "duplicate");
        assertEquals(reordered, counted.reordered(), "reordered");
    }
}
