package tutti.harness.ceiling;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class StopRuleTest {
    private static final int CLIENTS = 40;
    private static final long FRAMES = 3750;

    @Test
    void aFrameInASecondMayBeMissing() {
        assertEquals(List.of(), StopRule.missed(attempt(374.01, 10)));
        assertTrue(StopRule.isCarried(attempt(374.01, 10)));
    }

    @Test
    void clientsThatReceiveLessAreMissed() {
        assertEquals(List.of("the client worst off received 373.9 packets a second instead of 375.0"),
            StopRule.missed(attempt(373.9, 0)));
    }

    @Test
    void skippedFramesBeyondOneInASecondAreMissed() {
        assertEquals(List.of("11 frames of 3761 skipped"), StopRule.missed(attempt(375, 11)));
    }

    @Test
    void ofAPeerOnlyWhatClientsReceiveCounts() {
        final Attempt peer = new Attempt(1, 10, fleet(CLIENTS, 0.2, 150_000, 375), null, OptionalDouble.of(0.5), "");
        assertTrue(StopRule.isCarried(peer));
        assertEquals(375, peer.framesPerSecond());
    }

    @Test
    void anAttemptWithAnotherLoadTellsNothing() {
        assertEquals(List.of("39 of 40 clients connected"), unusable(fleet(39, 0.2, 150_000, 375)));
        assertEquals(List.of("the fleet was at its own limit: its thread was busy for 95 % of the time"),
            unusable(fleet(CLIENTS, 0.95, 150_000, 375)));
        assertEquals(List.of("the clients sent 149000 packets instead of 150000"),
            unusable(fleet(CLIENTS, 0.2, 149_000, 375)));
        assertEquals(List.of("the clients came to no end"), unusable(null));
    }

    @Test
    void aServerThatDiesHasNotCarriedItsClients() {
        final Attempt died = new Attempt(1, 10, fleet(CLIENTS, 0.2, 150_000, 375), null, OptionalDouble.empty(),
            "the server ended while it was measured");
        assertFalse(StopRule.isCarried(died));
        assertFalse(new Step("tutti", CLIENTS, List.of(died)).isUsable());
    }

    @Test
    void oneGoodAttemptOfTwoIsEnoughAndSpeaksForTheStep() {
        final Attempt bad = attempt(300, 400);
        final Attempt good = attempt(375, 0);
        final Step step = new Step("tutti", CLIENTS, List.of(bad, good));
        assertTrue(step.isCarried());
        assertEquals(good, step.decisive());
        assertFalse(new Step("tutti", CLIENTS, List.of(bad, bad)).isCarried());
        assertTrue(new Step("tutti", CLIENTS, List.of(bad, bad)).isUsable());
    }

    @Test
    void theResultNamesTheLastStepCarriedAndTheFirstMissed() {
        final Step carried = new Step("tutti", 40, List.of(attempt(375, 0)));
        final Step missed = new Step("tutti", 50, List.of(attempt(370, 0), attempt(371, 0)));
        assertEquals(List.of("tutti carried 40 clients and missed frames with 50, in each of 2 attempts (the last: "
            + "the client worst off received 371.0 packets a second instead of 375.0)."),
            CeilingText.results(List.of(carried, missed)));
        assertEquals(List.of("tutti carried 40 clients, the most that were tried: its ceiling lies above."),
            CeilingText.results(List.of(carried)));
    }

    private static List<String> unusable(final Attempt.FleetFigures fleet) {
        return StopRule.unusable(new Attempt(1, 10, fleet, null, OptionalDouble.empty(), ""));
    }

    static Attempt attempt(final double packetsPerSecond, final long skipped) {
        return new Attempt(1, 10, fleet(CLIENTS, 0.2, 150_000, packetsPerSecond),
            new Attempt.FrameFigures(FRAMES, skipped, 2, 3, FRAMES, List.of(600.0, 900.0, 1500.0)),
            OptionalDouble.of(0.3), "");
    }

    private static Attempt.FleetFigures fleet(final int connected, final double busy, final long sent,
            final double packetsPerSecond) {
        return new Attempt.FleetFigures(CLIENTS, 10, connected, sent, sent, 7, 375, packetsPerSecond,
            packetsPerSecond, List.of(50.0, 90.0, 300.0), busy);
    }
}
