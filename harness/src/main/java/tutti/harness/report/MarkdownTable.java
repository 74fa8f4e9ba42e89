package tutti.harness.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import tutti.harness.sweep.BucketHistogram;
import tutti.harness.sweep.FrameTiming;
import tutti.harness.sweep.Measure;
import tutti.harness.sweep.PairedRatio;
import tutti.harness.sweep.SampleStatistics;
import tutti.harness.sweep.Sweep;

/** The table of a sweep: a row for each number of clients. */
final class MarkdownTable {
    private static final String NOTHING = "–";
    private static final double MICROS_PER_SECOND = 1e6;
    private static final double PERCENT = 100;

    private final Sweep sweep;
    private final String first;

    private MarkdownTable(final Sweep sweep) {
        this.sweep = sweep;
        this.first = sweep.arms().getFirst();
    }

    /**
     * @param sweep all runs
     * @return the head and one row for each number of clients, cells not yet escaped
     */
    static List<List<String>> rows(final Sweep sweep) {
        return new MarkdownTable(sweep).rows();
    }

    /**
     * @param sweep all runs
     * @return the table as Markdown
     */
    static String markdown(final Sweep sweep) {
        final StringBuilder text = new StringBuilder();
        final List<List<String>> rows = rows(sweep);
        for (int i = 0; i < rows.size(); i++) {
            text.append("| ").append(String.join(" | ", rows.get(i))).append(" |\n");
            if (i == 0) {
                text.append("|--:".repeat(rows.getFirst().size())).append("|\n");
            }
        }
        return text.toString();
    }

    private List<List<String>> rows() {
        final List<List<String>> rows = new ArrayList<>();
        rows.add(head());
        for (final int clients : sweep.clientCounts()) {
            rows.add(row(clients));
        }
        return rows;
    }

    private List<String> head() {
        final List<String> head = new ArrayList<>(List.of("clients"));
        sweep.arms().forEach(arm -> head.add("CPU " + arm + ", mean ± sd"));
        others().forEach(arm -> head.add("CPU saved against " + arm));
        sweep.arms().forEach(arm -> head.add("send calls/s " + arm));
        others().forEach(arm -> head.add("send calls " + arm + " / " + first));
        head.add("hold " + first + ", mean / p99 / max µs");
        return head;
    }

    private List<String> row(final int clients) {
        final List<String> row = new ArrayList<>(List.of(Integer.toString(clients)));
        sweep.arms().forEach(arm -> row.add(cpu(arm, clients)));
        others().forEach(arm -> row.add(saved(arm, clients)));
        sweep.arms().forEach(arm -> row.add(sweep.statistics(arm, clients, Measure.SEND_CALLS_PER_SECOND)
            .map(calls -> format("%.0f", calls.mean())).orElse(NOTHING)));
        others().forEach(arm -> row.add(sweep.ratio(arm, first, clients, Measure.SEND_CALLS_PER_SECOND)
            .map(ratio -> format("%.1f", ratio.ratio())).orElse(NOTHING)));
        row.add(sweep.histogram(first, clients, FrameTiming.HOLD).map(MarkdownTable::hold).orElse(NOTHING));
        return row;
    }

    private List<String> others() {
        return sweep.arms().subList(1, sweep.arms().size());
    }

    /** In percent of one processor; says how many runs it rests on when some are left out. */
    private String cpu(final String arm, final int clients) {
        final long all = sweep.runs().stream()
            .filter(run -> run.arm().equals(arm) && run.clients() == clients).count();
        final Optional<SampleStatistics> cpus = sweep.statistics(arm, clients, Measure.CPUS);
        if (cpus.isEmpty()) {
            return "no good run of " + all;
        }
        final String text = format("%.1f ± %.1f %%", cpus.get().mean() * PERCENT, cpus.get().sd() * PERCENT);
        return cpus.get().count() == all ? text : text + format(" (%d of %d runs)", cpus.get().count(), all);
    }

    private String saved(final String arm, final int clients) {
        final Optional<PairedRatio> ratio = sweep.ratio(first, arm, clients, Measure.CPUS);
        if (ratio.isEmpty()) {
            return NOTHING;
        }
        final double saved = (1 - ratio.get().ratio()) * PERCENT;
        return ratio.get().pairs() == 1 ? format("%.1f %%", saved)
            : format("%.1f %% (%.1f to %.1f)", saved, (1 - ratio.get().high()) * PERCENT,
                (1 - ratio.get().low()) * PERCENT);
    }

    private static String hold(final BucketHistogram hold) {
        return hold.count() == 0 ? NOTHING : format("%.0f / %.0f / ≤ %.0f", hold.meanSeconds() * MICROS_PER_SECOND,
            hold.quantileSeconds(0.99) * MICROS_PER_SECOND, hold.maxAtMostSeconds() * MICROS_PER_SECOND);
    }

    private static String format(final String format, final Object... arguments) {
        return String.format(Locale.ROOT, format, arguments);
    }
}
