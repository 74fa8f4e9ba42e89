package tutti.harness.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import tutti.harness.sweep.Measure;
import tutti.harness.sweep.PairedRatio;
import tutti.harness.sweep.SampleStatistics;
import tutti.harness.sweep.Sweep;

/** Says in plain sentences how the first arm's CPU time compares with each other arm's. */
final class Verdict {
    private Verdict() {
    }

    /**
     * @param sweep all runs
     * @return one sentence for each number of clients and each arm but the first
     */
    static List<String> sentences(final Sweep sweep) {
        final List<String> sentences = new ArrayList<>();
        for (final int clients : sweep.clientCounts()) {
            for (final String other : sweep.arms().subList(1, sweep.arms().size())) {
                sentences.add(clients + " clients: " + compare(sweep, sweep.arms().getFirst(), other, clients));
            }
        }
        return sentences;
    }

    private static String compare(final Sweep sweep, final String first, final String other, final int clients) {
        final Optional<SampleStatistics> one = sweep.statistics(first, clients, Measure.CPUS);
        final Optional<SampleStatistics> two = sweep.statistics(other, clients, Measure.CPUS);
        final Optional<PairedRatio> ratio = sweep.ratio(first, other, clients, Measure.CPUS);
        if (one.isEmpty() || two.isEmpty() || ratio.isEmpty()) {
            return first + " and " + other + " cannot be compared, no round has a good run of both.";
        }
        return String.format(Locale.ROOT, "%s takes %.3f times the CPU time of %s (%s). %s", first,
            ratio.get().ratio(), other, interval(ratio.get()), overlap(one.get(), two.get(), first, other));
    }

    private static String interval(final PairedRatio ratio) {
        if (ratio.pairs() == 1) {
            return "a single pair of runs: no confidence interval";
        }
        return String.format(Locale.ROOT, "95 %% confidence interval %.3f to %.3f from %d pairs of runs; %s",
            ratio.low(), ratio.high(), ratio.pairs(),
            ratio.low() <= 1 && ratio.high() >= 1 ? "it includes 1, so no difference is shown" : "it excludes 1");
    }

    private static String overlap(final SampleStatistics one, final SampleStatistics two, final String first,
            final String other) {
        if (one.overlaps(two)) {
            return String.format(Locale.ROOT, "The arms overlap: %s %.3f to %.3f CPUs, %s %.3f to %.3f.", first,
                one.min(), one.max(), other, two.min(), two.max());
        }
        final boolean below = one.max() < two.min();
        return String.format(Locale.ROOT, "The arms do not overlap: every run of %s was below every run of %s "
                + "(greatest %.3f, least %.3f CPUs).", below ? first : other, below ? other : first,
            Math.min(one.max(), two.max()), Math.max(one.min(), two.min()));
    }
}
