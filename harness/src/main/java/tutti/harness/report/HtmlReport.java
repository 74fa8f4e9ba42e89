package tutti.harness.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import tutti.harness.sweep.FrameTiming;
import tutti.harness.sweep.Measure;
import tutti.harness.sweep.Run;
import tutti.harness.sweep.Sweep;

/** The page of a sweep: one file without anything from elsewhere. */
final class HtmlReport {
    private static final String STYLE = """
        body { font: 16px/1.5 system-ui, sans-serif; max-width: 62rem; margin: 2rem auto; padding: 0 1rem; }
        table { border-collapse: collapse; font-variant-numeric: tabular-nums; font-size: 0.85rem; }
        th, td { border-bottom: 1px solid #ccc; padding: 0.25rem 0.6rem; text-align: right; }
        th { vertical-align: bottom; }
        td { white-space: nowrap; }
        td.text, th.text { text-align: left; }
        td.text:last-child { white-space: normal; min-width: 14rem; }
        tr.marked td { color: #a33; }
        .wide { overflow-x: auto; }
        svg { max-width: 100%; height: auto; }
        code { background: #f2f2f2; padding: 0.1rem 0.3rem; }
        """;
    private static final double PERCENT = 100;

    private final Sweep sweep;
    private final Map<String, String> about;
    private final StringBuilder page = new StringBuilder();

    private HtmlReport(final Sweep sweep) {
        this.sweep = sweep;
        this.about = sweep.about();
    }

    /**
     * @param sweep all runs
     * @return the page
     */
    static String page(final Sweep sweep) {
        return new HtmlReport(sweep).write();
    }

    private String write() {
        page.append("<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>")
            .append(escape(about.get("name"))).append("</title><style>\n").append(STYLE)
            .append("</style></head><body>\n");
        element("h1", about.get("name"));
        element("p", about.get("date") + ", " + about.get("window.seconds") + " s measured in each run after "
            + about.get("warmup.seconds") + " s of load. The server had processor " + about.get("server.cpu")
            + " to itself, the clients " + about.get("fleet.cpus") + ".");
        page.append("<p>Made by <code>").append(escape(about.get("command"))).append("</code></p>\n");
        element("h2", "Result");
        Verdict.sentences(sweep).forEach(sentence -> element("p", sentence));
        summary();
        element("p", "CPU is the time of the server's process with all its threads, in percent of one processor, from "
            + about.get("cpu.source") + ". System calls are from " + about.get("calls.source")
            + ("perf".equals(about.get("calls.source")) ? ", counted in " + about.get("calls.window.seconds")
                + " s after the measured time because counting slows each call down" : "") + ". Intervals are 95 %.");
        charts();
        armsAndMachine();
        runs();
        return page.append("</body></html>\n").toString();
    }

    private void summary() {
        final List<List<String>> rows = MarkdownTable.rows(sweep);
        page.append("<div class=\"wide\"><table>\n");
        for (int i = 0; i < rows.size(); i++) {
            row(i == 0 ? "th" : "td", "", rows.get(i), rows.getFirst().size());
        }
        page.append("</table></div>\n");
    }

    private void charts() {
        final Charts charts = new Charts(sweep);
        final int most = sweep.clientCounts().getLast();
        chart("CPU against clients", "Mean of the runs; the bars are one standard deviation to each side.",
            charts.againstClients(Measure.CPUS, PERCENT, "CPU of the server, %"));
        chart("Send calls", "sendmmsg, sendmsg and sendto in a second.",
            charts.againstClients(Measure.SEND_CALLS_PER_SECOND, 1, "calls in a second"));
        chart("All system calls", "Whatever the server asks of the kernel.",
            charts.againstClients(Measure.ALL_CALLS_PER_SECOND, 1, "calls in a second"));
        chart("Context switches", "Of all the server's threads.",
            charts.againstClients(Measure.CONTEXT_SWITCHES_PER_SECOND, 1, "switches in a second"));
        chart("Hold window, " + most + " clients", "From a frame's first packet ready to its last one handed to the "
            + "kernel: the longest wait that batching causes.", charts.histogram(FrameTiming.HOLD, most));
        chart("Departure, " + most + " clients", "From a frame's begin to the departure of its last packet: what a "
            + "player feels of the frame's work.", charts.histogram(FrameTiming.DEPARTURE, most));
        chart("Frame time", "A frame has 2667 µs. Percentiles are interpolated within the buckets of the server's "
            + "histogram.", charts.frameTimes());
        chart("Where a frame's time goes", "Mean work of each stage.", charts.stages());
    }

