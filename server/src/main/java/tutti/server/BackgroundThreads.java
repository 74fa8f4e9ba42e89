package tutti.server;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.function.Predicate;
import tutti.libc.NativeException;
import tutti.libc.ThreadControl;

/**
 * Has the threads that make no sound make way for those that do. A processor that two threads want is shared evenly
 * by the kernel: the compiler, or somebody who looks at the metrics, could take half of it from a frame thread that
 * needs three quarters.
 */
final class BackgroundThreads {

    /** Added to the nice value: a tenth of the weight, so these threads are slow on a busy core, but never stuck. */
    static final int NICE = 10;

    private static final int NICEST = 19;
    /** Place of the nice value in {@code /proc/PID/task/TID/stat}, counted after the name: field 19, proc(5). */
    private static final int NICE_FIELD = 16;

    private BackgroundThreads() {
    }

    /**
     * Lowers all threads of this process that the frame thread never waits for, and thereby all that they start later.
     *
     * @throws IOException when the kernel does not tell which threads there are.
     * @throws NativeException when it refuses.
     */
    static void stepBack() throws IOException {
        stepBack(name -> !makesSoundOrHoldsItUp(name));
    }

    /** Lowers the threads of this process whose names, cut off at 15 bytes by the kernel, match. */
    static void stepBack(final Predicate<String> who) throws IOException {
        try (DirectoryStream<Path> threads = Files.newDirectoryStream(Path.of("/proc/self/task"))) {
            for (final Path thread : threads) {
                stepBack(thread, who);
            }
        }
    }

    private static void stepBack(final Path thread, final Predicate<String> who) throws IOException {
        final String stat;
        try {
            stat = Files.readString(thread.resolve("stat"));
        } catch (final NoSuchFileException hasEnded) {
            return;
        }
        final int nameEnd = stat.lastIndexOf(')');
        if (who.test(stat.substring(stat.indexOf('(') + 1, nameEnd))) {
            final int nice = Integer.parseInt(stat.substring(nameEnd + 2).split(" ")[NICE_FIELD]);
            ThreadControl.setNice(Integer.parseInt(thread.getFileName().toString()), Math.min(NICEST, nice + NICE));
        }
    }

    /** The virtual machine's own thread stops the others for a moment: while it cannot run, they stand still. */
    static boolean makesSoundOrHoldsItUp(final String name) {
        return name.equals(TuttiServer.FRAME_THREAD) || name.startsWith(WorkerCrew.THREAD_PREFIX)
            || name.equals("VM Thread");
    }
}
