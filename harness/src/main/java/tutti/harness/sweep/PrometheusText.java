package tutti.harness.sweep;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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
}
