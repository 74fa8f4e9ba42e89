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
 * <p>
 * All of this is for a server whose code is compiled. Before that, frames get fast sooner when the compiler may work,
 * and a frame thread that is late all the time and has real-time priority would let it do nothing at all.
 */
final class ThreadPriorities {

    /** Added to the nice value: a tenth of the weight, so these threads are slow on a busy core, but never stuck. */
    static final int NICE = 10;

    /** Of SCHED_FIFO, just below the kernel's threads for interrupts, which bring the datagrams: sched(7). */
    static final int REALTIME = 49;

    private static final int NICEST = 19;
    /** Place of the nice value in {@code /proc/PID/task/TID/stat}, counted after the name: field 19, proc(5). */
    private static final int NICE_FIELD = 16;

    private ThreadPriorities() {
    }

    /**
     * Lowers all threads of this process that the frame thread never waits for, and thereby all that they start later.
     *
     * @throws IOException when the kernel does not tell which threads there are.
     * @throws NativeException when it refuses.
     */
    static void lowerOthers() throws IOException {
        lower(name -> !makesSound(name) && !stopsSound(name));
    }

    /**
     * Gives the frame thread and the workers real-time priority: whatever else wants their core waits.
     *
     * @throws IOException when the kernel does not tell which threads there are.
     * @throws NativeException when this process may not do that.
     */
    static void raiseSound() throws IOException {
        raise(ThreadPriorities::makesSound);
    }

    /** Lowers the threads of this process whose names, cut off at 15 bytes by the kernel, match. */
    static void lower(final Predicate<String> who) throws IOException {
        forEach(who, (thread, nice) -> ThreadControl.setNice(thread, Math.min(NICEST, nice + NICE)));
    }

    /** Gives the threads of this process whose names match real-time priority. */
    static void raise(final Predicate<String> who) throws IOException {
        forEach(who, (thread, nice) -> ThreadControl.setRealtime(thread, REALTIME));
    }

    @FunctionalInterface
    private interface Change {
        void make(int thread, int nice);
    }

    private static void forEach(final Predicate<String> who, final Change change) throws IOException {
        try (DirectoryStream<Path> threads = Files.newDirectoryStream(Path.of("/proc/self/task"))) {
            for (final Path thread : threads) {
                change(thread, who, change);
            }
        }
    }

    private static void change(final Path thread, final Predicate<String> who, final Change change)
        throws IOException {
        final String stat;
        try {
            stat = Files.readString(thread.resolve("stat"));
        } catch (final NoSuchFileException hasEnded) {
            return;
        }
        final int nameEnd = stat.lastIndexOf(')');
        if (who.test(stat.substring(stat.indexOf('(') + 1, nameEnd))) {
            final int nice = Integer.parseInt(stat.substring(nameEnd + 2).split(" ")[NICE_FIELD]);
            change.make(Integer.parseInt(thread.getFileName().toString()), nice);
        }
    }

    static boolean makesSound(final String name) {
        return name.equals(TuttiServer.FRAME_THREAD) || name.startsWith(WorkerCrew.THREAD_PREFIX);
    }

    /** The virtual machine's own thread stops the others for a moment: while it cannot run, they stand still. */
    static boolean stopsSound(final String name) {
        return name.equals("VM Thread");
    }
}
