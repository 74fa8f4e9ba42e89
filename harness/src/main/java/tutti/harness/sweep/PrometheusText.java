package tutti.harness.sweep;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/** Samples in Prometheus's text format 0.0.4, without time stamps: as the server's {@code /metrics} has them. */
public final class PrometheusText {
    /** Values by name and labels as they are written, such as {@code tutti_stage_seconds_count{stage="mix"}}. */
    private final Map<String, Double> samples;

    private PrometheusText(final Map<String, Double> samples) {
        this.samples = samples;
    }

    /**
     * @param text a scrape; comments are skipped
     * @return its samples
     * @throws IllegalArgumentException naming the line that is no sample
     */
    public static PrometheusText parse(final String text) {
        final Map<String, Double> samples = new LinkedHashMap<>();
        for (final String line : text.lines().toList()) {
            if (line.isBlank() || line.startsWith("#")) {
                continue;
            }
            final int blank = line.lastIndexOf(' ');
            if (blank < 0) {
                throw new IllegalArgumentException("not a sample of Prometheus's text format: " + line);
            }
            samples.put(line.substring(0, blank).strip(), number(line.substring(blank + 1)));
        }
        return new PrometheusText(samples);
    }

    private static double number(final String text) {
        return switch (text) {
            case "+Inf" -> Double.POSITIVE_INFINITY;
            case "-Inf" -> Double.NEGATIVE_INFINITY;
            default -> Double.parseDouble(text);
        };
    }

    /**
     * @param name of a metric
     * @return the sum over all its labels; empty when there is no such metric
     */
    public OptionalDouble sum(final String name) {
        final List<Double> values = new ArrayList<>();
        samples.forEach((key, value) -> {
            if (key.equals(name) || key.startsWith(name + '{')) {
                values.add(value);
            }
        });
        return values.isEmpty()
            ? OptionalDouble.empty()
            : OptionalDouble.of(values.stream().mapToDouble(Double::doubleValue).sum());
    }

    /**
     * @param name   of a metric
     * @param labels as they are written, such as {@code thread="frame"}
     * @return its value; empty when there is no such sample
     */
    OptionalDouble value(final String name, final String labels) {
        final Double value = samples.get(name + '{' + labels + '}');
        return value == null ? OptionalDouble.empty() : OptionalDouble.of(value);
    }

    /**
     * @param name   of a histogram
     * @param labels as they are written before {@code le}, such as {@code stage="mix"}; empty for none
     * @return the histogram since the server's start; empty when there is no such
     */
    public Optional<BucketHistogram> histogram(final String name, final String labels) {
        final String begin = name + "_bucket{" + (labels.isEmpty() ? "" : labels + ',') + "le=\"";
        final List<Double> bounds = new ArrayList<>();
        final List<Long> cumulative = new ArrayList<>();
        samples.forEach((key, value) -> {
            if (key.startsWith(begin)) {
                bounds.add(number(key.substring(begin.length(), key.lastIndexOf('"'))));
                cumulative.add(value.longValue());
            }
        });
        if (bounds.isEmpty()) {
            return Optional.empty();
        }
        final long[] counts = new long[bounds.size()];
        Arrays.setAll(counts, i -> cumulative.get(i) - (i == 0 ? 0 : cumulative.get(i - 1)));
        final double sum = samples.getOrDefault(name + "_sum" + (labels.isEmpty() ? "" : '{' + labels + '}'), 0.0);
        return Optional.of(new BucketHistogram(bounds.stream().mapToDouble(Double::doubleValue).toArray(), counts,
            sum));
    }
}
