package tutti.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

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

@EnabledOnOs(OS.LINUX)
class BackgroundThreadsTest {

    @Test
    void shouldLowerWhomItNamesAndTheirChildrenAndNobodyElse() throws Exception {
        final Callable<Integer> ofAChild = () -> {
            try (ExecutorService child = executor("child")) {
                return child.submit(BackgroundThreadsTest::nice).get();
            }
        };
        try (ExecutorService lowered = executor("to be lowered");
            ExecutorService other = executor("other")) {
            final int before = lowered.submit(BackgroundThreadsTest::nice).get();
            final int otherBefore = other.submit(BackgroundThreadsTest::nice).get();

            BackgroundThreads.stepBack(name -> name.equals("to be lowered"));

            final int expected = Math.min(19, before + BackgroundThreads.NICE);
            assertEquals(expected, lowered.submit(BackgroundThreadsTest::nice).get());
            assertEquals(expected, lowered.submit(ofAChild).get());
            assertEquals(otherBefore, other.submit(BackgroundThreadsTest::nice).get());
        }
    }

    @Test
    void shouldSpareWhoMakesSoundAndWhoCanStopIt() {
        for (final String name : List.of(TuttiServer.FRAME_THREAD, WorkerCrew.THREAD_PREFIX + 12, "VM Thread")) {
            assertTrue(BackgroundThreads.makesSoundOrHoldsItUp(name), name);
        }
        for (final String name : List.of("C2 CompilerThre", "C1 CompilerThre", "admin-0", "event-printer", "java")) {
            assertFalse(BackgroundThreads.makesSoundOrHoldsItUp(name), name);
        }
    }

    private static ExecutorService executor(final String name) {
        return Executors.newSingleThreadExecutor(Thread.ofPlatform().name(name).factory());
    }

    /** Field 19 of proc_pid_stat(5), for the calling thread. */
    private static int nice() {
        try {
            final String stat = Files.readString(Path.of("/proc/thread-self/stat"));
            return Integer.parseInt(stat.substring(stat.lastIndexOf(')') + 2).split(" ")[16]);
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
