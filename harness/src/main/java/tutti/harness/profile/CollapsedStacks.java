package tutti.harness.profile;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads async-profiler's output format {@code collapsed} with the options {@code threads} and {@code ann}: a line for
 * each stack, {@code [thread tid=N];outermost;...;innermost COUNT}.
 */
final class CollapsedStacks {
    private static final Pattern THREAD = Pattern.compile("\\[(.*?)(?: tid=\\d+)?]");
    /** Hidden classes have their address in their name, which is another one each time. */
    private static final Pattern HIDDEN = Pattern.compile("\\.0x[0-9a-f]+");
    private static final Pattern ANNOTATED = Pattern.compile("(.*)_\\[([jik01])]");

    private CollapsedStacks() {
    }

    /**
     * @param text the file
     * @return its samples
     * @throws IllegalArgumentException naming the line that is none
     */
    static List<StackSample> parse(final String text) {
        final List<StackSample> samples = new ArrayList<>();
        for (final String line : text.lines().toList()) {
            if (!line.isBlank()) {
                samples.add(sample(line));
            }
        }
        return samples;
    }

    private static StackSample sample(final String line) {
        final int blank = line.lastIndexOf(' ');
        final String[] names = line.substring(0, Math.max(blank, 0)).split(";");
        final Matcher thread = THREAD.matcher(names[0]);
        if (names.length < 2 || !thread.matches()) {
            throw new IllegalArgumentException("not a stack of async-profiler's collapsed output: " + line);
        }
        final List<StackFrame> frames = new ArrayList<>();
        for (int i = 1; i < names.length; i++) {
            final StackFrame frame = frame(names[i]);
            // Functions of a library without symbols all have its name; how many there were says nothing.
            if (frames.isEmpty() || frame.library().isEmpty() || !frame.equals(frames.getLast())) {
                frames.add(frame);
            }
        }
        return new StackSample(thread.group(1), frames, Long.parseLong(line.substring(blank + 1)));
    }

    private static StackFrame frame(final String text) {
        final Matcher annotated = ANNOTATED.matcher(text);
        if (annotated.matches()) {
            return annotated.group(2).equals("k")
                ? new StackFrame(annotated.group(1), "", CodeKind.KERNEL)
                : new StackFrame(HIDDEN.matcher(annotated.group(1).replace('/', '.')).replaceAll(""), "",
                    CodeKind.JAVA);
        }
        if (text.startsWith("/")) {
            final String library = StackFrame.libraryName(text);
            return new StackFrame(library, library, CodeKind.NATIVE);
        }
        return new StackFrame(text, "", CodeKind.NATIVE);
    }
}
