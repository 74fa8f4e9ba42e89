package tutti.fleet;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class HardshipTest {

    @Test
    void clocksAreSpreadEvenlyFromSlowToFast() {
        final Hardship drift = new Hardship(0, 0, 200, 0, 0);
        assertEquals(-200, drift.driftOf(0, 5));
        assertEquals(-100, drift.driftOf(1, 5));
        assertEquals(0, drift.driftOf(2, 5));
        assertEquals(200, drift.driftOf(4, 5));
        assertEquals(200, drift.driftOf(0, 1));
        assertFalse(drift.spoilsTones());
    }

    @Test
    void whatTakesTonesAwaySpoilsThem() {
        assertTrue(new Hardship(1, 0, 0, 0, 0).spoilsTones());
        assertTrue(new Hardship(0, 1, 0, 0, 0).spoilsTones());
        assertTrue(new Hardship(0, 0, 0, 1, 0).spoilsTones());
        assertFalse(new Hardship(0, 0, 0, 0, 1000).spoilsTones());
    }
}
