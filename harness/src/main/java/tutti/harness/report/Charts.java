package tutti.harness.report;

import java.awt.BasicStroke;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import org.HdrHistogram.Histogram;
import org.knowm.xchart.CategoryChart;
import org.knowm.xchart.CategoryChartBuilder;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;
import tutti.harness.page.SvgCharts;
import tutti.harness.sweep.Measure;
import tutti.harness.sweep.SampleStatistics;
import tutti.harness.sweep.Sweep;
import tutti.harness.times.Micros;
import tutti.server.stats.Timing;

/** Draws a sweep's charts as SVG. A chart for which no run has numbers is absent. */
final class Charts {
    private static final int CATEGORY_SPACING = 10;
    private static final double MICROS_PER_SECOND = 1e6;
    private static final double PERCENT = 100;

    private final Sweep sweep;

    /**
     * @param sweep what to draw
     */
    Charts(final Sweep sweep) {
        this.sweep = sweep;
    }

    /**
     * @param measure what to draw against the number of clients, mean and standard deviation for each arm
     * @param factor  by which its values are multiplied
     * @param title   of the vertical axis
     */
    Optional<String> againstClients(final Measure measure, final double factor, final String title) {
        return lines(title, sweep.armsAndFloor(), (arm, clients) -> sweep.statistics(arm, clients, measure), factor);
    }

    /** {@return CPU time of each arm as a multiple of the floor's in the same round, mean and standard deviation} */
    Optional<String> multiplesOfFloor() {
        return sweep.floor().flatMap(floor -> lines("CPU time, floor = 1", sweep.arms(),
            (arm, clients) -> sweep.ratios(arm, floor, clients, Measure.CPUS), 1));
    }

    private Optional<String> lines(final String title, final List<String> arms,
            final BiFunction<String, Integer, Optional<SampleStatistics>> values, final double factor) {
        final XYChart chart = new XYChartBuilder().width(SvgCharts.WIDTH).height(SvgCharts.HEIGHT)
            .xAxisTitle("clients").yAxisTitle(title).build();
        SvgCharts.style(chart.getStyler());
        for (final String arm : arms) {
            final List<Double> clients = new ArrayList<>();
            final List<Double> means = new ArrayList<>();
            final List<Double> errors = new ArrayList<>();
            for (final int count : sweep.clientCounts()) {
                values.apply(arm, count).ifPresent(statistics -> {
                    clients.add((double) count);
                    means.add(statistics.mean() * factor);
                    errors.add(statistics.sd() * factor);
                });
            }
            if (!clients.isEmpty()) {
                chart.addSeries(arm, clients, means, errors).setLineStyle(new BasicStroke(2));
            }
        }
        chart.getStyler().setErrorBarsColorSeriesColor(true);
        chart.getStyler().setYAxisMin(0.0);
        chart.getStyler().setXAxisMin(0.0);
        chart.getStyler().setXAxisMax(sweep.clientCounts().getLast() * 1.05);
        return SvgCharts.draw(chart);
    }

    /** {@return median, 90 % and maximum of the latency for each number of clients, for each arm} */
    Optional<String> latency() {
        final CategoryChart chart = categories("clients and percentile", "there and back, ms");
        final Measure[] measures = {Measure.LATENCY_P50_MILLIS, Measure.LATENCY_P90_MILLIS,
            Measure.LATENCY_MAX_MILLIS};
        final String[] names = {"p50", "p90", "max"};
        for (final String arm : sweep.arms()) {
            final List<String> labels = new ArrayList<>();
            final List<Double> values = new ArrayList<>();
            for (final int clients : sweep.clientCounts()) {
                for (int i = 0; i < measures.length; i++) {
                    labels.add(clients + " " + names[i]);
                    values.add(sweep.statistics(arm, clients, measures[i]).map(SampleStatistics::mean).orElse(0.0));
                }
            }
            if (values.stream().anyMatch(value -> value > 0)) {
                chart.addSeries(arm, labels, values);
            }
        }
        return SvgCharts.draw(chart);
    }

