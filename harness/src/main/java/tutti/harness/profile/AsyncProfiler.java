package tutti.harness.profile;

import com.sun.tools.attach.AgentInitializationException;
import com.sun.tools.attach.AgentLoadException;
import com.sun.tools.attach.AttachNotSupportedException;
import com.sun.tools.attach.VirtualMachine;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

/** Has a running Java record itself with async-profiler, whose library this jar brings along. */
final class AsyncProfiler {
    private static final double NANOS_PER_SECOND = 1e9;
    private static final long SAMPLE_NANOS = TimeUnit.SECONDS.toNanos(1) / Profiler.SAMPLES_PER_SECOND;

    private AsyncProfiler() {
    }

    /**
     * @param pid     of a Java process of the same user
     * @param seconds to record
     * @param folder  that receives async-profiler.txt
     * @return seconds recorded
     * @throws IOException          in one sentence, when it does not work here
     * @throws InterruptedException when told to stop
     */
    static double record(final String pid, final int seconds, final Path folder)
            throws IOException, InterruptedException {
        final Path library = unpack();
        try {
            final Path file = folder.toAbsolutePath().resolve("async-profiler.txt");
            final VirtualMachine machine = VirtualMachine.attach(pid);
            try {
                command(machine, library, "start,event=cpu,interval=" + SAMPLE_NANOS + ",cstack=vm,threads");
                final long begin = System.nanoTime();
                final Thread interrupted = new Thread(() -> stopAndDiscard(machine, library), "interrupted");
                Runtime.getRuntime().addShutdownHook(interrupted);
                Thread.sleep(TimeUnit.SECONDS.toMillis(seconds));
                Runtime.getRuntime().removeShutdownHook(interrupted);
                command(machine, library, "stop,collapsed,threads,ann,file=" + file);
                return (System.nanoTime() - begin) / NANOS_PER_SECOND;
            } finally {
                machine.detach();
            }
        } catch (final AttachNotSupportedException e) {
            throw new IOException("process " + pid + " lets nobody attach to it: " + e.getMessage(), e);
        }
    }

    /** A server that is not ours to end must not go on recording. */
    private static void stopAndDiscard(final VirtualMachine machine, final Path library) {
        try {
            command(machine, library, "stop,collapsed,file=/dev/null");
        } catch (final IOException e) {
            System.err.println("profile: " + e.getMessage());
        }
    }

    private static void command(final VirtualMachine machine, final Path library, final String options)
            throws IOException {
        try {
            machine.loadAgentPath(library.toString(), options);
        } catch (final AgentLoadException | AgentInitializationException e) {
            throw new IOException("async-profiler does not work in process " + machine.id()
                + ", whose log may say why: " + e.getMessage(), e);
        }
    }

    private static Path unpack() throws IOException {
        final String machine = switch (System.getProperty("os.arch").toLowerCase(Locale.ROOT)) {
            case "amd64" -> "linux-x64";
            case "aarch64" -> "linux-arm64";
            default -> System.getProperty("os.arch");
        };
        final String resource = "/" + machine + "/libasyncProfiler.so";
        try (InputStream in = AsyncProfiler.class.getResourceAsStream(resource)) {
            if (in == null) {
                throw new IOException("there is no async-profiler for " + machine + ": use --with perf");
            }
            final Path library = Files.createTempFile("libasyncProfiler", ".so");
            library.toFile().deleteOnExit();
            Files.write(library, in.readAllBytes());
            return library;
        }
    }
}
