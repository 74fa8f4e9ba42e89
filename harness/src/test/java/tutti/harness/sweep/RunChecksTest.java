package tutti.harness.sweep;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RunChecksTest {
    private static final int CLIENTS = 4;
    private final Map<Measure, Double> measures = new EnumMap<>(Map.of(
        Measure.CONNECTED, 4.0, Measure.OFFERED_PER_SECOND, 1500.0, Measure.LOST, 0.0, Measure.FLEET_BUSY, 0.1,
        Measure.FRAMES_SKIPPED, 0.0, Measure.FRAMES_OVERRUN, 0.0));

    @Test
    void aRunAsItShouldBeCounts() {
        assertEquals(List.of(), marks(1));
    }

    @Test
    void aMissingClientLeavesTheRunOut() {
        measures.put(Measure.CONNECTED, 3.0);
        assertEquals(List.of("3 of 4 clients connected"), marks(1));
    }

    @Test
    void anotherLoadLeavesTheRunOut() {
        measures.put(Measure.OFFERED_PER_SECOND, 1480.0);
        assertEquals(List.of("the load was 1480 packets/s instead of 1500"), marks(1));
    }

    @Test
    void packetsOfTwoBlocksAreHalfAsMany() {
        measures.put(Measure.OFFERED_PER_SECOND, 750.0);
        assertEquals(List.of(), marks(2));
        assertEquals(1, marks(1).size());
    }

    @Test
    void aSkippedFrameLeavesTheRunOut() {
        measures.put(Measure.FRAMES_SKIPPED, 1.0);
        assertEquals(List.of("1 frames skipped"), marks(1));
    }

    @Test
    void aFrameThatTookTooLongIsAWarningAndLeavesNothingOut() {
        measures.put(Measure.FRAMES_OVERRUN, 2.0);
        measures.put(Measure.FRAMES, 1125.0);
        final RunChecks overrun = new RunChecks(CLIENTS, 1, measures);
        assertEquals(List.of(), overrun.marks());
        assertEquals(List.of("2 of 1125 frames took more than 2.667 ms"), overrun.warnings());
    }

    @Test
    void lostPacketsAreNoted() {
        measures.put(Measure.LOST, 3.0);
        final RunChecks checks = new RunChecks(CLIENTS, 1, measures);
        checks.checkLoad();
        assertEquals(List.of(), checks.marks());
        assertEquals(List.of("3 packets lost"), checks.notes());
    }

    @Test
    void aFleetAtItsLimitLeavesTheRunOut() {
        measures.put(Measure.FLEET_BUSY, 0.95);
        assertTrue(marks(1).getFirst().contains("at its limit"));
    }

    private List<String> marks(final int factor) {
        final RunChecks checks = new RunChecks(CLIENTS, factor, measures);
        checks.checkLoad();
        return checks.marks();
    }
}
