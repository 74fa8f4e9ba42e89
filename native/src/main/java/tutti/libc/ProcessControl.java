package tutti.libc;

import static java.lang.foreign.ValueLayout.ADDRESS;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;

/** What a process does to itself. Use only where {@link LibC#isAvailable()}. */
public final class ProcessControl {
    private ProcessControl() {
    }

    /**
     * Replaces the program of this process, keeping its process id, environment, working directory and standard
     * streams. On success nothing of the calling program goes on; its shutdown hooks do not run. See execv(3).
     *
     * @param file path of the new program; no search along PATH
     * @param argv its arguments, the first being its own name
     * @return never: the type lets a caller write {@code throw ProcessControl.exec(...)}
     * @throws NativeException if the program could not be started; this process goes on
     */
    public static AssertionError exec(final String file, final List<String> argv) {
        try (Arena arena = Arena.ofConfined()) {
            final MemorySegment errno = arena.allocate(LibC.capturedState$layout());
            final MemorySegment pointers = arena.allocate(ADDRESS, argv.size() + 1L);
            for (int i = 0; i < argv.size(); i++) {
                pointers.setAtIndex(ADDRESS, i, arena.allocateFrom(argv.get(i)));
            }
            pointers.setAtIndex(ADDRESS, argv.size(), MemorySegment.NULL);
            LibC.execv(errno, arena.allocateFrom(file), pointers);
            throw new NativeException("execv", LibC.errno(errno), file, argv);
        }
    }
}
