package tutti.harness.profile;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads what {@code perf script -F comm,tid,event,ip,sym,dso} prints; perf-script(1). A sample is a line with the
 * thread's name, followed by a line for each function, innermost first, and an empty line.
 */
final class PerfScript {
    private static final Pattern HEAD = Pattern.compile("(\\S.*?)\\s+\\d+\\s+\\S+:\\s*");
    private static final Pattern FRAME = Pattern.compile("\\s+[0-9a-f]+ (.+?) \\((\\S+|\\S+ \\(deleted\\))\\)\\s*");
    private static final Pattern PERF_MAP = Pattern.compile(".*/perf-\\d+\\.map");
    private static final String UNKNOWN = "[unknown]";
    private static final String INLINED = "inlined";

    private PerfScript() {
    }

    /**
     * @param text what perf has printed
     * @return its samples; those without any function are left out
     * @throws IllegalArgumentException naming the line that belongs to no sample
     */
    static List<StackSample> parse(final String text) {
        final List<StackSample> samples = new ArrayList<>();
        final List<StackFrame> frames = new ArrayList<>();
        String thread = null;
        for (final String line : text.lines().toList()) {
            final Matcher frame = FRAME.matcher(line);
            final Matcher head = HEAD.matcher(line);
            if (line.isBlank()) {
                finish(thread, frames, samples);
                thread = null;
            } else if (thread != null && frame.matches()) {
                add(frame(frame.group(1), frame.group(2)), frames);
            } else if (head.matches()) {
                thread = head.group(1);
            } else if (!line.startsWith("#")) {
                throw new IllegalArgumentException("not a line of perf script's: " + line);
            }
        }
        finish(thread, frames, samples);
        return samples;
    }

    private static void finish(final String thread, final List<StackFrame> frames, final List<StackSample> samples) {
        if (thread != null && !frames.isEmpty()) {
            Collections.reverse(frames);
            samples.add(new StackSample(thread, frames, 1));
        }
        frames.clear();
    }

    private static void add(final StackFrame frame, final List<StackFrame> frames) {
        // Functions of a library without symbols all have its name; how many there were says nothing.
        final boolean nameless = frame.name().equals(frame.library());
        if (!nameless || frames.isEmpty() || !frame.equals(frames.getLast())) {
            frames.add(frame);
        }
    }

    private static StackFrame frame(final String symbol, final String file) {
        if (PERF_MAP.matcher(file).matches()) {
            return new StackFrame(withoutTypes(symbol), "", CodeKind.JAVA);
        }
        if (file.startsWith("[kernel") || file.startsWith("[guest.kernel") || file.endsWith(".ko")) {
            return new StackFrame(symbol, "", CodeKind.KERNEL);
        }
        final String library = file.equals(INLINED) ? "" : StackFrame.libraryName(file);
        return new StackFrame(symbol.equals(UNKNOWN) ? library : symbol, library, CodeKind.NATIVE);
    }

    /** {@code void a.B.c(int, long)} becomes {@code a.B.c}, as other profilers have it. */
    private static String withoutTypes(final String method) {
        final int bracket = method.indexOf('(');
        final String typeAndName = (bracket < 0 ? method : method.substring(0, bracket)).strip();
        return typeAndName.substring(typeAndName.lastIndexOf(' ') + 1);
    }
}
