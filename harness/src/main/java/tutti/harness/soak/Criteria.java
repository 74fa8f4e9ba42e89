package tutti.harness.soak;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/**
 * What a server must have kept to. Memory, descriptors and threads are compared between the first and the last third
 * of the samples after the warm-up, which is the first quarter of the time, at most half an hour; the last sample of
 * all is taken when everybody has gone.
 *
 * @param rssGrowthPercent by so much the memory may grow
 */
record Criteria(double rssGrowthPercent) {
    private static final double WARM_UP = 0.25;
    private static final double LONGEST_WARM_UP_SECONDS = 1800;
    /** Threads and descriptors that the JVM may open when it likes. */
    private static final double SPARE = 2;
    private static final int FEWEST_SAMPLES = 6;

    /**
     * @param samples in the order of time, the last one when everybody has gone
     * @param fleets  what they found
     * @param outcome what became of the server
     * @return one sentence for each criterion that was not met
     */
    List<String> failures(final List<Sample> samples, final FleetReports fleets, final Outcome outcome) {
        final List<String> failures = new ArrayList<>();
        if (outcome != Outcome.LIVED) {
            failures.add(outcome.failure());
        } else if (samples.isEmpty()) {
            failures.add("there is not one sample of the server");
        } else if (samples.getLast().clients() > 0) {
            failures.add(samples.getLast().clients() + " clients were still connected when everybody had gone");
        }
        if (samples.size() >= FEWEST_SAMPLES) {
            addGrowth(failures, steady(samples));
        } else if (outcome == Outcome.LIVED && !samples.isEmpty()) {
            failures.add(samples.size() + " samples of the server are too few to tell whether anything grows: look "
                + "for longer, or more often");
        }
        if (fleets.wrongTones() > 0) {
            failures.add(fleets.wrongTones() + " wrong tones were heard");
        }
        if (fleets.windows() == 0) {
            failures.add("no sound was judged");
        } else if (fleets.unusable() > fleets.windows()) {
            failures.add(String.format(Locale.ROOT, "only %d of %d windows of sound could be judged: this machine is "
                + "too busy to tell", fleets.windows(), fleets.windows() + fleets.unusable()));
        }
        if (fleets.failedVisits() > 0) {
            failures.add(fleets.failedVisits() + " of " + fleets.visits() + " visits got no sound");
        }
        for (final String fleet : fleets.silent()) {
            failures.add("the fleet " + fleet + " heard nothing that could be judged");
        }
        for (final String fleet : fleets.unfinished()) {
            failures.add("the fleet " + fleet + " came to no end");
        }
        return failures;
    }

    private static List<Sample> steady(final List<Sample> samples) {
        final double warmUp = Math.min(WARM_UP * samples.getLast().seconds(), LONGEST_WARM_UP_SECONDS);
        return samples.stream().filter(sample -> sample.seconds() >= warmUp).toList();
    }

    private void addGrowth(final List<String> failures, final List<Sample> steady) {
        final double rss = first(steady, Sample::rssKib);
        final double grown = last(steady, Sample::rssKib);
        final double percent = 100 * (grown / rss - 1);
        if (percent > rssGrowthPercent) {
            failures.add(String.format(Locale.ROOT, "memory grew by %.1f %%, from %.0f to %.0f MiB; %.1f %% is allowed",
                percent, rss / 1024, grown / 1024, rssGrowthPercent));
        }
        addMore(failures, steady, Sample::descriptors, "file descriptors");
        addMore(failures, steady, Sample::threads, "threads");
    }

    private static void addMore(final List<String> failures, final List<Sample> steady,
            final ToDoubleFunction<Sample> what, final String name) {
        final double before = first(steady, what);
        final double after = last(steady, what);
        if (after > before + SPARE) {
            failures.add(String.format(Locale.ROOT, "%s grew from %.1f to %.1f", name, before, after));
        }
    }

    private static double first(final List<Sample> steady, final ToDoubleFunction<Sample> what) {
        return mean(steady.subList(0, Math.ceilDiv(steady.size(), 3)), what);
    }

    private static double last(final List<Sample> steady, final ToDoubleFunction<Sample> what) {
        return mean(steady.subList(steady.size() - Math.ceilDiv(steady.size(), 3), steady.size()), what);
    }

    private static double mean(final List<Sample> samples, final ToDoubleFunction<Sample> what) {
        return samples.stream().mapToDouble(what).average().orElse(0);
    }
}