    private void chart(final String title, final String explanation, final Optional<String> svg) {
        if (svg.isPresent()) {
            element("h2", title);
            element("p", explanation);
            page.append(svg.get()).append('\n');
        }
    }

    private void armsAndMachine() {
        element("h2", "Arms and machine");
        page.append("<table>\n");
        for (final String arm : sweep.arms()) {
            final String libraries = String.join(", ", sweep.runs().stream()
                .filter(run -> run.arm().equals(arm) && !run.libopus().isEmpty())
                .map(Run::libopus).distinct().toList());
            row("td", "", List.of("arm " + arm, about.getOrDefault("arm." + arm, ""), libraries), 0);
        }
        for (final String key : List.of("machine", "processors", "kernel", "jdk", "revision", "faders", "factor")) {
            row("td", "", List.of(key, about.getOrDefault(key, "unknown"), ""), 0);
        }
        page.append("</table>\n");
    }

    private void runs() {
        element("h2", "Every run");
        element("p", "Runs in red are marked and count in no average.");
        page.append("<div class=\"wide\"><table>\n");
        row("th", "", List.of("run", "round", "CPU, %", "send calls/s", "audio send calls a frame",
            "context switches/s", "collections", "lost", "load average", "remarks"), 9);
        for (final Run run : sweep.runs()) {
            final List<String> remarks = new ArrayList<>(run.marks());
            remarks.addAll(run.notes());
            final OptionalDouble cpus = run.get(Measure.CPUS);
            row("td", run.isGood() ? "" : "marked", List.of(run.directory(), Integer.toString(run.round()),
                cpus.isPresent() ? String.format(Locale.ROOT, "%.1f", cpus.getAsDouble() * PERCENT) : "–",
                number(run, Measure.SEND_CALLS_PER_SECOND, "%.0f"),
                number(run, Measure.AUDIO_SEND_CALLS_PER_FRAME, "%.3f"),
                number(run, Measure.CONTEXT_SWITCHES_PER_SECOND, "%.0f"), number(run, Measure.COLLECTIONS, "%.0f"),
                number(run, Measure.LOST, "%.0f"), number(run, Measure.LOAD_AVERAGE, "%.2f"),
                String.join("; ", remarks)), 9);
        }
        page.append("</table></div>\n");
    }

    private static String number(final Run run, final Measure measure, final String format) {
        final OptionalDouble value = run.get(measure);
        return value.isPresent() ? String.format(Locale.ROOT, format, value.getAsDouble()) : "–";
    }

    /** The first cell, and those from {@code textFrom} on, are text; the others are numbers. */
    private void row(final String cell, final String rowClass, final List<String> cells, final int textFrom) {
        page.append(rowClass.isEmpty() ? "<tr>" : "<tr class=\"" + rowClass + "\">");
        for (int i = 0; i < cells.size(); i++) {
            page.append('<').append(cell).append(i == 0 || i >= textFrom ? " class=\"text\">" : ">")
                .append(escape(cells.get(i))).append("</").append(cell).append('>');
        }
        page.append("</tr>\n");
    }

    private void element(final String name, final String text) {
        page.append('<').append(name).append('>').append(escape(text)).append("</").append(name).append(">\n");
    }

    private static String escape(final String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace("\"", "&quot;");
    }
}
