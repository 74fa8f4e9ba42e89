package tutti.server.jitter;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayDeque;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.From;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class ErrorHistoriesTest {

    private static final int BUFFERS = 10;
    private static final int ALL = (1 << BUFFERS) - 1;

    private final ErrorHistories histories = new ErrorHistories(BUFFERS);

    /** A history of {@code length} events, and the events per error that the two bounds demand. */
    private static AutoSizeTuning tuning(final int length, final int errorBound, final int upperBound) {
        return new AutoSizeTuning(length, errorBound, upperBound, 1, 1, 1, 1);
    }

    private void assertWithin(final int errorBound, final int upperBound) {
        assertEquals(errorBound, histories.withinErrorBound(), "buffers within the error bound");
        assertEquals(upperBound, histories.withinUpperBound(), "buffers within the upper bound");
    }

    @Test
    void noBufferKeepsToABoundBeforeAnyEvent() {
        histories.clear(tuning(100, 4, 2));
        assertWithin(0, 0);
    }

    @Test
    void errorBeforeAnySuccessIsNoEvent() {
        histories.clear(tuning(100, 4, 2));
        histories.record(ALL);
        assertWithin(0, 0);
        histories.record(0b1);
        assertWithin(ALL & ~0b1, ALL & ~0b1);
        histories.record(0);
        assertWithin(ALL, ALL);
    }

    @Test
    void errorsInARowCountOnce() {
        histories.clear(tuning(100, 4, 2));
        histories.record(0);
        histories.record(0b10);
        histories.record(0b10);
        histories.record(0b10);
        assertWithin(ALL & ~0b10, ALL);
        histories.record(0);
        assertWithin(ALL & ~0b10, ALL);
        histories.record(0);
        assertWithin(ALL, ALL);
    }

    @Test
    void errorIsForgottenAfterAWholeHistoryOfSuccesses() {
        histories.clear(tuning(130, 131, 130));
        histories.record(0);
        histories.record(ALL);
        for (int successes = 1; successes < 130; successes++) {
            histories.record(0);
            assertWithin(0, successes < 128 ? 0 : ALL);
        }
        histories.record(0);
        assertWithin(ALL, ALL);
    }

    @Property(tries = 300)
    void equalsTenQueuesForAnyLengthAndBounds(@ForAll @IntRange(min = 1, max = 200) final int length,
                                              @ForAll @IntRange(min = 2, max = 250) final int errorBound,
                                              @ForAll @IntRange(min = 2, max = 50) final int upperBound,
                                              @ForAll @Size(max = 70) final List<@From("failures") Integer> before,
                                              @ForAll @Size(max = 700) final List<@From("failures") Integer> failures) {
        histories.clear(tuning(64, 2, 2));
        before.forEach(histories::record);
        final AutoSizeTuning tuning = tuning(length, errorBound, upperBound);
        histories.clear(tuning);
        final Queues queues = new Queues(tuning);
        for (final int failed : failures) {
            histories.record(failed);
            queues.record(failed);
            assertWithin(queues.within(errorBound), queues.within(upperBound));
        }
    }

    @Provide
    Arbitrary<Integer> failures() {
        return Arbitraries.frequencyOf(
                Tuple.of(20, Arbitraries.just(0)),
                Tuple.of(3, Arbitraries.integers().between(0, BUFFERS - 1).map(buffer -> 1 << buffer)),
                Tuple.of(1, Arbitraries.integers().between(0, ALL)),
                Tuple.of(1, Arbitraries.just(ALL)));
    }

    @Test
    void equalsTenQueuesOverManyWholeHistories() {
        for (final int blockSamples : new int[] {64, 128}) {
            final AutoSizeTuning tuning = AutoSizeTuning.forBlockSamples(blockSamples);
            final Random random = new Random(blockSamples);
            histories.clear(tuning);
            final Queues queues = new Queues(tuning);
            for (int event = 0; event < 5 * tuning.historyLength(); event++) {
                int failed = 0;
                for (int buffer = 0; buffer < BUFFERS; buffer++) {
                    // From far above the upper bound to a few errors in a history.
                    failed |= random.nextInt(4 << 2 * buffer) == 0 ? 1 << buffer : 0;
                }
                histories.record(failed);
                queues.record(failed);
                assertWithin(queues.within(tuning.errorBound()), queues.within(tuning.upperBound()));
            }
        }
    }

    /** The histories by their definition. */
    private static final class Queues {

        private final AutoSizeTuning tuning;
        private final List<ArrayDeque<Boolean>> events =
                Stream.generate(ArrayDeque<Boolean>::new).limit(BUFFERS).toList();
        private final int[] errors = new int[BUFFERS];
        private int failedBefore = ALL;

        Queues(final AutoSizeTuning tuning) {
            this.tuning = tuning;
        }

        void record(final int failed) {
            for (int buffer = 0; buffer < BUFFERS; buffer++) {
                record(buffer, (failed >>> buffer & 1) != 0, (failedBefore >>> buffer & 1) != 0);
            }
            failedBefore = failed;
        }

        private void record(final int buffer, final boolean error, final boolean afterError) {
            if (error && afterError) {
                return;
            }
            events.get(buffer).add(error);
            errors[buffer] += error ? 1 : 0;
            if (events.get(buffer).size() > tuning.historyLength()) {
                errors[buffer] -= events.get(buffer).remove() ? 1 : 0;
            }
        }

        int within(final int bound) {
            int within = 0;
            for (int buffer = 0; buffer < BUFFERS; buffer++) {
                final int size = events.get(buffer).size();
                final double rate = size == 0 ? 1.0 : (double) errors[buffer] / size;
                within |= rate <= 1.0 / bound ? 1 << buffer : 0;
            }
            return within;
        }
    }
}
