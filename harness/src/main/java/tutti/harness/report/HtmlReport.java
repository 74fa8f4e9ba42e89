package tutti.harness.report;

import static tutti.harness.page.Html.escape;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import tutti.harness.sweep.Measure;
import tutti.harness.sweep.Run;
import tutti.harness.sweep.Sweep;

/** The page of a sweep: one file without anything from elsewhere. */
final class HtmlReport {
    private static final String STYLE = """
        body { font: 16px/1.5 system-ui, sans-serif; max-width: 72rem; margin: 2rem auto; padding: 0 1rem; }
        table { border-collapse: collapse; font-variant-numeric: tabular-nums; font-size: 0.85rem; }
        th, td { border-bottom: 1px solid #ccc; padding: 0.25rem 0.6rem; text-align: right; }
        th { vertical-align: bottom; }
        td { white-space: nowrap; }
        td.text, th.text { text-align: left; }
        td.text:last-child { white-space: normal; min-width: 14rem; }
        tr.marked td { color: #a33; }
        p.partial { border: 2px solid #a33; padding: 0.5rem 1rem; }
        .wide { overflow-x: auto; margin: 1rem 0; }
        svg { max-width: 100%; height: auto; }
        code { background: #f2f2f2; padding: 0.1rem 0.3rem; }
        """;
    private static final double PERCENT = 100;
    private static final double BYTES_PER_KIB = 1024;
    private static final double MILLIS_PER_SECOND = 1e3;

    private final Sweep sweep;
    private final Map<String, String> about;
    private final SummaryTables tables;
    private final StringBuilder page = new StringBuilder();

    private HtmlReport(final Sweep sweep) {
        this.sweep = sweep;
        this.about = sweep.about();
        this.tables = new SummaryTables(sweep);
    }

    /**
     * @param sweep  all runs
     * @param charts its charts
     * @return the page
     */
    static String page(final Sweep sweep, final List<ReportCharts.Entry> charts) {
        return new HtmlReport(sweep).write(charts);
    }

    private String write(final List<ReportCharts.Entry> charts) {
        page.append("<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>")
            .append(escape(about.get("name"))).append("</title><style>\n").append(STYLE)
            .append("</style></head><body>\n");
        element("h1", about.get("name"));
        sweep.partial().ifPresent(why -> page.append("<p class=\"partial\">Partial: ").append(escape(why))
            .append(". What is here rests on fewer runs than were planned.</p>\n"));
        element("p", about.get("date") + ", " + about.get("window.seconds") + " s measured in each run after "
            + about.get("warmup.seconds") + " s of full load. The server had processor " + about.get("server.cpu")
            + " to itself, the clients " + about.get("fleet.cpus") + ".");
        page.append("<p>Made by <code>").append(escape(about.get("command"))).append("</code></p>\n");
        results();
        for (final ReportCharts.Entry chart : charts) {
            element("h2", chart.title());
            element("p", chart.explanation());
            page.append(chart.svg()).append('\n');
        }
        tables.systemCalls().ifPresent(calls -> {
            element("h2", "System calls by name, " + sweep.clientCounts().getLast() + " clients");
            table(calls);
        });
        tables.memory().ifPresent(memory -> {
            element("h2", "Memory");
            element("p", "Means over the runs, in " + about.get("window.seconds") + " s. Reading the metrics "
                + "allocates, in a thread of its own; it is part of the sum of all threads.");
            table(memory);
        });
        method();
        armsAndMachine();
        runs();
        return page.append("</body></html>\n").toString();
    }

    private void results() {
        element("h2", "Result");
        page.append("<ul>\n");
        Verdict.sentences(sweep).forEach(sentence -> element("li", sentence));
        page.append("</ul>\n");
        table(tables.main());
        tables.floor().ifPresent(this::table);
        tables.latency().ifPresent(this::table);
        if (tables.hasMarks()) {
            element("p", SummaryTables.MARK_EXPLAINED);
        }
    }

    private void table(final Table table) {
        page.append("<div class=\"wide\"><table>\n");
        row("th", "", table.head(), table.head().size());
        table.rows().forEach(row -> row("td", "", row, row.size()));
        page.append("</table></div>\n");
    }

    private void method() {
        element("h2", "How it was measured");
        page.append("<ul>\n");
        Method.sentences(sweep).forEach(sentence -> element("li", sentence));
        page.append("</ul>\n");
    }

    private void armsAndMachine() {
        element("h2", "Arms and machine");
        page.append("<table>\n");
        for (final String arm : sweep.armsAndFloor()) {
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
        element("p", "Runs in red are left out of all averages.");
        page.append("<div class=\"wide\"><table>\n");
        final List<String> head = List.of("run", "round", "CPU, %", "send calls/s", "audio send calls a frame",
            "context switches/s", "collections", "ms in them", "frame thread's allocations, KiB", "lost",
            "load average", "remarks");
        row("th", "", head, head.size() - 1);
        for (final Run run : sweep.runs()) {
            row("td", run.isGood() ? "" : "marked", List.of(run.directory(), Integer.toString(run.round()),
                number(run, Measure.CPUS, PERCENT, "%.1f"), number(run, Measure.SEND_CALLS_PER_SECOND, 1, "%.0f"),
                number(run, Measure.AUDIO_SEND_CALLS_PER_FRAME, 1, "%.3f"),
                number(run, Measure.CONTEXT_SWITCHES_PER_SECOND, 1, "%.0f"),
                number(run, Measure.COLLECTIONS, 1, "%.0f"),
                number(run, Measure.COLLECTION_SECONDS, MILLIS_PER_SECOND, "%.0f"),
                number(run, Measure.FRAME_THREAD_ALLOCATED_BYTES, 1 / BYTES_PER_KIB, "%.0f"),
                number(run, Measure.LOST, 1, "%.0f"), number(run, Measure.LOAD_AVERAGE, 1, "%.2f"),
                (run.isGood() && !run.isSpotless() ? SummaryTables.MARK + " " : "")
                    + String.join("; ", run.remarks())), head.size() - 1);
        }
        page.append("</table></div>\n");
    }

    private static String number(final Run run, final Measure measure, final double factor, final String format) {
        final OptionalDouble value = run.get(measure);
        return value.isPresent() ? String.format(Locale.ROOT, format, value.getAsDouble() * factor) : "–";
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
}
