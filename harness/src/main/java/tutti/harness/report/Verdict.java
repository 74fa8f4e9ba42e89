package tutti.harness.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import tutti.harness.sweep.Measure;
import tutti.harness.sweep.PairedRatio;
import tutti.harness.sweep.Run;
import tutti.harness.sweep.SampleStatistics;
import tutti.harness.sweep.Sweep;

/**
 * Says in plain sentences how the first arm's CPU time compares with each other arm's, and all with the floor's.
 */
final class Verdict {
    /** From this warm-up in seconds on, the clients wait until the server's JIT compiler is at rest. */
    private static final double ENOUGH_WARMUP_SECONDS = 5;

    private final Sweep sweep;
    private final String first;

    private Verdict(final Sweep sweep) {
        this.sweep = sweep;
        this.first = sweep.arms().getFirst();
    }

    /**
     * @param sweep all runs
     * @return a word on the warm-up if it was too short; for each number of clients a paragraph for each arm but the
     *         first, and one for the floor
     */
    static List<String> sentences(final Sweep sweep) {
        final Verdict verdict = new Verdict(sweep);
        final List<String> sentences = new ArrayList<>();
        final String warmup = sweep.about().get("warmup.seconds");
        if (Double.parseDouble(warmup) < ENOUGH_WARMUP_SECONDS) {
            sentences.add("A warm-up of " + warmup + " s is too short for CPU times: the clients came before the "
                + "server had rehearsed, and its JIT compiler was still busy in the window. Counts hold all the same.");
        }
        for (final int clients : sweep.clientCounts()) {
            sweep.others().forEach(other -> sentences.add(clients + " clients: " + verdict.compare(other, clients)));
            verdict.floor(clients).ifPresent(sentence -> sentences.add(clients + " clients: " + sentence));
        }
        return sentences;
    }

    private String compare(final String other, final int clients) {
        final Optional<SampleStatistics> one = sweep.statistics(first, clients, Measure.CPUS);
        final Optional<SampleStatistics> two = sweep.statistics(other, clients, Measure.CPUS);
        final Optional<PairedRatio> ratio = sweep.ratio(first, other, clients, Measure.CPUS);
        if (one.isEmpty() || two.isEmpty() || ratio.isEmpty()) {
            return first + " and " + other + " cannot be compared, no round has a good run of both.";
        }
        return String.format(Locale.ROOT, "%s takes %.3f times the CPU time of %s (%s). %s%s", first,
            ratio.get().ratio(), other, interval(ratio.get()), overlap(one.get(), two.get(), other),
            withoutMarked(other, clients));
    }

    private static String interval(final PairedRatio ratio) {
        if (ratio.pairs() == 1) {
            return "a single pair of runs: no confidence interval";
        }
        return String.format(Locale.ROOT, "95 %% confidence interval %.3f to %.3f from %d pairs of runs; %s",
            ratio.low(), ratio.high(), ratio.pairs(),
            ratio.low() <= 1 && ratio.high() >= 1 ? "it includes 1, so no difference is shown" : "it excludes 1");
    }

    private String overlap(final SampleStatistics one, final SampleStatistics two, final String other) {
        if (one.overlaps(two)) {
            return String.format(Locale.ROOT, "The arms overlap: %s %.3f to %.3f CPUs, %s %.3f to %.3f.", first,
                one.min(), one.max(), other, two.min(), two.max());
        }
        final boolean below = one.max() < two.min();
        return String.format(Locale.ROOT, "The arms do not overlap: every run of %s was below every run of %s "
                + "(greatest %.3f, least %.3f CPUs).", below ? first : other, below ? other : first,
            Math.min(one.max(), two.max()), Math.max(one.min(), two.min()));
    }

    /** What would be without the runs that count although something is wrong with them. */
    private String withoutMarked(final String other, final int clients) {
        if (sweep.good(first, clients).stream().allMatch(Run::isSpotless)
                && sweep.good(other, clients).stream().allMatch(Run::isSpotless)) {
            return "";
        }
        return sweep.ratio(first, other, clients, Measure.CPUS, Run::isSpotless)
            .map(ratio -> String.format(Locale.ROOT, " Without the runs marked †: %.3f times, %s.", ratio.ratio(),
                ratio.pairs() == 1 ? "from 1 pair" : "from " + ratio.pairs() + " pairs"))
            .orElse(" Every pair has a run marked †.");
    }

    private Optional<String> floor(final int clients) {
        if (sweep.floor().isEmpty()) {
            return Optional.empty();
        }
        final List<String> multiples = new ArrayList<>();
        for (final String arm : sweep.arms()) {
            sweep.ratio(arm, sweep.floor().get(), clients, Measure.CPUS)
                .ifPresent(ratio -> multiples.add(arm + ' ' + multiple(ratio)));
        }
        return multiples.isEmpty() ? Optional.empty()
            : Optional.of("CPU time in multiples of the floor's: " + String.join(", ", multiples) + ".");
    }

    /**
     * @param ratio of an arm to the floor
     * @return the ratio, with its interval if there is one
     */
    static String multiple(final PairedRatio ratio) {
        return ratio.pairs() == 1
            ? String.format(Locale.ROOT, "%.2f", ratio.ratio())
            : String.format(Locale.ROOT, "%.2f (%.2f to %.2f)", ratio.ratio(), ratio.low(), ratio.high());
    }
}
