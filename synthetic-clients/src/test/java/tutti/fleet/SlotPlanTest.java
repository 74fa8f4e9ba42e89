package tutti.fleet;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;

class SlotPlanTest {

    private static final int[] FACTORS = {1, 2, 4};

    private static SlotPlan plan(final boolean longFrames, final int factorIndex, final int clients) {
        return new SlotPlan(new StreamFormat(longFrames ? 128 : 64, 1, 45, FACTORS[factorIndex]), clients);
    }

    @Property
    void everyClientSendsOnceAtItsPhase(@ForAll final boolean longFrames,
            @ForAll @IntRange(max = 2) final int factorIndex, @ForAll @IntRange(min = 1, max = 512) final int clients) {
        final SlotPlan plan = plan(longFrames, factorIndex, clients);
        int next = 0;
        int fewest = Integer.MAX_VALUE;
        int most = 0;
        for (int slot = 0; slot < plan.slots(); slot++) {
            assertEquals(next, plan.firstClient(slot));
            final int end = plan.firstClient(slot + 1);
            for (; next < end; next++) {
                final double phase = (double) next / clients;
                assertEquals(phase, (double) slot / plan.slots(), 1.0 / plan.slots());
                assertEquals(slot, plan.slotOf(next));
            }
            fewest = Math.min(fewest, end - plan.firstClient(slot));
            most = Math.max(most, end - plan.firstClient(slot));
        }
        assertEquals(clients, next);
        assertTrue(most - fewest <= 1, "between " + fewest + " and " + most + " clients in a slot");
    }

    @Property
    void skipsOnlySlotsInWhichNobodySends(@ForAll @IntRange(min = 1, max = 40) final int clients,
            @ForAll @LongRange(max = 100_000) final long slot) {
        final SlotPlan plan = plan(true, 0, clients);
        final long next = plan.nextOccupied(slot);
        assertTrue(next > slot && next <= slot + plan.slots());
        for (long skipped = slot + 1; skipped < next; skipped++) {
            final int inPeriod = (int) (skipped % plan.slots());
            assertEquals(plan.firstClient(inPeriod), plan.firstClient(inPeriod + 1));
        }
        final int inPeriod = (int) (next % plan.slots());
        assertTrue(plan.firstClient(inPeriod) < plan.firstClient(inPeriod + 1));
    }

    @Test
    void slotsLieOnAnExactGrid() {
        assertEquals(0, SlotPlan.nanosOf(0));
        assertEquals(166_666, SlotPlan.nanosOf(1));
        assertEquals(1_000_000, SlotPlan.nanosOf(6));
        assertEquals(3_600_000_000_000L, SlotPlan.nanosOf(21_600_000));
    }

    @Property
    void findsTheFirstSlotNotBeforeATime(@ForAll @LongRange(max = 1_000_000_000_000L) final long nanos) {
        final long slot = SlotPlan.atOrAfter(nanos);
        assertTrue(SlotPlan.nanosOf(slot) >= nanos || SlotPlan.nanosOf(slot) == nanos - 1, "slot " + slot);
        assertTrue(slot == 0 || SlotPlan.nanosOf(slot - 1) < nanos);
    }

    @Test
    void refusesAFleetWithoutClients() {
        assertThrows(IllegalArgumentException.class, () -> plan(true, 0, 0));
    }
}
