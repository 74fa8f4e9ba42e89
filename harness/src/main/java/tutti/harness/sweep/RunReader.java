package tutti.harness.sweep;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import tutti.harness.times.FrameTimes;

/** Makes a {@link Run} of the files of one. */
final class RunReader {
    private static final double MILLIS_PER_SECOND = 1e3;
    private static final String LATENCY = "latency";

    private final RunFiles files;
    private final SweepSetup setup;
    private final Map<Measure, Double> measures = new EnumMap<>(Measure.class);
    private final Map<String, Double> systemCalls = new TreeMap<>();

    private RunReader(final RunFiles files, final SweepSetup setup) {
        this.files = files;
        this.setup = setup;
    }

    /**
     * @param directory of the run
     * @param setup     of its sweep
     * @return the run, with what it has and why it does not count; a file that broke off in the middle leaves it
     *         without measures, and does not keep the others from being reported
     * @throws IOException              when its run.properties cannot be read
     * @throws IllegalArgumentException when they do not say which run it is
     */
    static Run read(final Path directory, final SweepSetup setup) throws IOException {
        final RunFiles files = new RunFiles(directory);
        try {
            return new RunReader(files, setup).read();
        } catch (final IOException | IllegalArgumentException e) {
            return unreadable(files, e);
        }
    }

    private static Run unreadable(final RunFiles files, final Exception cause) {
        final List<String> marks = new ArrayList<>();
        files.property("failure").ifPresent(marks::add);
        marks.add("what it left cannot be read: " + cause.toString().lines().findFirst().orElseThrow());
        return new Run(files.name(), files.number("round"), files.number("clients"), files.property("arm").orElse(""),
            files.property("libopus").orElse(""), marks, List.of(), List.of(), Map.of(), Map.of(), Optional.empty());
    }

    private Run read() throws IOException {
        files.property("load").ifPresent(load -> measures.put(Measure.LOAD_AVERAGE, Double.valueOf(load)));
        final Optional<ServerMetrics> metrics = readMetrics();
        final double seconds = files.secondsAt("end").orElse(Double.NaN) - files.secondsAt("begin").orElse(0.0);
        readProcess(seconds);
        metrics.ifPresent(both -> both.addTo(measures, seconds));
        readPerf();
        final Optional<CallCounts> calls = CallCounts.read(files, setup);
        calls.ifPresent(this::readCalls);
        final Optional<JsonNode> fleet = files.json("fleet.json");
        fleet.ifPresent(this::readFleet);
        final Optional<JsonNode> latency = files.json("latency.json");
        latency.ifPresent(summary -> readLatency(summary.path(LATENCY)));

        final int clients = files.number("clients");
        final RunChecks checks = new RunChecks(clients, setup.factor(), measures);
        files.property("failure").ifPresent(failure -> checks.mark("%s", failure));
        if (fleet.isPresent()) {
            checks.checkLoad();
            fleet.get().path("problems").forEach(problem -> checks.mark("the fleet says: %s", problem.asText()));
            checkWindow(fleet.get(), checks);
        } else if (files.property("failure").isEmpty()) {
            checks.mark("the run came to no end");
        }
        if (metrics.isPresent() && metrics.get().clients() != clients) {
            checks.mark("the server had %.0f of %d clients at the window's end", metrics.get().clients(), clients);
        }
        if (setup.countsCallsByName() && calls.isEmpty() && measures.containsKey(Measure.SEND_CALLS_PER_SECOND)) {
            checks.note("system calls are the server's own counters");
        }
        latency.ifPresent(summary -> summary.path("problems")
            .forEach(problem -> checks.note("while latency was measured: %s", problem.asText())));
        return new Run(files.name(), files.number("round"), clients, files.property("arm").orElse(""),
            files.property("libopus").orElse(""), checks.marks(), checks.warnings(), checks.notes(), measures,
            systemCalls, readTimes());
    }

    private Optional<ServerMetrics> readMetrics() throws IOException {
        final Optional<String> begin = files.text("metrics-begin.txt");
        final Optional<String> end = files.text("metrics-end.txt");
        return begin.isPresent() && end.isPresent()
            ? Optional.of(new ServerMetrics(PrometheusText.parse(begin.get()), PrometheusText.parse(end.get())))
            : Optional.empty();
    }

