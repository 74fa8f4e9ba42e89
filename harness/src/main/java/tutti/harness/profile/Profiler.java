package tutti.harness.profile;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A program that records stacks, and the file of its samples in a profile's folder. */
enum Profiler {
    /** Walks every stack to its end, with the tables of libraries and what the virtual machine knows of Java. */
    ASYNC_PROFILER("async-profiler", "async-profiler.txt", "Stacks were walked by async-profiler with the virtual "
        + "machine's knowledge, through libopus to the Java callers and with inlined methods."),
    /** Follows frame pointers. */
    PERF("perf", "perf.txt", "Stacks were walked by the kernel along frame pointers and named by the virtual machine's "
        + "perf map; inlined methods count as the method they are inlined into.");

    /** Moments in a second at which each running thread is looked at; no multiple of anything the server does. */
    static final int SAMPLES_PER_SECOND = 1999;
    private static final String DWARF_FILE = "perf-dwarf.txt";

    private final String title;
    private final String file;
    private final String method;

    Profiler(final String title, final String file, final String method) {
        this.title = title;
        this.file = file;
        this.method = method;
    }

    /** {@return the name for readers and for files} */
    String title() {
        return title;
    }

    /**
     * @param folder of a profile
     * @return whether it has samples of this profiler
     */
    boolean hasRecorded(final Path folder) {
        return Files.exists(folder.resolve(file));
    }

    /**
     * @param folder  of a profile
     * @param seconds for which it was recorded
     * @return what was recorded
     * @throws IOException              when it cannot be read
     * @throws IllegalArgumentException when it is not what this profiler writes, or holds no sample
     */
    Profile read(final Path folder, final double seconds) throws IOException {
        final String text = Files.readString(folder.resolve(file));
        final List<StackSample> samples =
            this == PERF ? PerfScript.parse(text) : CollapsedStacks.parse(text);
        if (samples.isEmpty()) {
            throw new IllegalArgumentException(folder.resolve(file) + " holds no sample: did the server do anything?");
        }
        final List<String> remarks = new ArrayList<>(List.of(method));
        if (samples.stream().flatMap(sample -> sample.frames().stream())
            .noneMatch(frame -> frame.kind() == CodeKind.KERNEL)) {
            remarks.add("No kernel functions were recorded (sysctl kernel.perf_event_paranoid): "
                + "system calls count where they were made.");
        }
        final Path dwarf = folder.resolve(DWARF_FILE);
        if (this != PERF || !Files.exists(dwarf)) {
            return new Profile(this, seconds, samples, Shares.of(samples), remarks);
        }
        final BrokenStacks broken = new BrokenStacks(samples, PerfScript.parse(Files.readString(dwarf)));
        remarks.addAll(broken.sentences());
        return new Profile(this, seconds, samples, broken.shares(), remarks);
    }
}
