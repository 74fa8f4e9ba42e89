package tutti.harness.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import tutti.harness.sweep.Measure;
import tutti.harness.sweep.Run;
import tutti.harness.sweep.Sweep;
import tutti.harness.times.FrameTimes;
import tutti.server.stats.Timing;

class ReportTest {
    private final List<Run> runs = new ArrayList<>();
    private final Map<String, String> about = new TreeMap<>(Map.of("name", "a <b> & \"c\"", "date", "2026-11-30",
        "window.seconds", "40", "warmup.seconds", "20", "server.cpu", "0", "fleet.cpus", "1",
        "command", "harness/sweep.sh", "cpu.source", "perf", "calls.source", "perf",
        "calls.window.seconds", "5"));

    @Test
    void shouldSayThatArmsDoNotOverlapAndWhatTheRatioIs() {
        rounds("on", 0.8, 0.8, 0.8);
        rounds("off", 1.0, 1.0, 1.0);
        assertEquals(List.of("10 clients: on takes 0.800 times the CPU time of off (95 % confidence interval 0.800 to "
            + "0.800 from 3 pairs of runs; it excludes 1). The arms do not overlap: every run of on was below every "
            + "run of off (greatest 0.800, least 1.000 CPUs)."), Verdict.sentences(sweep(Optional.empty())));
    }

    @Test
    void shouldSayThatNoDifferenceIsShown() {
        rounds("on", 0.8, 1.1, 0.9);
        rounds("off", 0.9, 1.0, 1.0);
        final String sentence = Verdict.sentences(sweep(Optional.empty())).getFirst();
        assertTrue(sentence.contains("it includes 1, so no difference is shown"), sentence);
        assertTrue(sentence.contains("The arms overlap: on 0.800 to 1.100 CPUs, off 0.900 to 1.000."), sentence);
    }

    @Test
    void shouldSayWhatTheRatioIsWithoutMarkedRuns() {
        run(1, "on", 0.9, List.of(), List.of("2 of 15000 frames took more than 2.667 ms"));
        run(2, "on", 0.8, List.of(), List.of());
        rounds("off", 1.0, 1.0);
        final Sweep sweep = sweep(Optional.empty());
        final String sentence = Verdict.sentences(sweep).getFirst();
        assertTrue(sentence.endsWith("Without the runs marked †: 0.800 times, from 1 pair."), sentence);
        assertEquals("85.0 ± 7.1 % †", new SummaryTables(sweep).main().rows().getFirst().get(1));
    }

    @Test
    void shouldLeaveMarkedRunsOutAndSayHowManyCount() {
        rounds("on", 0.8);
        run(2, "on", 5.0, List.of("1 frames skipped"), List.of());
        rounds("off", 1.0, 1.0);
        final Sweep sweep = sweep(Optional.empty());
        assertEquals("80.0 % (1 of 2 runs)", new SummaryTables(sweep).main().rows().getFirst().get(1));
        assertTrue(Verdict.sentences(sweep).getFirst().contains("a single pair of runs: no confidence interval"));
    }

    @Test
    void shouldSayWhenArmsCannotBeCompared() {
        rounds("on", 0.8);
        run(1, "off", 1.0, List.of("the server ended"), List.of());
        assertEquals(List.of("10 clients: on and off cannot be compared, no round has a good run of both."),
            Verdict.sentences(sweep(Optional.empty())));
    }

    @Test
    void shouldExpressEveryArmInMultiplesOfTheFloorOfTheSameRound() {
        rounds("on", 0.3, 0.6);
        rounds("off", 0.4, 0.8);
        rounds("floor", 0.2, 0.4);
        final Sweep sweep = sweep(Optional.of("floor"));
        assertEquals("10 clients: CPU time in multiples of the floor's: on 1.50 (1.50 to 1.50), "
            + "off 2.00 (2.00 to 2.00).", Verdict.sentences(sweep).getLast());
        assertEquals(List.of("10", "30.0 ± 14.1 %", "1.50 (1.50 to 1.50)", "2.00 (2.00 to 2.00)"),
            new SummaryTables(sweep).floor().orElseThrow().rows().getFirst());
        assertFalse(new SummaryTables(sweep).main().head().toString().contains("floor"), "nothing to save against");
    }

