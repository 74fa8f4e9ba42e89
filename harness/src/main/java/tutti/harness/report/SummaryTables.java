package tutti.harness.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.HdrHistogram.Histogram;
import tutti.harness.sweep.Measure;
import tutti.harness.sweep.PairedRatio;
import tutti.harness.sweep.Run;
import tutti.harness.sweep.SampleStatistics;
import tutti.harness.sweep.Sweep;
import tutti.harness.times.Micros;
import tutti.server.stats.Timing;

/** The tables of a sweep: a row for each number of clients. */
final class SummaryTables {
    /** Beside figures with a run that counts although frames took too long in it. */
    static final String MARK = "†";
    /** What {@link #MARK} means. */
    static final String MARK_EXPLAINED = MARK + " Averaged with runs in which frames took longer than their 2.667 ms; "
        + "the list of runs says which.";

    private static final String NOTHING = "–";
    private static final double MILLIS_PER_SECOND = 1e3;
    private static final double BYTES_PER_KIB = 1024;
    private static final double PERCENT = 100;

    private final Sweep sweep;
    private final String first;
    private final double windowSeconds;

    /**
     * @param sweep all runs
     */
    SummaryTables(final Sweep sweep) {
        this.sweep = sweep;
        this.first = sweep.arms().getFirst();
        this.windowSeconds = Double.parseDouble(sweep.about().get("window.seconds"));
    }

    /** {@return CPU time, what is saved, send calls and hold windows} */
    Table main() {
        final List<String> head = new ArrayList<>(List.of("clients"));
        sweep.arms().forEach(arm -> head.add("CPU " + arm + ", mean ± sd"));
        sweep.others().forEach(arm -> head.add("CPU saved against " + arm));
        sweep.arms().forEach(arm -> head.add(format("send calls in %.0f s, %s", windowSeconds, arm)));
        sweep.others().forEach(arm -> head.add("send calls " + arm + " / " + first));
        head.add("hold " + first + ", mean / p99 / max µs");
        return new Table(head, sweep.clientCounts().stream().map(this::mainRow).toList());
    }

    private List<String> mainRow(final int clients) {
        final List<String> row = new ArrayList<>(List.of(Integer.toString(clients)));
        sweep.arms().forEach(arm -> row.add(cpu(arm, clients)));
        sweep.others().forEach(arm -> row.add(saved(arm, clients)));
        sweep.arms().forEach(arm -> row.add(sweep.statistics(arm, clients, Measure.SEND_CALLS_PER_SECOND)
            .map(calls -> format("%,.0f", calls.mean() * windowSeconds)).orElse(NOTHING)));
        sweep.others().forEach(arm -> row.add(sweep.ratio(arm, first, clients, Measure.SEND_CALLS_PER_SECOND)
            .map(ratio -> format("%.1f", ratio.ratio())).orElse(NOTHING)));
        row.add(sweep.histogram(first, clients, Timing.HOLD_WINDOW).map(SummaryTables::hold).orElse(NOTHING));
        return row;
    }

    /** {@return CPU time of the floor and each arm as a multiple of it; empty when the floor was not measured} */
    Optional<Table> floor() {
        if (sweep.floor().isEmpty()) {
            return Optional.empty();
        }
        final String floor = sweep.floor().get();
        final List<String> head = new ArrayList<>(List.of("clients", "CPU " + floor + ", mean ± sd"));
        sweep.arms().forEach(arm -> head.add(arm + ", × floor"));
        return Optional.of(new Table(head, sweep.clientCounts().stream().map(clients -> {
            final List<String> row = new ArrayList<>(List.of(Integer.toString(clients), cpu(floor, clients)));
            sweep.arms().forEach(arm -> row.add(sweep.ratio(arm, floor, clients, Measure.CPUS)
                .map(Verdict::multiple).orElse(NOTHING)));
            return row;
        }).toList()));
    }

    /** {@return latency of each arm; empty when it was not measured} */
    Optional<Table> latency() {
        if (sweep.runs().stream().noneMatch(run -> run.get(Measure.LATENCY_P50_MILLIS).isPresent())) {
            return Optional.empty();
        }
        final List<String> head = new ArrayList<>(List.of("clients"));
        sweep.arms().forEach(arm -> head.add("latency " + arm + ", p50 / p90 / max ms (bursts)"));
        return Optional.of(new Table(head, sweep.clientCounts().stream().map(clients -> {
            final List<String> row = new ArrayList<>(List.of(Integer.toString(clients)));
            sweep.arms().forEach(arm -> row.add(latency(arm, clients)));
            return row;
        }).toList()));
    }

