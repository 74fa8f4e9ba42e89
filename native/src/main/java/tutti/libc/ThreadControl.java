package tutti.libc;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * Settings of platform threads that Java has no words for. All of them allocate: they are for the start of a
 * thread or for occasional readings, not for the inside of a loop. Use only where {@link LibC#isAvailable()}.
 */
public final class ThreadControl {
    private static final int CALLING_THREAD = 0;
    private static final long NANOS_PER_SECOND = 1_000_000_000L;

    private ThreadControl() {
    }

    /**
     * Lets the calling thread run on one CPU only. See sched_setaffinity(2).
     *
     * @param cpu number of the CPU, from 0
     * @throws IllegalArgumentException if no CPU can have that number
     * @throws NativeException if the machine has no such CPU or the process may not use it
     */
    public static void pinCurrentThread(final int cpu) {
        if (cpu < 0 || cpu >= LibC.CPU_SETSIZE) {
            throw new IllegalArgumentException("CPU number must be 0 to " + (LibC.CPU_SETSIZE - 1) + ": " + cpu);
        }
        try (Arena arena = Arena.ofConfined()) {
            final MemorySegment errno = arena.allocate(LibC.capturedState$layout());
            final MemorySegment set = arena.allocate(cpu_set_t.layout());
            cpu_set_t.__bits(set, cpu / Long.SIZE, 1L << cpu % Long.SIZE);
            if (LibC.sched_setaffinity(errno, CALLING_THREAD, cpu_set_t.sizeof(), set) == -1) {
                throw new NativeException("sched_setaffinity", LibC.errno(errno), "calling thread", "CPU " + cpu);
            }
        }
    }

    /**
     * Sets by how much the kernel may delay the end of the calling thread's timed waits; 50,000 ns unless set. See
     * PR_SET_TIMERSLACK(2const).
     *
     * @param nanos at least 1
     * @throws IllegalArgumentException if {@code nanos} is less than 1
     */
    public static void setTimerSlackNanos(final long nanos) {
        if (nanos < 1) {
            throw new IllegalArgumentException("timer slack must be at least 1 ns: " + nanos);
        }
        try (Arena arena = Arena.ofConfined()) {
            final MemorySegment errno = arena.allocate(LibC.capturedState$layout());
            if (LibC.prctl(errno, LibC.PR_SET_TIMERSLACK, nanos) == -1) {
                throw new NativeException("prctl", LibC.errno(errno), "PR_SET_TIMERSLACK", nanos);
            }
        }
    }

    /**
     * Gives a thread the real-time policy SCHED_FIFO. See sched(7).
     *
     * @param thread its kernel id; 0: the calling thread
     * @param priority 1 to 99
     * @throws NativeException if there is no such thread, the priority is out of range or the process may not do this
     *     (it needs CAP_SYS_NICE or RLIMIT_RTPRIO)
     */
    public static void setRealtime(final int thread, final int priority) {
        try (Arena arena = Arena.ofConfined()) {
            final MemorySegment errno = arena.allocate(LibC.capturedState$layout());
            final MemorySegment param = arena.allocate(sched_param.layout());
            sched_param.sched_priority(param, priority);
            if (LibC.sched_setscheduler(errno, thread, LibC.SCHED_FIFO, param) == -1) {
                throw new NativeException(
                    "sched_setscheduler", LibC.errno(errno), "thread " + thread, "SCHED_FIFO", "priority " + priority);
            }
        }
    }

    /**
     * Sets how kindly a thread makes way for others of the ordinary policy. See setpriority(2) and sched(7).
     *
     * @param thread its kernel id; 0: the calling thread
     * @param nice -20 (least) to 19 (most)
     * @throws NativeException if there is no such thread or the process may not do this: a lower value than before needs
     *     CAP_SYS_NICE or RLIMIT_NICE
     */
    public static void setNice(final int thread, final int nice) {
        try (Arena arena = Arena.ofConfined()) {
            final MemorySegment errno = arena.allocate(LibC.capturedState$layout());
            if (LibC.setpriority(errno, LibC.PRIO_PROCESS, thread, nice) == -1) {
                throw new NativeException("setpriority", LibC.errno(errno), "thread " + thread, "nice " + nice);
            }
        }
    }

    /** CPU time the calling thread has used, in nanoseconds. See clock_gettime(2), CLOCK_THREAD_CPUTIME_ID. */
    public static long threadCpuNanos() {
        try (Arena arena = Arena.ofConfined()) {
            final MemorySegment errno = arena.allocate(LibC.capturedState$layout());
            final MemorySegment time = arena.allocate(timespec.layout());
            if (LibC.clock_gettime(errno, LibC.CLOCK_THREAD_CPUTIME_ID, time) == -1) {
                throw new NativeException("clock_gettime", LibC.errno(errno), "CLOCK_THREAD_CPUTIME_ID");
            }
            return timespec.tv_sec(time) * NANOS_PER_SECOND + timespec.tv_nsec(time);
        }
    }
}
