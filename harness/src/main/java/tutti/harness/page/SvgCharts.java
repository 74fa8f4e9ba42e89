package tutti.harness.page;

import java.awt.Color;
import java.util.List;
import java.util.Optional;
import org.jfree.svg.SVGGraphics2D;
import org.knowm.xchart.internal.chartpart.Chart;
import org.knowm.xchart.style.AxesChartStyler;
import org.knowm.xchart.style.Styler.LegendLayout;
import org.knowm.xchart.style.Styler.LegendPosition;

/** The looks of all charts, and their drawing as SVG. */
public final class SvgCharts {
    /** Width of a chart, pixels. */
    public static final int WIDTH = 900;
    /** Height of a chart, pixels. */
    public static final int HEIGHT = 420;
    /** The most striking of the colours. */
    public static final Color VERMILION = new Color(0xD55E00);

    /** Told apart by people with any kind of colour vision: Okabe and Ito's palette. */
    private static final List<Color> PALETTE = List.of(new Color(0x0072B2), VERMILION, new Color(0x009E73),
        new Color(0xCC79A7), new Color(0xE69F00), new Color(0x56B4E9), new Color(0x555555));

    private SvgCharts() {
    }

    /**
     * @param styler   of the chart to be given its looks
     * @param reserved colours that no series gets
     */
    public static void style(final AxesChartStyler styler, final Color... reserved) {
        final List<Color> kept = List.of(reserved);
        styler.setSeriesColors(PALETTE.stream().filter(color -> !kept.contains(color)).toArray(Color[]::new));
        styler.setChartBackgroundColor(Color.WHITE);
        styler.setPlotBorderVisible(false);
        styler.setChartTitleVisible(false);
        styler.setLegendPosition(LegendPosition.OutsideS);
        styler.setLegendLayout(LegendLayout.Horizontal);
        styler.setLegendBorderColor(Color.WHITE);
    }

    /**
     * @param chart of {@link #WIDTH} and {@link #HEIGHT}
     * @return the drawing; empty when the chart has no series
     */
    public static Optional<String> draw(final Chart<?, ?> chart) {
        if (chart.getSeriesCollection().isEmpty()) {
            return Optional.empty();
        }
        final SVGGraphics2D graphics = new SVGGraphics2D(WIDTH, HEIGHT);
        chart.paint(graphics, WIDTH, HEIGHT);
        return Optional.of(graphics.getSVGElement());
    }
}
