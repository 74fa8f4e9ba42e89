package tutti.harness.profile;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

/** Some stacks of a server with 8 clients, as the profilers wrote them; and made-up ones. */
final class Recorded {
    private Recorded() {
    }

    static String text(final String name) {
        try (InputStream in = Recorded.class.getResourceAsStream(name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static List<StackSample> asyncProfiler() {
        return CollapsedStacks.parse(text("async-profiler.txt"));
    }

    static List<StackSample> perf() {
        return PerfScript.parse(text("perf.txt"));
    }

    static List<StackSample> perfDwarf() {
        return PerfScript.parse(text("perf-dwarf.txt"));
    }

    /** A sample of the thread "frame" with these Java methods, outermost first. */
    static StackSample java(final long count, final String... methods) {
        return new StackSample("frame", Arrays.stream(methods)
            .map(method -> new StackFrame(method, "", CodeKind.JAVA)).toList(), count);
    }
}
