package tutti.harness.toggle;

import java.util.List;
import java.util.function.ToDoubleFunction;
import org.HdrHistogram.Histogram;
import tutti.harness.times.FrameTimes;
import tutti.server.stats.Timing;

/**
 * Both modes side by side: all segments of a mode together, and segment by segment with the neighbour of the other
 * mode, because the speed of a machine drifts.
 *
 * @param on            all frames with the switch on
 * @param off           all frames with it off
 * @param pairs         pairs of neighbouring segments
 * @param earlierInMean pairs in which the last packet left earlier, on average, with the switch on
 * @param earlierAtP99  pairs in which it did at the 99th percentile
 */
record Comparison(FrameTimes on, FrameTimes off, int pairs, int earlierInMean, int earlierAtP99) {
    private static final double P99 = 99;

    /**
     * @param segments two by two the pairs, in either order; one left over without a partner counts in no pair
     * @return their comparison
     */
    static Comparison of(final List<Segment> segments) {
        final FrameTimes on = new FrameTimes();
        final FrameTimes off = new FrameTimes();
        segments.forEach(segment -> (segment.on() ? on : off).add(segment.times()));
        return new Comparison(on, off, segments.size() / 2, earlier(segments, Histogram::getMean),
            earlier(segments, histogram -> histogram.getValueAtPercentile(P99)));
    }

    private static int earlier(final List<Segment> segments, final ToDoubleFunction<Histogram> figure) {
        int count = 0;
        for (int i = 0; i + 1 < segments.size(); i += 2) {
            final Segment first = segments.get(i);
            final Segment second = segments.get(i + 1);
            if (first.on() == second.on()) {
                throw new IllegalArgumentException("segments " + (i + 1) + " and " + (i + 2) + " are of one mode");
            }
            final double gain = figure.applyAsDouble(second.times().get(Timing.DEPARTURE))
                - figure.applyAsDouble(first.times().get(Timing.DEPARTURE));
            if (first.on() ? gain > 0 : gain < 0) {
                count++;
            }
        }
        return count;
    }
}
