package tutti.server.admin;

import io.prometheus.metrics.model.snapshots.ClassicHistogramBuckets;
import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.CounterSnapshot.CounterDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot.GaugeDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot.HistogramDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.util.LinkedHashMap;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramIterationValue;
import tutti.server.stats.Counter;
import tutti.server.stats.Counters;
import tutti.server.stats.FrameStats;
import tutti.server.stats.Timing;

/** Turns counters and histograms into Prometheus metrics: seconds and bytes, all since the start. */
final class MetricsExport {
    private static final double NANOS_PER_SECOND = 1e9;
    /** More would not help a thread that is held up all the time. */
    private static final int MOST_READINGS = 8;

    private final Counters counters;
    private final FrameStats frameStats;
    private final Histogram scratch = FrameStats.newHistogram();
    /** The counters of one export, by id. */
    private final long[] values = new long[Counters.SLOTS];

    /**
     * @param counters   to export
     * @param frameStats to export
     */
    MetricsExport(final Counters counters, final FrameStats frameStats) {
        this.counters = counters;
        this.frameStats = frameStats;
    }

    /**
     * @return all metrics as they stand
     */
    synchronized MetricSnapshots collect() {
        readCounters();
        final MetricSnapshots.Builder all = MetricSnapshots.builder();
        addCounters(all);
        addTimings(all);
        ProcessMetrics.addTo(all);
        return all.build();
    }

    /**
     * At once, before anything is made of them, and once more when a frame has passed meanwhile: this thread may lose
     * its processor in the middle, and ratios of counters would be off by frames.
     */
    private void readCounters() {
        long frames = counters.get(Counter.FRAMES);
        for (int reading = 0; reading < MOST_READINGS; reading++) {
            for (final Counter counter : Counter.values()) {
                values[counter.id()] = counters.get(counter);
            }
            final long framesAfter = counters.get(Counter.FRAMES);
            if (framesAfter == frames) {
                return;
            }
            frames = framesAfter;
        }
    }

    private void addCounters(final MetricSnapshots.Builder all) {
        final Map<Counter.Family, CounterSnapshot.Builder> families = new LinkedHashMap<>();
        for (final Counter counter : Counter.values()) {
            if (counter.family() != null) {
                families.computeIfAbsent(counter.family(),
                    family -> CounterSnapshot.builder().name(counter.metric()).help(family.help()))
                    .dataPoint(total(counter, Labels.of(counter.family().label(), counter.labelValue())));
            } else {
                all.metricSnapshot(unlabelled(counter));
            }
        }
        for (final CounterSnapshot.Builder family : families.values()) {
            all.metricSnapshot(family.build());
        }
    }

    private MetricSnapshot unlabelled(final Counter counter) {
        return switch (counter.kind()) {
            case TOTAL -> CounterSnapshot.builder().name(counter.metric()).help(counter.sentence())
                .dataPoint(total(counter, Labels.EMPTY)).build();
            case GAUGE -> GaugeSnapshot.builder().name(counter.metric()).help(counter.sentence())
                .dataPoint(GaugeDataPointSnapshot.builder().value(values[counter.id()]).build()).build();
        };
    }

    private CounterDataPointSnapshot total(final Counter counter, final Labels labels) {
        return CounterDataPointSnapshot.builder().value(values[counter.id()]).labels(labels).build();
    }

    private void addTimings(final MetricSnapshots.Builder all) {
        final Map<String, HistogramSnapshot.Builder> metrics = new LinkedHashMap<>();
        for (final Timing timing : Timing.values()) {
            frameStats.copySinceStart(timing, scratch);
            metrics.computeIfAbsent(timing.metric(),
                name -> HistogramSnapshot.builder().name(name).help(timing.sentence()))
                .dataPoint(histogram(timing));
        }
        for (final HistogramSnapshot.Builder metric : metrics.values()) {
            all.metricSnapshot(metric.build());
        }
    }

    /** Counts each recorded value, good to a thousandth, in the first bucket whose bound it does not pass. */
    private HistogramDataPointSnapshot histogram(final Timing timing) {
        final double[] boundsSeconds = timing.bucketBoundsSeconds();
        final long[] counts = new long[boundsSeconds.length];
        double sumNanos = 0;
        int bucket = 0;
        for (final HistogramIterationValue value : scratch.recordedValues()) {
            final long nanos = scratch.medianEquivalentValue(value.getValueIteratedTo());
            while (nanos / NANOS_PER_SECOND > boundsSeconds[bucket]) {
                bucket++;
            }
            counts[bucket] += value.getCountAddedInThisIterationStep();
            sumNanos += (double) nanos * value.getCountAddedInThisIterationStep();
        }
        return HistogramDataPointSnapshot.builder()
            .classicHistogramBuckets(ClassicHistogramBuckets.of(boundsSeconds, counts))
            .sum(sumNanos / NANOS_PER_SECOND)
            .labels(timing.stage().isEmpty() ? Labels.EMPTY : Labels.of("stage", timing.stage()))
            .build();
    }
}
