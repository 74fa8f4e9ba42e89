package tutti.libc;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * Takes this process's standard error away for a while, for whatever writes to it, Java or not, and across
 * {@link ProcessControl#exec}. Use only where {@link LibC#isAvailable()}.
 */
public final class StandardError {
    private static final int STDERR = 2;

    private StandardError() {
    }

    /**
     * Lets all that is written to standard error vanish from now on.
     *
     * @return a file descriptor that keeps the real standard error, for {@link #restore}
     * @throws NativeException if there is no standard error, or no file descriptor left; then nothing has changed
     */
    public static int silence() {
        try (Arena arena = Arena.ofConfined()) {
            final MemorySegment errno = arena.allocate(LibC.capturedState$layout());
            final int kept = LibC.dup(errno, STDERR);
            if (kept == -1) {
                throw new NativeException("dup", LibC.errno(errno), STDERR);
            }
            final int nowhere = LibC.open(errno, arena.allocateFrom("/dev/null"), LibC.O_WRONLY);
            if (nowhere == -1) {
                final int reason = LibC.errno(errno);
                LibC.close(errno, kept);
                throw new NativeException("open", reason, "/dev/null", "O_WRONLY");
            }
            move(errno, nowhere);
            return kept;
        }
    }

    /**
     * Gives standard error back.
     *
     * @param kept what {@link #silence} returned, in this process or in the program it was before; closed by this call
     * @throws NativeException if that is no open file descriptor; then nothing has changed
     */
    public static void restore(final int kept) {
        try (Arena arena = Arena.ofConfined()) {
            move(arena.allocate(LibC.capturedState$layout()), kept);
        }
    }

    private static void move(final MemorySegment errno, final int fd) {
        if (LibC.dup2(errno, fd, STDERR) == -1) {
            throw new NativeException("dup2", LibC.errno(errno), fd, STDERR);
        }
        LibC.close(errno, fd);
    }
}