    private Optional<FrameTimes> readTimes() throws IOException {
        final Optional<String> begin = files.text("times-begin.hlog");
        final Optional<String> end = files.text("times-end.hlog");
        return begin.isPresent() && end.isPresent()
            ? Optional.of(FrameTimes.read(end.get()).since(FrameTimes.read(begin.get())))
            : Optional.empty();
    }

    /** What /proc has; perf's numbers, if there are any, replace it. */
    private void readProcess(final double seconds) throws IOException {
        final Optional<String> statBegin = files.text("stat-begin.txt");
        final Optional<String> statEnd = files.text("stat-end.txt");
        if (statBegin.isPresent() && statEnd.isPresent()) {
            final long ticks = ProcFiles.cpuTicks(statEnd.get()) - ProcFiles.cpuTicks(statBegin.get());
            measures.put(Measure.CPUS, ticks / setup.hertz() / seconds);
        }
        final Optional<String> threadsBegin = files.text("status-begin.txt");
        final Optional<String> threadsEnd = files.text("status-end.txt");
        if (threadsBegin.isPresent() && threadsEnd.isPresent()) {
            final long switches = ProcFiles.contextSwitches(threadsEnd.get())
                - ProcFiles.contextSwitches(threadsBegin.get());
            // A thread that has ended took its switches with it.
            measures.put(Measure.CONTEXT_SWITCHES_PER_SECOND, Math.max(0, switches) / seconds);
        }
    }

    private void readPerf() throws IOException {
        final PerfCsv perf = PerfCsv.parse(files.text("perf.csv").orElse(""));
        final double seconds = setup.windowSeconds();
        perf.count("task-clock")
            .ifPresent(millis -> measures.put(Measure.CPUS, millis / MILLIS_PER_SECOND / seconds));
        perf.count("context-switches")
            .ifPresent(count -> measures.put(Measure.CONTEXT_SWITCHES_PER_SECOND, count / seconds));
    }

    private void readCalls(final CallCounts calls) {
        systemCalls.putAll(calls.perSecond());
        measures.put(Measure.SEND_CALLS_PER_SECOND, calls.sends());
        measures.put(Measure.RECEIVE_CALLS_PER_SECOND, calls.receives());
        if (!Double.isNaN(calls.all())) {
            measures.put(Measure.ALL_CALLS_PER_SECOND, calls.all());
        }
    }

    private void readFleet(final JsonNode fleet) {
        final double seconds = fleet.path("countedSeconds").asDouble();
        measures.put(Measure.CONNECTED, fleet.path("connected").asDouble());
        measures.put(Measure.LOST, fleet.path("lost").asDouble());
        measures.put(Measure.OFFERED_PER_SECOND, fleet.path("sent").asDouble() / seconds);
        measures.put(Measure.FLEET_BUSY, fleet.path("cpu").path("loopSeconds").asDouble() / seconds);
    }

    private void readLatency(final JsonNode latency) {
        if (latency.path("bursts").asLong() > latency.path("unheard").asLong()) {
            measures.put(Measure.LATENCY_BURSTS,
                (double) latency.path("bursts").asLong() - latency.path("unheard").asLong());
            measures.put(Measure.LATENCY_P50_MILLIS, latency.path("p50Millis").asDouble());
            measures.put(Measure.LATENCY_P90_MILLIS, latency.path("p90Millis").asDouble());
            measures.put(Measure.LATENCY_MAX_MILLIS, latency.path("maxMillis").asDouble());
        }
    }

    /** The window must lie within the fleet's counted time: all clients were playing then. */
    private void checkWindow(final JsonNode fleet, final RunChecks checks) {
        final Optional<Double> begin = files.secondsAt("begin");
        final Optional<Double> end = files.secondsAt("end");
        final String startedAt = fleet.path("startedAt").asText("");
        if (begin.isEmpty() || end.isEmpty() || startedAt.isEmpty()) {
            return;
        }
        final double started = Instant.parse(startedAt).toEpochMilli() / MILLIS_PER_SECOND;
        if (begin.get() < started) {
            checks.mark("the window began %.1f s before all clients were faded in", started - begin.get());
        }
        final double stopped = started + fleet.path("countedSeconds").asDouble();
        if (end.get() > stopped) {
            checks.mark("the fleet stopped %.1f s before the window's end", end.get() - stopped);
        }
    }
}
