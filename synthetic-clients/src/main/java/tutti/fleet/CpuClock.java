package tutti.fleet;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import tutti.libc.ThreadControl;

/** Processor time between two moments: of the whole process, and of the thread that calls. */
final class CpuClock {

    private final OperatingSystemMXBean system =
            (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    private long processNanos;
    private long threadNanos;

    /** Begins; to be called by the thread that is to be measured. */
    void start() {
        processNanos = -system.getProcessCpuTime();
        threadNanos = -ThreadControl.threadCpuNanos();
    }

    /** Ends; to be called by the same thread. */
    void stop() {
        processNanos += system.getProcessCpuTime();
        threadNanos += ThreadControl.threadCpuNanos();
    }

    /** {@return nanoseconds used by all threads of the process} */
    long processNanos() {
        return processNanos;
    }

    /** {@return nanoseconds used by the calling thread} */
    long threadNanos() {
        return threadNanos;
    }
}