    /**
     * @param timing  whose histogram to draw
     * @param clients for how many clients
     * @return share of the frames in each bucket, for each arm
     */
    Optional<String> histogram(final Timing timing, final int clients) {
        final Map<String, long[]> counts = new LinkedHashMap<>();
        for (final String arm : sweep.arms()) {
            sweep.histogram(arm, clients, timing)
                .ifPresent(histogram -> counts.put(arm, Micros.bucketCounts(histogram, timing)));
        }
        final CategoryChart chart = categories("at most, µs", "share of the frames, %");
        final int from = counts.values().stream().mapToInt(Charts::firstUsed).min().orElse(0);
        final int to = counts.values().stream().mapToInt(Charts::lastUsed).max().orElse(0);
        counts.forEach((arm, buckets) -> {
            final long all = Arrays.stream(buckets).sum();
            final List<String> labels = new ArrayList<>();
            final List<Double> shares = new ArrayList<>();
            for (int i = from; i <= to; i++) {
                labels.add(bound(timing.bucketBoundsSeconds()[i]));
                shares.add(buckets[i] * PERCENT / all);
            }
            chart.addSeries(arm, labels, shares);
        });
        chart.getStyler().setXAxisLabelRotation(90);
        return SvgCharts.draw(chart);
    }

    private static int firstUsed(final long[] counts) {
        int i = 0;
        while (counts[i] == 0) {
            i++;
        }
        return i;
    }

    private static int lastUsed(final long[] counts) {
        int i = counts.length - 1;
        while (counts[i] == 0) {
            i--;
        }
        return i;
    }

    private static String bound(final double seconds) {
        return Double.isInfinite(seconds) ? "more" : String.format(Locale.ROOT, "%.0f", seconds * MICROS_PER_SECOND);
    }

    /** {@return percentiles of the frame time for each number of clients, for each arm} */
    Optional<String> frameTimes() {
        final CategoryChart chart = categories("clients and percentile", "frame time, µs");
        final double[] percents = {50, 90, 99, 99.9};
        final String[] names = {"p50", "p90", "p99", "p99.9"};
        for (final String arm : sweep.arms()) {
            final List<String> labels = new ArrayList<>();
            final List<Double> values = new ArrayList<>();
            for (final int clients : sweep.clientCounts()) {
                final Optional<Histogram> frames = sweep.histogram(arm, clients, Timing.FRAME);
                for (int i = 0; i < percents.length; i++) {
                    final double percent = percents[i];
                    labels.add(clients + " " + names[i]);
                    values.add(frames.map(histogram -> Micros.percentile(histogram, percent)).orElse(0.0));
                }
            }
            if (values.stream().anyMatch(value -> value > 0)) {
                chart.addSeries(arm, labels, values);
            }
        }
        chart.getStyler().setXAxisLabelRotation(90);
        return SvgCharts.draw(chart);
    }

    /** {@return mean time of each stage in a frame, stacked, for each arm and number of clients} */
    Optional<String> stages() {
        final CategoryChart chart = categories("clients and arm", "mean time in a frame, µs");
        chart.getStyler().setStacked(true);
        for (final Timing timing : Timing.values()) {
            if (timing.stage().isEmpty()) {
                continue;
            }
            final List<String> labels = new ArrayList<>();
            final List<Double> means = new ArrayList<>();
            for (final int clients : sweep.clientCounts()) {
                for (final String arm : sweep.arms()) {
                    final Optional<Histogram> stage = sweep.histogram(arm, clients, timing);
                    final Optional<Histogram> frames = sweep.histogram(arm, clients, Timing.FRAME);
                    if (stage.isPresent() && frames.isPresent()) {
                        labels.add(clients + " " + arm);
                        means.add(Micros.sum(stage.get()) / frames.get().getTotalCount());
                    }
                }
            }
            if (!labels.isEmpty()) {
                chart.addSeries(timing.title(), labels, means);
            }
        }
        return SvgCharts.draw(chart);
    }

    private static CategoryChart categories(final String xTitle, final String yTitle) {
        final CategoryChart chart = new CategoryChartBuilder().width(SvgCharts.WIDTH).height(SvgCharts.HEIGHT)
            .xAxisTitle(xTitle).yAxisTitle(yTitle).build();
        SvgCharts.style(chart.getStyler());
        chart.getStyler().setAvailableSpaceFill(0.8);
        // Otherwise every other category goes without a label.
        chart.getStyler().setXAxisTickMarkSpacingHint(CATEGORY_SPACING);
        return chart;
    }
}
