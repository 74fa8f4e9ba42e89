package tutti.fleet;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class TurnsTest {

    @Test
    void exactClocksKeepToTheirSlots() {
        final SlotPlan plan = new SlotPlan(new StreamFormat(128, 1, 45, 1), 3);
        final Turns turns = Turns.exact(plan, 3);
        assertFalse(turns.areDrifting());
        for (long slot = 0; slot < 100_000; slot++) {
            for (int client = 0; client < 3; client++) {
                assertEquals(slot % plan.slots() == plan.slotOf(client), turns.take(client, slot));
            }
        }
    }

    @Test
    void fastAndSlowClocksGainAndLoseSoManyMillionths() {
        final Turns turns = new Turns(16, new int[] {0, 0, 7}, new double[] {200, -200, 0});
        assertTrue(turns.areDrifting());
        final int[] taken = new int[3];
        for (long slot = 0; slot < 16_000_000; slot++) {
            for (int client = 0; client < taken.length; client++) {
                taken[client] += turns.take(client, slot) ? 1 : 0;
            }
        }
        assertEquals(1_000_200, taken[0], 1);
        assertEquals(999_800, taken[1], 1);
        assertEquals(1_000_000, taken[2]);
    }
}
