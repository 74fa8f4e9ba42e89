package tutti.harness.profile;

import java.util.List;
import java.util.Locale;

/**
 * Where the time went while the server played.
 *
 * @param profiler that recorded it
 * @param seconds  for how long
 * @param samples  the stacks
 * @param shares   of the parts of the work
 * @param remarks  how stacks were attributed, one sentence each
 */
record Profile(Profiler profiler, double seconds, List<StackSample> samples, Shares shares, List<String> remarks) {
    private static final double PERCENT = 100;
    private static final double MILLIS_PER_SECOND = 1e3;

    /**
     * @param count of samples
     * @return the CPU time they stand for, in milliseconds for each second of the recording
     */
    double cpuMillisPerSecond(final double count) {
        return count / Profiler.SAMPLES_PER_SECOND / seconds * MILLIS_PER_SECOND;
    }

    /** {@return the shares as a table, with the remarks below} */
    String text() {
        final StringBuilder text = new StringBuilder();
        text.append(String.format(Locale.ROOT, "%-24s %8s %8s %8s %8s %12s%n", profiler.title(), "share", "java",
            "native", "kernel", "CPU ms/s"));
        for (final Part part : Part.values()) {
            if (part == Part.SLEEP) {
                everythingElse(text);
            }
            line(text, (part.isElse() ? "  " : "") + part.title(), part);
        }
        text.append(String.format(Locale.ROOT, "%-24s %7.1f%% %26s %12.1f%n", "all", PERCENT, "",
            cpuMillisPerSecond(shares.total())));
        remarks.forEach(remark -> text.append(remark).append(System.lineSeparator()));
        return text.toString();
    }

    private void everythingElse(final StringBuilder text) {
        double sum = 0;
        for (final Part part : Part.values()) {
            sum += part.isElse() ? shares.count(part) : 0;
        }
        text.append(String.format(Locale.ROOT, "%-24s %7.1f%% %26s %12.1f%n", "everything else",
            sum / shares.total() * PERCENT, "", cpuMillisPerSecond(sum)));
    }

    private void line(final StringBuilder text, final String title, final Part part) {
        text.append(String.format(Locale.ROOT, "%-24s %7.1f%% %7.1f%% %7.1f%% %7.1f%% %12.1f%n", title,
            shares.share(part) * PERCENT, kindShare(part, CodeKind.JAVA), kindShare(part, CodeKind.NATIVE),
            kindShare(part, CodeKind.KERNEL), cpuMillisPerSecond(shares.count(part))));
    }

    private double kindShare(final Part part, final CodeKind kind) {
        return shares.count(part, kind) / shares.total() * PERCENT;
    }
}
