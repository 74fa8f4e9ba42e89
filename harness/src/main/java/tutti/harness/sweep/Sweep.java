package tutti.harness.sweep;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;
import tutti.server.stats.FrameStats;
import tutti.server.stats.Timing;

/**
 * A whole sweep.
 *
 * @param about what was measured where: the properties that the script has noted
 * @param arms  names of the arms without the floor, the first one is the one that the others are compared with
 * @param floor name of the arm that is the floor program; empty when there was none
 * @param runs  all runs in the order they were made
 */
public record Sweep(Map<String, String> about, List<String> arms, Optional<String> floor, List<Run> runs) {

    /**
     * @return names of the arms, the floor last
     */
    public List<String> armsAndFloor() {
        return Stream.concat(arms.stream(), floor.stream()).toList();
    }

    /**
     * @return the arms that the first one is compared with, without the floor
     */
    public List<String> others() {
        return arms.subList(1, arms.size());
    }

    /**
     * @return what kept the sweep from coming to its end; empty when it did
     */
    public Optional<String> partial() {
        return Optional.ofNullable(about.get("partial"));
    }

    /**
     * @return the numbers of clients, ascending
     */
    public List<Integer> clientCounts() {
        return runs.stream().map(Run::clients).distinct().sorted().toList();
    }

    /**
     * @return the runs of that arm with that many clients that count
     */
    public List<Run> good(final String arm, final int clients) {
        return runs.stream().filter(run -> run.isGood() && run.clients() == clients && run.arm().equals(arm)).toList();
    }

    /**
     * @return statistics of that measure over the runs that count; empty when none has it
     */
    public Optional<SampleStatistics> statistics(final String arm, final int clients, final Measure measure) {
        final double[] values = good(arm, clients).stream().map(run -> run.get(measure))
            .flatMapToDouble(value -> value.isPresent() ? DoubleStream.of(value.getAsDouble()) : DoubleStream.empty())
            .toArray();
        return values.length == 0 ? Optional.empty() : Optional.of(SampleStatistics.of(values));
    }

    /**
     * @param first   an arm
     * @param second  another
     * @param clients number of clients
     * @param measure what to compare
     * @param which   runs to use, of those that count
     * @return first arm over second arm, from the rounds in which both have such a run; empty when there is no such
     *         round
     */
    public Optional<PairedRatio> ratio(final String first, final String second, final int clients,
            final Measure measure, final Predicate<Run> which) {
        final List<double[]> pairs = pairs(first, second, clients, measure, which);
        return pairs.isEmpty() ? Optional.empty() : Optional.of(PairedRatio.of(
            pairs.stream().mapToDouble(pair -> pair[0]).toArray(),
            pairs.stream().mapToDouble(pair -> pair[1]).toArray()));
    }

    /**
     * @param first   an arm
     * @param second  another
     * @param clients number of clients
     * @param measure what to compare
     * @return the same from all runs that count
     */
    public Optional<PairedRatio> ratio(final String first, final String second, final int clients,
            final Measure measure) {
        return ratio(first, second, clients, measure, run -> true);
    }

    /**
     * @param first   an arm
     * @param second  another
     * @param clients number of clients
     * @param measure what to compare
     * @return statistics over the rounds of first arm over second arm; empty when no round has both
     */
    public Optional<SampleStatistics> ratios(final String first, final String second, final int clients,
            final Measure measure) {
        final double[] ratios = pairs(first, second, clients, measure, run -> true).stream()
            .mapToDouble(pair -> pair[0] / pair[1]).toArray();
        return ratios.length == 0 ? Optional.empty() : Optional.of(SampleStatistics.of(ratios));
    }

    private List<double[]> pairs(final String first, final String second, final int clients, final Measure measure,
            final Predicate<Run> which) {
        final List<double[]> pairs = new ArrayList<>();
        for (final Run one : good(first, clients)) {
            for (final Run other : good(second, clients)) {
                if (one.round() == other.round() && which.test(one) && which.test(other)
                        && one.get(measure).orElse(0) > 0 && other.get(measure).orElse(0) > 0) {
                    pairs.add(new double[] {one.get(measure).getAsDouble(), other.get(measure).getAsDouble()});
                }
            }
        }
        return pairs;
    }

    /**
     * @return the histograms of those runs that count, added up, in ns; empty when none has a frame
     */
    public Optional<Histogram> histogram(final String arm, final int clients, final Timing timing) {
        final Histogram sum = FrameStats.newHistogram();
        good(arm, clients).stream().map(Run::times).flatMap(Optional::stream)
            .forEach(times -> sum.add(times.get(timing)));
        return Optional.of(sum).filter(histogram -> histogram.getTotalCount() > 0);
    }
}
