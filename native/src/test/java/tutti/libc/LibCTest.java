package tutti.libc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

@EnabledOnOs(OS.LINUX)
final class LibCTest {
    private static final long ONE_SECOND_NANOS = 1_000_000_000L;

    @Test
    void everyFunctionHasAHandleThatLinks() throws ReflectiveOperationException {
        assertTrue(LibC.isAvailable());
        int handles = 0;
        for (final Method method : LibC.class.getMethods()) {
            if (method.getReturnType() == MethodHandle.class) {
                method.invoke(null);
                handles++;
            }
        }
        assertTrue(handles >= 17, "found " + handles);
    }

    @Test
    void errnoIsThatOfTheFailedCall() {
        try (Arena arena = Arena.ofConfined()) {
            final MemorySegment errno = arena.allocate(LibC.capturedState$layout());
            assertEquals(-1, LibC.close(errno, -1));
            final int badDescriptor = 9;
            assertEquals(badDescriptor, LibC.errno(errno));
            assertEquals(-1, LibC.socket(errno, 9999, LibC.SOCK_DGRAM, 0));
            assertEquals(LibC.EAFNOSUPPORT, LibC.errno(errno));
        }
    }

    @Test
    void failuresShowCallArgumentsAndReason() {
        final NativeException e = new NativeException("bind", LibC.EACCES, "0.0.0.0:1", 3);
        assertEquals("bind(0.0.0.0:1, 3) failed: Permission denied (errno 13)", e.getMessage());
        assertEquals("bind", e.call());
        assertEquals(LibC.EACCES, e.errno());
        assertEquals("prctl() failed: Invalid argument (errno 22)",
            new NativeException("prctl", LibC.EINVAL).getMessage());
    }

    @Test
    void threadCpuTimeAdvancesWithWork() {
        final long before = ThreadControl.threadCpuNanos();
        assertTrue(before > 0);
        long sum = 0;
        for (int i = 0; i < 1_000_000; i++) {
            sum += System.nanoTime() & 1;
        }
        final long used = ThreadControl.threadCpuNanos() - before;
        assertTrue(sum >= 0 && used > 0 && used < 3600 * ONE_SECOND_NANOS, "used " + used + " ns");
    }

    @Test
    void pinsTheCallingThreadAlone() throws InterruptedException, IOException {
        final String before = status("Cpus_allowed_list");
        final int cpu = Integer.parseInt(before.split("[-,]")[0]);
        final String[] pinned = new String[1];
        final Thread thread = new Thread(() -> {
            ThreadControl.pinCurrentThread(cpu);
            pinned[0] = status("Cpus_allowed_list");
        });
        thread.start();
        thread.join();
        assertEquals(Integer.toString(cpu), pinned[0]);
        assertEquals(before, status("Cpus_allowed_list"));
    }

    /** A line of the kernel's description of the calling thread. */
    private static String status(final String key) {
        try {
            return Files.readAllLines(Path.of("/proc/thread-self/status")).stream()
                .filter(line -> line.startsWith(key + ":"))
                .map(line -> line.substring(key.length() + 1).strip())
                .findFirst().orElseThrow();
        } catch (final IOException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void refusesCpusThatDoNotExist() {
        assertThrows(IllegalArgumentException.class, () -> ThreadControl.pinCurrentThread(-1));
        assertThrows(IllegalArgumentException.class, () -> ThreadControl.pinCurrentThread(LibC.CPU_SETSIZE));
        final NativeException thrown = assertThrows(
            NativeException.class, () -> ThreadControl.pinCurrentThread(LibC.CPU_SETSIZE - 1));
        assertEquals("sched_setaffinity", thrown.call());
        assertTrue(thrown.getMessage().contains("CPU 1023"), thrown::getMessage);
    }

    @Test
    void setsTheTimerSlackOfTheCallingThread() throws InterruptedException {
        final int[] slack = new int[1];
        final Thread thread = new Thread(() -> {
            ThreadControl.setTimerSlackNanos(1234);
            try (Arena arena = Arena.ofConfined()) {
                slack[0] = LibC.prctl(arena.allocate(LibC.capturedState$layout()), LibC.PR_GET_TIMERSLACK, 0);
            }
        });
        thread.start();
        thread.join();
        assertEquals(1234, slack[0]);
        assertThrows(IllegalArgumentException.class, () -> ThreadControl.setTimerSlackNanos(0));
    }

    @Test
    void refusesRealtimePrioritiesOutOfRange() {
        final NativeException thrown = assertThrows(NativeException.class, () -> ThreadControl.setRealtime(0, 100));
        assertEquals("sched_setscheduler", thrown.call());
        assertEquals(LibC.EINVAL, thrown.errno());
    }

    @Test
    void setsTheNiceValueOfOneThread() throws InterruptedException {
        final String[] nice = new String[1];
        final Thread thread = new Thread(() -> {
            ThreadControl.setNice(0, 19);
            nice[0] = niceOfThisThread();
        });
        thread.start();
        thread.join();
        assertEquals("19", nice[0]);
        assertNotEquals("19", niceOfThisThread());
    }

    @Test
    void namesTheThreadThatCannotBeMadeNice() {
        final NativeException thrown =
            assertThrows(NativeException.class, () -> ThreadControl.setNice(Integer.MAX_VALUE, 1));
        assertEquals("setpriority", thrown.call());
        assertTrue(thrown.getMessage().contains("thread " + Integer.MAX_VALUE), thrown.getMessage());
    }

    /** Field 19 of proc_pid_stat(5); the name, field 2, is in brackets and may contain anything. */
    private static String niceOfThisThread() {
        try {
            final String stat = Files.readString(Path.of("/proc/thread-self/stat"));
            return stat.substring(stat.lastIndexOf(')') + 2).split(" ")[16];
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Runs in a process of its own, which it replaces by a shell. */
    static final class Exec {
        private Exec() {
        }

        public static void main(final String[] arguments) {
            throw ProcessControl.exec("/bin/sh", List.of("sh", "-c", "echo $$ \"$@\"", "sh", "ä b", ""));
        }
    }

    @Test
    void execReplacesTheProgramAndKeepsTheProcess() throws IOException, InterruptedException {
        final Process process = new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(), "--enable-native-access=ALL-UNNAMED",
            "-cp", System.getProperty("java.class.path"), Exec.class.getName()).redirectErrorStream(true).start();
        final String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(0, process.waitFor(), output);
        assertEquals(process.pid() + " ä b \n", output);
    }

    @Test
    void execOfAMissingProgramFailsAndGoesOn() {
        final NativeException thrown = assertThrows(NativeException.class,
            () -> ProcessControl.exec("/no/such/program", List.of("program", "-x")));
        assertEquals("execv(/no/such/program, [program, -x]) failed: No such file or directory (errno 2)",
            thrown.getMessage());
    }
}
