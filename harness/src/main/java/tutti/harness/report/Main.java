package tutti.harness.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import tutti.harness.sweep.Run;
import tutti.harness.sweep.Sweep;
import tutti.harness.sweep.SweepReader;

/** Makes results.json, table.md, report.html and charts/*.svg of a sweep's folder. */
public final class Main {
    private static final int MARKED = 1;
    private static final int NOT_POSSIBLE = 2;

    private Main() {
    }

    /**
     * Exit code: 0; 1 when runs are marked; 2 when there is nothing to report.
     *
     * @param args the folder that {@code sweep.sh} has filled
     */
    public static void main(final String[] args) {
        if (args.length != 1) {
            System.err.println("report: the folder of a sweep is needed, such as results/20261201-120000-sweep");
            System.exit(NOT_POSSIBLE);
        }
        try {
            System.exit(report(Path.of(args[0])));
        } catch (final IOException | IllegalArgumentException e) {
            System.err.println("report: " + args[0] + " cannot be reported on: " + e);
            System.exit(NOT_POSSIBLE);
        }
    }

    private static int report(final Path folder) throws IOException {
        final Sweep sweep = SweepReader.read(folder);
        if (sweep.runs().isEmpty()) {
            System.err.println("report: " + folder + " has no runs");
            return NOT_POSSIBLE;
        }
        ResultsJson.write(sweep, folder.resolve("results.json"));
        final String tables = markdown(sweep);
        Files.writeString(folder.resolve("table.md"), tables);
        final List<ReportCharts.Entry> charts = ReportCharts.of(sweep);
        Files.writeString(folder.resolve("report.html"), HtmlReport.page(sweep, charts));
        Files.createDirectories(folder.resolve("charts"));
        for (final ReportCharts.Entry chart : charts) {
            Files.writeString(folder.resolve("charts").resolve(chart.file() + ".svg"), chart.svg());
        }
        System.out.println();
        System.out.println(tables);
        Verdict.sentences(sweep).forEach(System.out::println);
        int marked = 0;
        for (final Run run : sweep.runs()) {
            if (!run.isGood()) {
                System.out.println("left out: " + run.directory() + ": " + String.join("; ", run.marks()));
                marked++;
            }
        }
        sweep.partial().ifPresent(why -> System.out.println("partial: " + why));
        System.out.println("results: " + folder);
        return marked == sweep.runs().size() ? NOT_POSSIBLE : marked > 0 ? MARKED : 0;
    }

    private static String markdown(final Sweep sweep) {
        final SummaryTables tables = new SummaryTables(sweep);
        final StringBuilder text = new StringBuilder();
        sweep.partial().ifPresent(why -> text.append("Partial: ").append(why).append(".\n\n"));
        text.append(tables.main().markdown());
        tables.floor().ifPresent(table -> text.append('\n').append(table.markdown()));
        tables.latency().ifPresent(table -> text.append('\n').append(table.markdown()));
        tables.memory().ifPresent(table -> text.append('\n').append(table.markdown()));
        if (tables.hasMarks()) {
            text.append('\n').append(SummaryTables.MARK_EXPLAINED).append('\n');
        }
        return text.toString();
    }
}
