package tutti.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Collections;
import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class WorkerCrewTest {

    private static final int MOST_ITEMS = 200;

    private static WorkerCrew crew(final int workers, final WorkerCrew.Work work) {
        return new WorkerCrew(workers, work, worker -> { });
    }

    private static Set<Thread> workers() {
        final Set<Thread> workers = new HashSet<>(Thread.getAllStackTraces().keySet());
        workers.removeIf(thread -> !thread.getName().startsWith("worker-"));
        return workers;
    }

    /** Plain memory only: an item done twice, or one whose effects are not seen after the join, breaks the sums. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 5})
    void shouldDoEveryItemOnceAndSeeItInTheNextPhase(final int workers) {
        final long[][] sums = new long[2][MOST_ITEMS];
        final long[] input = new long[1];
        try (WorkerCrew crew = crew(workers, (phase, item, lane) -> {
            final long before = phase == 0 ? input[0] : sums[0][MOST_ITEMS - 1 - item];
            sums[phase][item] += before;
        })) {
            final long[][] expected = new long[2][MOST_ITEMS];
            final Random random = new Random(workers);
            for (int round = 0; round < 20_000; round++) {
                input[0] = round;
                final int items = random.nextInt(MOST_ITEMS + 1);
                crew.run(0, items);
                final int others = random.nextInt(MOST_ITEMS + 1);
                crew.run(1, others);
                for (int item = 0; item < items; item++) {
                    expected[0][item] += round;
                }
                for (int item = 0; item < others; item++) {
                    expected[1][item] += expected[0][MOST_ITEMS - 1 - item];
                }
                for (int phase = 0; phase < 2; phase++) {
                    for (int item = 0; item < MOST_ITEMS; item++) {
                        assertEquals(expected[phase][item], sums[phase][item]);
                    }
                }
            }
        }
    }

    @Test
    void shouldNeedNoWorkerForASingleItem() {
        final int[] lanes = {-1};
        try (WorkerCrew crew = crew(2, (phase, item, lane) -> lanes[0] = lane)) {
            crew.run(0, 0);
            assertEquals(-1, lanes[0]);
            crew.run(0, 1);
            assertEquals(0, lanes[0]);
        }
    }

    @Test
    void shouldHaveEveryWorkerTakePartAndKnowItsLane() {
        final Set<Integer> lanes = Collections.synchronizedSet(new HashSet<>());
        final Set<Integer> started = Collections.synchronizedSet(new HashSet<>());
        try (WorkerCrew crew = new WorkerCrew(3, (phase, item, lane) -> {
            lanes.add(lane);
            while (lanes.size() < 4) {
                Thread.onSpinWait();
            }
        }, started::add)) {
            crew.run(0, 4);
        }
        assertEquals(Set.of(0, 1, 2, 3), lanes);
        assertEquals(Set.of(0, 1, 2), started);
    }

    @Test
    void shouldWakeWorkersThatSleep() {
        final Set<Integer> lanes = Collections.synchronizedSet(new HashSet<>());
        final Set<Thread> before = workers();
        try (WorkerCrew crew = crew(1, (phase, item, lane) -> {
            lanes.add(lane);
            while (lanes.size() < 2) {
                Thread.onSpinWait();
            }
        })) {
            final Set<Thread> mine = workers();
            mine.removeAll(before);
            final Thread worker = mine.iterator().next();
            for (int frame = 0; frame < 20; frame++) {
                while (worker.getState() != Thread.State.TIMED_WAITING) {
                    Thread.onSpinWait();
                }
                lanes.clear();
                crew.run(0, 2);
            }
        }
    }

    @Test
    void shouldEndARunInWhichAWorkerFails() {
        final AssertionError cause = new AssertionError("broken");
        final boolean[] failed = new boolean[1];
        try (WorkerCrew crew = crew(2, (phase, item, lane) -> {
            if (lane > 0) {
                synchronized (failed) {
                    failed[0] = true;
                }
                throw cause;
            }
            boolean ready = false;
            while (!ready) {
                synchronized (failed) {
                    ready = failed[0];
                }
            }
        })) {
            final IllegalStateException fault = assertThrows(IllegalStateException.class, () -> crew.run(0, 10));
            assertSame(cause, fault.getCause());
            assertTrue(fault.getMessage().endsWith("the server cannot go on: " + cause), fault.getMessage());
        }
    }

    @Test
    void shouldTellThatAWorkerCouldNotStart() {
        final RuntimeException cause = new IllegalArgumentException("no such core");
        try (WorkerCrew crew = new WorkerCrew(1, (phase, item, lane) -> { }, worker -> {
            throw cause;
        })) {
            final IllegalStateException fault = assertThrows(IllegalStateException.class, () -> {
                while (true) {
                    crew.run(0, 2);
                }
            });
            assertSame(cause, fault.getCause());
        }
    }

    @Test
    void shouldEndItsThreads() {
        final Set<Thread> before = workers();
        final WorkerCrew crew = crew(3, (phase, item, lane) -> { });
        final Set<Thread> mine = workers();
        mine.removeAll(before);
        crew.run(0, 50);
        crew.close();
        crew.close();
        assertTrue(mine.stream().noneMatch(Thread::isAlive));
    }
}
