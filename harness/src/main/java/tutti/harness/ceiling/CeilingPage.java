package tutti.harness.ceiling;

import static tutti.harness.page.Html.escape;

import java.util.List;
import java.util.Optional;
import java.util.Properties;

/** The page of an experiment: one file without anything from elsewhere. */
final class CeilingPage {
    private static final String STYLE = """
        body { font: 16px/1.5 system-ui, sans-serif; max-width: 62rem; margin: 2rem auto; padding: 0 1rem; }
        svg { max-width: 100%; height: auto; }
        pre { font-size: 0.8rem; overflow-x: auto; background: #f6f6f6; padding: 0.5rem; }
        code { background: #f2f2f2; padding: 0.1rem 0.3rem; }
        """;

    private final StringBuilder page = new StringBuilder();

    private CeilingPage() {
    }

    /**
     * @param about how the experiment was made
     * @param steps all of them
     * @return the page
     */
    static String of(final Properties about, final List<Step> steps) {
        return new CeilingPage().write(about, steps);
    }

    private String write(final Properties about, final List<Step> steps) {
        final String title = "How many clients until it breaks";
        page.append("<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>").append(title)
            .append("</title><style>\n").append(STYLE).append("</style></head><body>\n<h1>").append(title)
            .append("</h1>\n<p>Made by <code>").append(escape(about.getProperty("command", "")))
            .append("</code></p>\n");
        CeilingText.results(steps).forEach(this::paragraph);
        paragraph("A step is carried when every client received at least 374 of 375 packets and no more than 1 of 375 "
            + "frames was skipped, in one attempt at least. Charts show that attempt, or the last one.");
        final CeilingCharts charts = new CeilingCharts(steps);
        chart("Frame time", "The dashed line is what a frame has, 2.667 ms.", charts.frameTimes());
        chart("What clients receive", "The dashed line is what each should receive.", charts.packets());
        chart("CPU of the server", "The dashed line is one processor, all that the server has.", charts.cpu());
        chart("Ping", "From a client's question to the server's answer.", charts.pings());
        page.append("<h2>Every attempt</h2>\n<pre>");
        for (final Step step : steps) {
            for (int last = 1; last <= step.attempts().size(); last++) {
                page.append(escape(CeilingText.ofLastAttempt(
                    new Step(step.server(), step.clients(), step.attempts().subList(0, last))))).append('\n');
            }
        }
        page.append("</pre>\n<h2>Machine</h2>\n<pre>");
        about.stringPropertyNames().stream().sorted().forEach(key ->
            page.append(escape(key + ": " + about.getProperty(key))).append('\n'));
        return page.append("</pre>\n</body></html>\n").toString();
    }

    private void chart(final String title, final String explanation, final Optional<String> svg) {
        if (svg.isPresent()) {
            page.append("<h2>").append(title).append("</h2>\n");
            paragraph(explanation);
            page.append(svg.get()).append('\n');
        }
    }

    private void paragraph(final String text) {
        page.append("<p>").append(escape(text)).append("</p>\n");
    }
}
