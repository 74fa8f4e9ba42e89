package tutti.harness.sweep;

/** Reads files of {@code /proc/PID}; proc(5). */
final class ProcFiles {
    // Counted from the field after the name, which is the state.
    private static final int USER_TICKS = 11;
    private static final int SYSTEM_TICKS = 12;

    private ProcFiles() {
    }

    /**
     * @param stat content of {@code /proc/PID/stat}
     * @return clock ticks of processor time of the process, user and system
     * @throws IllegalArgumentException when that is no such file
     */
    static long cpuTicks(final String stat) {
        // The name, in brackets, may contain blanks and brackets itself; what follows its last bracket does not.
        final String[] fields = stat.substring(stat.lastIndexOf(')') + 1).strip().split(" ");
        if (fields.length <= SYSTEM_TICKS) {
            throw new IllegalArgumentException("not the content of a /proc/PID/stat: " + stat);
        }
        return Long.parseLong(fields[USER_TICKS]) + Long.parseLong(fields[SYSTEM_TICKS]);
    }

    /**
     * @param statuses contents of {@code /proc/PID/task/TID/status} of all threads, one after the other
     * @return context switches of all of them, voluntary or not
     */
    static long contextSwitches(final String statuses) {
        return statuses.lines()
            .filter(line -> line.startsWith("voluntary_ctxt_switches:")
                || line.startsWith("nonvoluntary_ctxt_switches:"))
            .mapToLong(line -> Long.parseLong(line.substring(line.indexOf(':') + 1).strip()))
            .sum();
    }
}
