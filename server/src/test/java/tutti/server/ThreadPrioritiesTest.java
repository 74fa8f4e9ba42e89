package tutti.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.abort;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import tutti.libc.NativeException;

@EnabledOnOs(OS.LINUX)
class ThreadPrioritiesTest {

    private static final int SCHED_FIFO = 1;

    @Test
    void shouldLowerWhomItNamesAndTheirChildrenAndNobodyElse() throws Exception {
        final Callable<Integer> ofAChild = () -> {
            try (ExecutorService child = executor("child")) {
                return child.submit(ThreadPrioritiesTest::nice).get();
            }
        };
        try (ExecutorService lowered = executor("to be lowered");
            ExecutorService other = executor("other")) {
            final int before = lowered.submit(ThreadPrioritiesTest::nice).get();
            final int otherBefore = other.submit(ThreadPrioritiesTest::nice).get();

            ThreadPriorities.lower(name -> name.equals("to be lowered"));

            final int expected = Math.min(19, before + ThreadPriorities.NICE);
            assertEquals(expected, lowered.submit(ThreadPrioritiesTest::nice).get());
            assertEquals(expected, lowered.submit(ofAChild).get());
            assertEquals(otherBefore, other.submit(ThreadPrioritiesTest::nice).get());
        }
    }

    @Test
    void shouldGiveRealTimePriorityToWhomItNamesOnly() throws Exception {
        try (ExecutorService raised = executor("to be raised");
            ExecutorService other = executor("other")) {
            raised.submit(() -> { }).get();
            final int otherBefore = other.submit(ThreadPrioritiesTest::policy).get();
            try {
                ThreadPriorities.raise(name -> name.equals("to be raised"));
            } catch (final NativeException e) {
                abort("SKIPPED: this process may not use real-time priorities: " + e.getMessage());
            }
            assertEquals(SCHED_FIFO, raised.submit(ThreadPrioritiesTest::policy).get());
            assertEquals(otherBefore, other.submit(ThreadPrioritiesTest::policy).get());
        }
    }

    @Test
    void shouldKnowWhoMakesSoundAndWhoCanStopIt() {
        for (final String name : List.of(TuttiServer.FRAME_THREAD, WorkerCrew.THREAD_PREFIX + 12)) {
            assertTrue(ThreadPriorities.makesSound(name), name);
        }
        assertTrue(ThreadPriorities.stopsSound("VM Thread"));
        for (final String name : List.of("C2 CompilerThre", "C1 CompilerThre", "admin-0", "event-printer", "java")) {
            assertFalse(ThreadPriorities.makesSound(name) || ThreadPriorities.stopsSound(name), name);
        }
    }

    private static ExecutorService executor(final String name) {
        return Executors.newSingleThreadExecutor(Thread.ofPlatform().name(name).factory());
    }

    private static int nice() {
        return field(19);
    }

    private static int policy() {
        return field(41);
    }

    /** A field of proc_pid_stat(5), for the calling thread; the third is the first after the name. */
    private static int field(final int number) {
        try {
            final String stat = Files.readString(Path.of("/proc/thread-self/stat"));
            return Integer.parseInt(stat.substring(stat.lastIndexOf(')') + 2).split(" ")[number - 3]);
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
