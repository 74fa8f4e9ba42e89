package tutti.harness.ceiling;

import java.awt.BasicStroke;
import java.awt.Color;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;
import org.knowm.xchart.XYSeries;
import org.knowm.xchart.style.markers.SeriesMarkers;
import tutti.harness.page.SvgCharts;

/** Draws figures of the steps against the number of clients as SVG. */
final class CeilingCharts {
    /** Time that a frame has, in microseconds: 128 samples at 48 kHz. */
    static final double BUDGET_MICROS = 128 / 48_000.0 * 1e6;

    private static final double PERCENT = 100;
    private static final Color LIMIT = SvgCharts.VERMILION;

    private final List<Step> steps;

    /**
     * @param steps of one or more servers
     */
    CeilingCharts(final List<Step> steps) {
        this.steps = List.copyOf(steps);
    }

    /** {@return percentiles of the frame time with what a frame has; empty when no server told them} */
    Optional<String> frameTimes() {
        final XYChart chart = chart("frame time, µs");
        for (final String server : servers()) {
            add(chart, server + " p50", server, frames(0));
            add(chart, server + " p99", server, frames(1));
            add(chart, server + " p99.9", server, frames(2));
        }
        return withLimit(chart, "a frame has 2667 µs", BUDGET_MICROS);
    }

    /** {@return what the clients received, and what they should} */
    Optional<String> packets() {
        final XYChart chart = chart("packets a second");
        for (final String server : servers()) {
            add(chart, server + ", median client", server, fleet(Attempt.FleetFigures::medianPacketsPerSecond));
            add(chart, server + ", worst client", server, fleet(Attempt.FleetFigures::minPacketsPerSecond));
        }
        return withLimit(chart, "sent to each: 375", 375);
    }

    /** {@return CPU time of the servers, in percent of one processor} */
    Optional<String> cpu() {
        final XYChart chart = chart("CPU, %");
        for (final String server : servers()) {
            add(chart, server, server, attempt -> attempt.cpus().isPresent()
                ? Optional.of(attempt.cpus().getAsDouble() * PERCENT) : Optional.empty());
        }
        return withLimit(chart, "one processor", PERCENT);
    }

    /** {@return median and 99th percentile of the ping time} */
    Optional<String> pings() {
        final XYChart chart = chart("ping, p50 and p99, µs");
        for (final String server : servers()) {
            add(chart, server + " p50", server, ping(0));
            add(chart, server + " p99", server, ping(1));
        }
        return SvgCharts.draw(chart);
    }

    private List<String> servers() {
        return steps.stream().map(Step::server).distinct().toList();
    }

    private static Function<Attempt, Optional<Double>> frames(final int index) {
        return attempt -> Optional.ofNullable(attempt.frames()).filter(frames -> !frames.frameMicros().isEmpty())
            .map(frames -> frames.frameMicros().get(index));
    }

    private static Function<Attempt, Optional<Double>> fleet(final Function<Attempt.FleetFigures, Double> figure) {
        return attempt -> Optional.ofNullable(attempt.fleet()).map(figure);
    }

    private static Function<Attempt, Optional<Double>> ping(final int index) {
        return attempt -> Optional.ofNullable(attempt.fleet()).filter(fleet -> !fleet.pingMicros().isEmpty())
            .map(fleet -> fleet.pingMicros().get(index));
    }

    private void add(final XYChart chart, final String name, final String server,
            final Function<Attempt, Optional<Double>> figure) {
        final List<Double> clients = new ArrayList<>();
        final List<Double> values = new ArrayList<>();
        for (final Step step : steps) {
            if (step.server().equals(server)) {
                figure.apply(step.decisive()).ifPresent(value -> {
                    clients.add((double) step.clients());
                    values.add(value);
                });
            }
        }
        if (!clients.isEmpty()) {
            chart.addSeries(name, clients, values).setLineStyle(new BasicStroke(2));
        }
    }

    private Optional<String> withLimit(final XYChart chart, final String name, final double value) {
        if (chart.getSeriesCollection().isEmpty()) {
            return Optional.empty();
        }
        final XYSeries limit = chart.addSeries(name, List.of(0.0, mostClients()), List.of(value, value));
        limit.setMarker(SeriesMarkers.NONE);
        limit.setLineColor(LIMIT);
        limit.setLineStyle(new BasicStroke(2, BasicStroke.CAP_BUTT, BasicStroke.JOIN_MITER, 10, new float[] {8, 5}, 0));
        return SvgCharts.draw(chart);
    }

    private double mostClients() {
        return steps.stream().mapToInt(Step::clients).max().orElse(1) * 1.05;
    }

    private XYChart chart(final String title) {
        final XYChart chart = new XYChartBuilder().width(SvgCharts.WIDTH).height(SvgCharts.HEIGHT)
            .xAxisTitle("clients").yAxisTitle(title).build();
        SvgCharts.style(chart.getStyler(), LIMIT);
        chart.getStyler().setXAxisMin(0.0);
        chart.getStyler().setXAxisMax(mostClients());
        chart.getStyler().setYAxisMin(0.0);
        return chart;
    }
}
