package tutti.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class HeadStartTest {

    private static final long LONGEST = 2_666_666;

    private final HeadStart headStart = new HeadStart(true, LONGEST);

    private void note(final int frames, final long workNanos) {
        for (int frame = 0; frame < frames; frame++) {
            headStart.note(workNanos);
        }
    }

    @Test
    void shouldBecomeAsLongAsTheWork() {
        note(200, 1_450_000);
        assertEquals(1_450_000, headStart.nanos(), 100);
        note(200, 700_000);
        assertEquals(700_000, headStart.nanos(), 100);
    }

    @Test
    void shouldNotBeTakenForLittleWork() {
        assertEquals(0, headStart.nanos());
        note(200, HeadStart.LEAST_NANOS - 1_000);
        assertEquals(0, headStart.nanos());
        note(200, HeadStart.LEAST_NANOS + 1_000);
        assertTrue(headStart.nanos() >= HeadStart.LEAST_NANOS);
    }

    @Test
    void shouldHardlyChangeByOneStall() {
        note(200, 800_000);
        headStart.note(500_000_000);
        assertTrue(headStart.nanos() < 950_000, headStart.nanos() + " ns");
    }

    @Test
    void shouldNeverBeLongerThanAFrame() {
        note(500, Long.MAX_VALUE / 2);
        assertTrue(headStart.nanos() <= LONGEST, headStart.nanos() + " ns");
    }

    @Test
    void shouldBeTakenOnlyWhileSwitchedOn() {
        note(200, 800_000);
        headStart.set(false);
        assertEquals(0, headStart.nanos());
        note(200, 900_000);
        headStart.set(true);
        assertEquals(900_000, headStart.nanos(), 100);
    }
}
