package tutti.harness.soak;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class CriteriaTest {
    private static final FleetReports FINE = new FleetReports(2, List.of(), List.of(), 100, 60, 0, 40, 0, List.of());
    private static final int SAMPLES = 40;

    private final Criteria criteria = new Criteria(10);
    private final List<Sample> samples = new ArrayList<>();

    /** Samples every 10 s; memory, descriptors and threads grow by so much from each to the next. */
    private void record(final long kib, final int descriptors, final int threads) {
        for (int i = 0; i < SAMPLES; i++) {
            samples.add(new Sample(10 * i, 100_000 + i * kib, 20 + i * descriptors, 15 + i * threads,
                i == SAMPLES - 1 ? 0 : 30, i, 0, 0, 0, 0, 0));
        }
    }

    private List<String> failures(final FleetReports fleets) {
        return criteria.failures(samples, fleets, Outcome.LIVED);
    }

    private void assertOne(final String expected, final List<String> failures) {
        assertEquals(1, failures.size(), failures.toString());
        assertTrue(failures.getFirst().contains(expected), failures.getFirst());
    }

    @Test
    void passesWhoKeepsItsShape() {
        record(0, 0, 0);
        assertEquals(List.of(), failures(FINE));
    }

    @Test
    void findsMemoryThatGrows() {
        record(1000, 0, 0);
        assertOne("memory grew by 17.5 %, from 112 to 131 MiB", failures(FINE));
    }

    @Test
    void whatIsTakenWhileWarmingUpIsNoGrowth() {
        record(0, 0, 0);
        samples.replaceAll(sample -> sample.seconds() >= 100 ? sample
            : new Sample(sample.seconds(), 50_000, 5, 5, 30, 0, 0, 0, 0, 0, 0));
        assertEquals(List.of(), failures(FINE));
    }

    @Test
    void findsDescriptorsAndThreadsThatGrow() {
        record(0, 1, 1);
        final List<String> failures = failures(FINE);
        assertEquals(2, failures.size());
        assertTrue(failures.get(0).startsWith("file descriptors grew from "), failures.get(0));
        assertTrue(failures.get(1).startsWith("threads grew from "), failures.get(1));
    }

    @Test
    void aFewSamplesDoNotTellWhetherAnythingGrows() {
        record(0, 0, 0);
        samples.subList(0, SAMPLES - 5).clear();
        assertOne("5 samples of the server are too few", failures(FINE));
    }

    @Test
    void findsSessionsThatAreLeftOver() {
        record(0, 0, 0);
        samples.removeLast();
        assertOne("30 clients were still connected", failures(FINE));
    }

    @Test
    void findsWhatTheFleetsFound() {
        record(0, 0, 0);
        assertOne("3 wrong tones", failures(new FleetReports(2, List.of(), List.of(), 100, 60, 3, 40, 0, List.of())));
        assertOne("2 of 40 visits", failures(new FleetReports(2, List.of(), List.of(), 100, 60, 0, 40, 2, List.of())));
        assertOne("no sound was judged", failures(new FleetReports(2, List.of(), List.of(), 0, 60, 0, 40, 0, List.of())));
        assertOne("only 100 of 201 windows of sound could be judged",
            failures(new FleetReports(2, List.of(), List.of(), 100, 101, 0, 40, 0, List.of())));
        assertOne("the fleet x came to no end",
            failures(new FleetReports(2, List.of("x"), List.of(), 100, 60, 0, 40, 0, List.of())));
        assertOne("the fleet y heard nothing",
            failures(new FleetReports(2, List.of(), List.of("y"), 100, 60, 0, 40, 0, List.of())));
    }

    @Test
    void aServerThatEndsOrFallsSilentHasFailedWhateverItsSamplesSay() {
        record(0, 0, 0);
        samples.removeLast();
        assertOne("the server ended", criteria.failures(samples, FINE, Outcome.DIED));
        assertOne("the server did not answer", criteria.failures(samples, FINE, Outcome.SILENT));
        samples.clear();
        assertOne("not one sample", failures(FINE));
    }
}
