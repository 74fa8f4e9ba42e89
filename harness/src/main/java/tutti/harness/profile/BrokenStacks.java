package tutti.harness.profile;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Shares of stacks that break off inside libraries. libopus is compiled without frame pointers, so following them most
 * often ends there at once, and encoding cannot be told from decoding. A second recording at the same time, unwound
 * with DWARF tables and therefore rarer and ending where Java begins, can: the broken stacks are divided as its stacks
 * through the same library are.
 */
final class BrokenStacks {
    /** What cannot be told where the callers are missing. */
    private static final Set<Part> KNOWN_BY_CALLERS = EnumSet.complementOf(
        EnumSet.of(Part.INTERRUPTS, Part.COMPILER, Part.OTHER_THREADS, Part.UNATTRIBUTED));

    private final Map<String, Map<Part, Double>> partsByLibrary = new HashMap<>();
    private final Map<String, Double> dividedByLibrary = new TreeMap<>();
    private final Shares shares = new Shares();

    /**
     * @param framePointers stacks that may be broken
     * @param dwarf         stacks that are not, in libraries
     */
    BrokenStacks(final List<StackSample> framePointers, final List<StackSample> dwarf) {
        dwarf.forEach(this::learn);
        framePointers.forEach(this::divide);
    }

    private void learn(final StackSample sample) {
        final Part part = Classifier.partOf(sample);
        // An interrupt is known by its own functions, wherever its stack breaks off.
        if (!KNOWN_BY_CALLERS.contains(part)) {
            return;
        }
        sample.frames().stream().map(StackFrame::library).filter(library -> !library.isEmpty()).distinct()
            .forEach(library -> partsByLibrary.computeIfAbsent(library, absent -> new TreeMap<>())
                .merge(part, (double) sample.count(), Double::sum));
    }

    private void divide(final StackSample sample) {
        final Part part = Classifier.partOf(sample);
        final CodeKind kind = sample.leaf().kind();
        final String library = lastLibrary(sample);
        final Map<Part, Double> parts = partsByLibrary.getOrDefault(library, Map.of());
        if (part != Part.UNATTRIBUTED || parts.isEmpty()) {
            shares.add(part, kind, sample.count());
            return;
        }
        final double all = parts.values().stream().mapToDouble(Double::doubleValue).sum();
        parts.forEach((known, weight) -> shares.add(known, kind, sample.count() * weight / all));
        dividedByLibrary.merge(library, (double) sample.count(), Double::sum);
    }

    /** The innermost library: what lies further out on a broken stack is often no address at all. */
    private static String lastLibrary(final StackSample sample) {
        for (final StackFrame frame : sample.frames().reversed()) {
            if (!frame.library().isEmpty()) {
                return frame.library();
            }
        }
        return "";
    }

    /** {@return the shares, broken stacks divided} */
    Shares shares() {
        return shares;
    }

    /** {@return for each library in which stacks broke, how many did and how they were divided; one sentence each} */
    List<String> sentences() {
        final List<String> sentences = new ArrayList<>();
        dividedByLibrary.forEach((library, count) -> {
            final Map<Part, Double> parts = partsByLibrary.get(library);
            final double all = parts.values().stream().mapToDouble(Double::doubleValue).sum();
            final List<String> division = new ArrayList<>();
            parts.forEach((part, weight) ->
                division.add(String.format(Locale.ROOT, "%s %.1f %%", part.title(), weight / all * 100)));
            sentences.add(String.format(Locale.ROOT, "%.1f %% of the samples have stacks that break off inside %s; "
                + "they are divided as the %.0f stacks through it are that were unwound with DWARF: %s.",
                count / shares.total() * 100, library, all, String.join(", ", division)));
        });
        return sentences;
    }
}
