package tutti.harness.profile;

import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** How much of the recorded time each part of the server's work took, and in whose code. */
final class Shares {
    private final Map<Part, double[]> counts = new EnumMap<>(Part.class);

    /**
     * @param samples what was recorded
     * @return their shares
     */
    static Shares of(final List<StackSample> samples) {
        final Shares shares = new Shares();
        samples.forEach(sample -> shares.add(Classifier.partOf(sample), sample.leaf().kind(), sample.count()));
        return shares;
    }

    /**
     * @param part  of the work
     * @param kind  of the code that was running
     * @param count samples, or a part of one
     */
    void add(final Part part, final CodeKind kind, final double count) {
        counts.computeIfAbsent(part, absent -> new double[CodeKind.values().length])[kind.ordinal()] += count;
    }

    /** {@return number of samples} */
    double total() {
        return counts.values().stream().flatMapToDouble(Arrays::stream).sum();
    }

    /**
     * @param part of the work
     * @return number of samples in it
     */
    double count(final Part part) {
        return Arrays.stream(counts.getOrDefault(part, new double[1])).sum();
    }

    /**
     * @param part of the work
     * @param kind of the code that was running
     * @return number of samples in it
     */
    double count(final Part part, final CodeKind kind) {
        return counts.containsKey(part) ? counts.get(part)[kind.ordinal()] : 0;
    }

    /**
     * @param part of the work
     * @return its share of all samples, 0 to 1
     */
    double share(final Part part) {
        return total() == 0 ? 0 : count(part) / total();
    }
}
