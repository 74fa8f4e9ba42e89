package tutti.harness.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tutti.harness.sweep.Measure;
import tutti.harness.sweep.Sweep;
import tutti.server.stats.Timing;

/** The charts of a report, in its order. Those for which no run has numbers are absent. */
final class ReportCharts {
    private static final double PERCENT = 100;

    private final List<Entry> entries = new ArrayList<>();

    /**
     * A chart.
     *
     * @param file        its name as a file, without suffix
     * @param title       of the chart
     * @param explanation what it shows
     * @param svg         the drawing
     */
    record Entry(String file, String title, String explanation, String svg) {
    }

    private ReportCharts() {
    }

    /**
     * @param sweep all runs
     * @return its charts
     */
    static List<Entry> of(final Sweep sweep) {
        final ReportCharts all = new ReportCharts();
        all.load(sweep);
        all.frames(sweep);
        return List.copyOf(all.entries);
    }

    private void load(final Sweep sweep) {
        final Charts charts = new Charts(sweep);
        add("cpu", "CPU against clients", "Mean of the runs; the bars are one standard deviation to each side.",
            charts.againstClients(Measure.CPUS, PERCENT, "CPU of the server, %"));
        add("floor", "CPU in multiples of the floor", "1 is the least that this load needs: the same datagrams, as "
            + "many decodes and encodes, nothing else. Mean of the ratios within a round, and their standard "
            + "deviation.",
            charts.multiplesOfFloor());
        add("latency", "Latency as a player feels it", "From a sound at a client to its return to the same client: "
            + "filling a packet, the way there and back, the server's jitter buffer, waiting for its frame, its work, "
            + "both codecs. Means over the runs of each run's percentiles; how full a jitter buffer is kept is part of "
            + "it.", charts.latency());
        add("send-calls", "Send calls", "sendmmsg, sendmsg and sendto in a second.",
            charts.againstClients(Measure.SEND_CALLS_PER_SECOND, 1, "calls in a second"));
        add("system-calls", "All system calls", "Whatever the server asks of the kernel.",
            charts.againstClients(Measure.ALL_CALLS_PER_SECOND, 1, "calls in a second"));
        add("context-switches", "Context switches", "Of all the server's threads.",
            charts.againstClients(Measure.CONTEXT_SWITCHES_PER_SECOND, 1, "switches in a second"));
    }

    private void frames(final Sweep sweep) {
        final Charts charts = new Charts(sweep);
        final int most = sweep.clientCounts().getLast();
        add("hold", "Hold window, " + most + " clients", "From a frame's first packet ready to its last one handed to "
            + "the kernel: the longest wait that batching causes. With batching off nothing is held back, which is "
            + "recorded as 0.", charts.histogram(Timing.HOLD_WINDOW, most));
        add("departure", "Departure, " + most + " clients", "From when a frame is due to the departure of "
            + "its last packet: what a player feels of the frame's work.", charts.histogram(Timing.DEPARTURE, most));
        add("frame-time", "Frame time", "A frame has 2667 µs.", charts.frameTimes());
        add("stages", "Where a frame's time goes", "Mean work of each stage.", charts.stages());
    }

    private void add(final String file, final String title, final String explanation, final Optional<String> svg) {
        svg.ifPresent(drawing -> entries.add(new Entry(file, title, explanation, drawing)));
    }
}
