package tutti.harness.sweep;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;

/** Makes a {@link Run} of the files of one. */
final class RunReader {
    private static final double MILLIS_PER_SECOND = 1e3;
    private static final String CALL_EVENT = "syscalls:sys_enter_";

    private final RunFiles files;
    private final SweepSetup setup;
    private final Map<Measure, Double> measures = new EnumMap<>(Measure.class);
    private final Map<String, Double> systemCalls = new TreeMap<>();
    private final Map<FrameTiming, BucketHistogram> timings = new EnumMap<>(FrameTiming.class);

    private RunReader(final RunFiles files, final SweepSetup setup) {
        this.files = files;
        this.setup = setup;
    }

    /**
     * @param directory of the run
     * @param setup     of its sweep
     * @return the run, with what it has and why it does not count
     */
    static Run read(final Path directory, final SweepSetup setup) throws IOException {
        return new RunReader(new RunFiles(directory), setup).read();
    }

    private Run read() throws IOException {
        files.property("load").ifPresent(load -> measures.put(Measure.LOAD_AVERAGE, Double.valueOf(load)));
        final Optional<PrometheusText> begin = files.text("metrics-begin.txt").map(PrometheusText::parse);
        final Optional<PrometheusText> end = files.text("metrics-end.txt").map(PrometheusText::parse);
        final double seconds = files.secondsAt("end").orElse(Double.NaN) - files.secondsAt("begin").orElse(0.0);
        readProcess(seconds);
        if (begin.isPresent() && end.isPresent()) {
            readMetrics(begin.get(), end.get(), seconds);
        }
        readPerf();
        final Optional<JsonNode> fleet = files.fleet();
        fleet.ifPresent(this::readFleet);

        final int clients = files.number("clients");
        final RunChecks checks = new RunChecks(clients, setup.factor(), measures);
        files.property("failure").ifPresent(failure -> checks.mark("%s", failure));
        if (fleet.isEmpty()) {
            checks.mark("the run came to no end");
        } else {
            checks.checkLoad();
            fleet.get().path("problems").forEach(problem -> checks.mark("the fleet says: %s", problem.asText()));
            checkWindow(fleet.get(), checks);
        }
        if (end.isPresent() && end.get().sum("tutti_clients").orElse(0) != clients) {
            checks.mark("the server had %.0f of %d clients at the window's end",
                end.get().sum("tutti_clients").orElse(0), clients);
        }
        return new Run(files.name(), files.number("round"), clients, files.property("arm").orElse(""),
            files.property("libopus").orElse(""), checks.marks(), checks.notes(), measures, systemCalls, timings);
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

    private void readMetrics(final PrometheusText begin, final PrometheusText end, final double seconds) {
        difference(begin, end, "tutti_frames_total", Measure.FRAMES);
        difference(begin, end, "tutti_frames_skipped_total", Measure.FRAMES_SKIPPED);
        difference(begin, end, "tutti_frames_overrun_total", Measure.FRAMES_OVERRUN);
        difference(begin, end, "tutti_frames_late_total", Measure.FRAMES_LATE);
        difference(begin, end, "tutti_audio_datagrams_received_total", Measure.DATAGRAMS_RECEIVED);
        difference(begin, end, "tutti_audio_datagrams_sent_total", Measure.DATAGRAMS_SENT);
        difference(begin, end, "jvm_gc_collection_seconds_count", Measure.COLLECTIONS);
        difference(begin, end, "jvm_gc_collection_seconds_sum", Measure.COLLECTION_SECONDS);
        final double audioCalls = difference(begin, end, "tutti_audio_send_calls_total").orElse(0);
        final double controlCalls = difference(begin, end, "tutti_control_send_calls_total").orElse(0);
        measures.put(Measure.SEND_CALLS_PER_SECOND, (audioCalls + controlCalls) / seconds);
        difference(begin, end, "tutti_receive_calls_total")
            .ifPresent(calls -> measures.put(Measure.RECEIVE_CALLS_PER_SECOND, calls / seconds));
        final double frames = measures.getOrDefault(Measure.FRAMES, 0.0);
        if (frames > 0) {
            measures.put(Measure.AUDIO_SEND_CALLS_PER_FRAME, audioCalls / frames);
        }
        for (final FrameTiming timing : FrameTiming.values()) {
            final Optional<BucketHistogram> before = begin.histogram(timing.metric(), timing.labels());
            final Optional<BucketHistogram> after = end.histogram(timing.metric(), timing.labels());
            if (before.isPresent() && after.isPresent()) {
                timings.put(timing, after.get().minus(before.get()));
            }
        }
    }

    private void difference(final PrometheusText begin, final PrometheusText end, final String metric,
            final Measure measure) {
        difference(begin, end, metric).ifPresent(value -> measures.put(measure, value));
    }

    private static OptionalDouble difference(final PrometheusText begin, final PrometheusText end,
            final String metric) {
        final OptionalDouble before = begin.sum(metric);
        final OptionalDouble after = end.sum(metric);
        return before.isPresent() && after.isPresent()
            ? OptionalDouble.of(after.getAsDouble() - before.getAsDouble())
            : OptionalDouble.empty();
    }

    private void readPerf() throws IOException {
        final PerfCsv perf = PerfCsv.parse(files.text("perf.csv").orElse(""));
        final double seconds = setup.windowSeconds();
        perf.count("task-clock")
            .ifPresent(millis -> measures.put(Measure.CPUS, millis / MILLIS_PER_SECOND / seconds));
        perf.count("context-switches")
            .ifPresent(count -> measures.put(Measure.CONTEXT_SWITCHES_PER_SECOND, count / seconds));

        final PerfCsv calls = PerfCsv.parse(files.text("perf-calls.csv").orElse(""));
        final Map<String, Double> rates = new LinkedHashMap<>();
        calls.all().forEach((event, count) -> rates.put(event, count / setup.callsWindowSeconds()));
        if (rates.isEmpty()) {
            return;
        }
        rates.forEach((event, rate) -> {
            if (event.startsWith(CALL_EVENT)) {
                systemCalls.put(event.substring(CALL_EVENT.length()), rate);
            }
        });
        measures.put(Measure.SEND_CALLS_PER_SECOND, sumOfCalls("sendmmsg", "sendmsg", "sendto"));
        measures.put(Measure.RECEIVE_CALLS_PER_SECOND, sumOfCalls("recvmmsg", "recvmsg", "recvfrom"));
        if (rates.containsKey("raw_syscalls:sys_enter")) {
            measures.put(Measure.ALL_CALLS_PER_SECOND, rates.get("raw_syscalls:sys_enter"));
        }
    }

    private double sumOfCalls(final String... names) {
        double sum = 0;
        for (final String name : names) {
            sum += systemCalls.getOrDefault(name, 0.0);
        }
        return sum;
    }

    private void readFleet(final JsonNode fleet) {
        final double seconds = fleet.path("countedSeconds").asDouble();
        measures.put(Measure.CONNECTED, fleet.path("connected").asDouble());
        measures.put(Measure.LOST, fleet.path("lost").asDouble());
        measures.put(Measure.OFFERED_PER_SECOND, fleet.path("sent").asDouble() / seconds);
        measures.put(Measure.FLEET_BUSY, fleet.path("cpu").path("loopSeconds").asDouble() / seconds);
    }

    /** The window must lie within the fleet's counted time: all clients were playing then. */
    private void checkWindow(final JsonNode fleet, final RunChecks checks) {
        final Optional<Double> begin = files.secondsAt("begin");
        final Optional<Double> end = files.secondsAt("end");
        if (begin.isEmpty() || end.isEmpty()) {
            return;
        }
        final double started = Instant.parse(fleet.path("startedAt").asText()).toEpochMilli() / MILLIS_PER_SECOND;
        if (begin.get() < started) {
            checks.mark("the window began %.1f s before all clients were faded in", started - begin.get());
        }
        final double stopped = started + fleet.path("countedSeconds").asDouble();
        if (end.get() > stopped) {
            checks.mark("the fleet stopped %.1f s before the window's end", end.get() - stopped);
        }
    }
}