    private String latency(final String arm, final int clients) {
        final Optional<SampleStatistics> median = sweep.statistics(arm, clients, Measure.LATENCY_P50_MILLIS);
        final Optional<SampleStatistics> p90 = sweep.statistics(arm, clients, Measure.LATENCY_P90_MILLIS);
        final Optional<SampleStatistics> max = sweep.statistics(arm, clients, Measure.LATENCY_MAX_MILLIS);
        final Optional<SampleStatistics> bursts = sweep.statistics(arm, clients, Measure.LATENCY_BURSTS);
        if (median.isEmpty() || p90.isEmpty() || max.isEmpty() || bursts.isEmpty()) {
            return NOTHING;
        }
        return format("%.2f / %.2f / %.2f (%.0f)", median.get().mean(), p90.get().mean(), max.get().max(),
            bursts.get().mean() * bursts.get().count());
    }

    /** {@return garbage collections and allocations of each of this server's arms; empty when none tells of them} */
    Optional<Table> memory() {
        final List<String> arms = sweep.arms().stream().filter(arm -> sweep.runs().stream()
            .anyMatch(run -> run.arm().equals(arm) && run.get(Measure.COLLECTIONS).isPresent())).toList();
        if (arms.isEmpty()) {
            return Optional.empty();
        }
        final List<String> head = new ArrayList<>(List.of("clients"));
        arms.forEach(arm -> head.addAll(List.of(arm + ": collections", arm + ": time in them, ms",
            arm + ": allocated by all threads, KiB", arm + ": by the frame thread, KiB")));
        return Optional.of(new Table(head, sweep.clientCounts().stream().map(clients -> {
            final List<String> row = new ArrayList<>(List.of(Integer.toString(clients)));
            for (final String arm : arms) {
                row.add(mean(arm, clients, Measure.COLLECTIONS, 1, "%.1f"));
                row.add(mean(arm, clients, Measure.COLLECTION_SECONDS, MILLIS_PER_SECOND, "%.1f"));
                row.add(mean(arm, clients, Measure.ALLOCATED_BYTES, 1 / BYTES_PER_KIB, "%,.0f"));
                row.add(mean(arm, clients, Measure.FRAME_THREAD_ALLOCATED_BYTES, 1 / BYTES_PER_KIB, "%,.0f"));
            }
            return row;
        }).toList()));
    }

    /** {@return system calls in a second by name, for the largest number of clients; empty when not so counted} */
    Optional<Table> systemCalls() {
        final int clients = sweep.clientCounts().getLast();
        final List<String> arms = sweep.armsAndFloor().stream().filter(arm -> sweep.good(arm, clients).stream()
            .anyMatch(run -> !run.systemCalls().isEmpty())).toList();
        final List<String> names = arms.stream().flatMap(arm -> sweep.good(arm, clients).stream())
            .flatMap(run -> run.systemCalls().entrySet().stream()).filter(call -> call.getValue() >= 1)
            .map(Map.Entry::getKey).distinct().sorted().toList();
        if (names.isEmpty()) {
            return Optional.empty();
        }
        final List<String> head = new ArrayList<>(List.of("calls in a second"));
        head.addAll(arms);
        return Optional.of(new Table(head, names.stream().map(name -> {
            final List<String> row = new ArrayList<>(List.of(name));
            arms.forEach(arm -> row.add(format("%,.0f", sweep.good(arm, clients).stream()
                .filter(run -> !run.systemCalls().isEmpty())
                .mapToDouble(run -> run.systemCalls().getOrDefault(name, 0.0)).average().orElse(0))));
            return row;
        }).toList()));
    }

    private String mean(final String arm, final int clients, final Measure measure, final double factor,
            final String format) {
        return sweep.statistics(arm, clients, measure).map(values -> format(format, values.mean() * factor))
            .orElse(NOTHING);
    }

    /** {@return whether any figure bears {@link #MARK}} */
    boolean hasMarks() {
        return sweep.runs().stream().anyMatch(run -> run.isGood() && !run.isSpotless());
    }

    /** In percent of one processor; says how many runs it rests on when some are left out. */
    private String cpu(final String arm, final int clients) {
        final long all = sweep.runs().stream()
            .filter(run -> run.arm().equals(arm) && run.clients() == clients).count();
        final Optional<SampleStatistics> cpus = sweep.statistics(arm, clients, Measure.CPUS);
        if (cpus.isEmpty()) {
            return all == 0 ? "no run" : "no good run of " + all;
        }
        // One run does not tell how runs scatter.
        final String text = cpus.get().count() == 1 ? format("%.1f %%", cpus.get().mean() * PERCENT)
            : format("%.1f ± %.1f %%", cpus.get().mean() * PERCENT, cpus.get().sd() * PERCENT);
        final String mark = sweep.good(arm, clients).stream().allMatch(Run::isSpotless) ? "" : " " + MARK;
        return (cpus.get().count() == all ? text : text + format(" (%d of %d runs)", cpus.get().count(), all)) + mark;
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

    private static String hold(final Histogram hold) {
        return format("%.0f / %.0f / %.0f", Micros.mean(hold), Micros.percentile(hold, 99), Micros.max(hold));
    }

    private static String format(final String format, final Object... arguments) {
        return String.format(Locale.ROOT, format, arguments);
    }
}
