package tutti.fleet;

import java.util.Locale;

/** The summary for people. */
final class SummaryText {

    private static final int MAX_DETAILS = 8;

    private SummaryText() {
    }

    /** {@return a few lines, the last one the verdict} */
    static String of(final FleetSummary summary) {
        final StringBuilder text = new StringBuilder();
        final FleetSummary.Load load = summary.load();
        line(text, "connected   %d of %d clients (%d samples, %d channels, %d bytes, factor %d, faders %s)",
                load.connected(), load.clients(), load.frameSamples(), load.channels(), load.codedBytes(),
                load.factor(), load.faders());
        if (load.muted() > 0) {
            line(text, "muted       %d of them: %s to %s", load.muted(), TonePlan.name(load.clients() - load.muted()),
                    TonePlan.name(load.clients() - 1));
        }
        if (load.countedSeconds() > 0) {
            counts(text, summary);
        }
        for (final String problem : summary.problems()) {
            line(text, "WRONG       %s", problem);
        }
        if (summary.ok()) {
            line(text, "OK");
        }
        return text.toString();
    }

    private static void counts(final StringBuilder text, final FleetSummary summary) {
        line(text, "counted     %s", summary.counted());
        final FleetSummary.Packets packets = summary.packets();
        line(text, "packets     sent %d, received %d, lost %d, duplicate %d, reordered %d, longest gap %.1f ms",
                packets.sent(), packets.received(), packets.lost(), packets.duplicate(), packets.reordered(),
                packets.longestGapMillis());
        final FleetSummary.Rate rate = packets.packetsPerSecond();
        line(text, "per client  %.1f / %.1f / %.1f packets/s received (min / median / max), expected %.1f", rate.min(),
                rate.median(), rate.max(), rate.expected());
        final FleetSummary.Pings pings = summary.pingMicros();
        if (pings != null) {
            line(text, "ping        p50 %.0f us, p99 %.0f us, max %.0f us, unanswered %d of %d", pings.p50(),
                    pings.p99(), pings.max(), pings.unanswered(), pings.sent());
        }
        final FleetSummary.Visits visits = summary.visits();
        if (visits != null) {
            line(text, "visits      %d, of which %d ended with a farewell and %d without; %d got no sound",
                    visits.begun(), visits.farewells(), visits.crashes(), visits.failed());
        }
        if (summary.hostile() > 0) {
            line(text, "flood       %d hostile datagrams", summary.hostile());
        }
        final FleetSummary.Latency latency = summary.latency();
        if (latency != null) {
            line(text, "latency     p50 %.1f ms, p90 %.1f ms, max %.1f ms; %d bursts of %d clients, %d not heard again",
                    latency.p50Millis(), latency.p90Millis(), latency.maxMillis(), latency.bursts(),
                    latency.clients(), latency.unheard());
        }
        final FleetSummary.Verification heard = summary.verification();
        if (heard != null) {
            line(text, "sound       %d listeners, %d windows of 85 ms judged, %d disturbed; %d not judged; "
                    + "wrong tones %d", heard.listeners(), heard.windows(), heard.disturbedWindows(),
                    heard.unusableWindows(), summary.wrongTones());
            summary.wrongToneDetails().stream().limit(MAX_DETAILS)
                    .forEach(wrong -> line(text, "            %s", wrong));
        }
        line(text, "own cpu     %.2f s in %.1f s (sending thread %.2f s); at most %.1f ms late, %d slots too late",
                summary.cpu().processSeconds(), summary.load().countedSeconds(), summary.cpu().loopSeconds(),
                summary.cpu().longestLateMillis(), summary.cpu().lateSlots());
    }

    private static void line(final StringBuilder text, final String format, final Object... arguments) {
        text.append(String.format(Locale.ROOT, format, arguments)).append(System.lineSeparator());
    }
}