    @Test
    void shouldWarnOfAWarmUpThatIsTooShort() {
        about.put("warmup.seconds", "2");
        rounds("on", 0.8);
        rounds("off", 1.0);
        assertTrue(Verdict.sentences(sweep(Optional.empty())).getFirst().contains("too short for CPU times"));
    }

    @Test
    void shouldShapeTheTableLikeThePublishedOne() {
        rounds("on", 0.8);
        rounds("off", 1.0);
        assertEquals("""
            | clients | CPU on, mean ± sd | CPU off, mean ± sd | CPU saved against off | send calls in 40 s, on \
            | send calls in 40 s, off | send calls off / on | hold on, mean / p99 / max µs |
            |--:|--:|--:|--:|--:|--:|--:|--:|
            | 10 | 80.0 % | 100.0 % | 20.0 % | 15,000 | 150,000 | 10.0 | 7 / 25 / 25 |
            """, new SummaryTables(sweep(Optional.empty())).main().markdown());
    }

    @Test
    void shouldRefuseARowThatIsNotAsLongAsTheHead() {
        final List<List<String>> rows = List.of(List.of("1"));
        assertThrows(IllegalArgumentException.class, () -> new Table(List.of("a", "b"), rows));
    }

    @Test
    void shouldMakeAPageThatNeedsNothingFromElsewhere() {
        rounds("on", 0.8, 0.9);
        rounds("off", 1.0, 1.1);
        final Sweep sweep = sweep(Optional.empty());
        final String page = HtmlReport.page(sweep, ReportCharts.of(sweep));
        OfflinePage.check(page);
        assertTrue(page.contains("a &lt;b&gt; &amp; &quot;c&quot;"), "text is escaped");
        assertFalse(page.contains("class=\"partial\""));
    }

    @Test
    void shouldSayOnThePageThatASweepIsPartialAndWhatIsLeftOut() {
        rounds("on", 0.8);
        rounds("off", 1.0);
        about.put("partial", "interrupted after 2 of 12 runs");
        about.put("left.out.0", "jamulus: no Jamulus found");
        final Sweep sweep = sweep(Optional.empty());
        final String page = HtmlReport.page(sweep, ReportCharts.of(sweep));
        assertTrue(page.contains("Partial: interrupted after 2 of 12 runs"));
        assertTrue(page.contains("Left out: jamulus: no Jamulus found."));
    }

    @Test
    void shouldDrawOnlyWhatWasMeasured() {
        rounds("on", 0.8);
        rounds("off", 1.0);
        final List<String> files = ReportCharts.of(sweep(Optional.empty())).stream()
            .map(ReportCharts.Entry::file).toList();
        assertEquals(List.of("cpu", "send-calls", "hold"), files);
    }

    @Test
    void shouldSayWhereSystemCallsCameFrom() {
        rounds("on", 0.8);
        for (final Map.Entry<String, String> source : Map.of("perf", "tracepoints", "strace -c", "strace slows",
                "the server's own counters", "this server's own counters").entrySet()) {
            about.put("calls.source", source.getKey());
            assertTrue(Method.sentences(sweep(Optional.empty())).stream()
                .anyMatch(sentence -> sentence.contains(source.getValue())), source.getKey());
        }
    }

    private void rounds(final String arm, final double... cpus) {
        for (int i = 0; i < cpus.length; i++) {
            run(i + 1, arm, cpus[i], List.of(), List.of());
        }
    }

    private void run(final int round, final String arm, final double cpus, final List<String> marks,
            final List<String> warnings) {
        final double sendCalls = arm.equals("off") ? 3750 : 375;
        final FrameTimes times = new FrameTimes();
        times.get(Timing.HOLD_WINDOW).recordValueWithCount(5_000, 9);
        times.get(Timing.HOLD_WINDOW).recordValue(25_000);
        runs.add(new Run("run", round, 10, arm, "libopus", marks, warnings, List.of(),
            new EnumMap<>(Map.of(Measure.CPUS, cpus, Measure.SEND_CALLS_PER_SECOND, sendCalls)), Map.of(),
            Optional.of(times)));
    }

    private Sweep sweep(final Optional<String> floor) {
        return new Sweep(about, List.of("on", "off"), floor, runs);
    }
}
