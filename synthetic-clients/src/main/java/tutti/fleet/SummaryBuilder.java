package tutti.fleet;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.HdrHistogram.Histogram;

/** Gathers what the clients counted, and says what was wrong. */
final class SummaryBuilder {

    /** A client that receives less than this part of the nominal rate has been short-changed. */
    private static final double LOWEST_RATE = 0.99;
    /** More than this part of the windows disturbed means unsteady sound, even if no tone is wrong for long. */
    private static final double HIGHEST_DISTURBED = 0.5;
    /**
     * With fewer windows judged than this part, the others say little, unless there are twice as many for each verifier
     * as it takes to find a wrong tone.
     */
    private static final double LOWEST_JUDGED = 0.25;
    private static final int ENOUGH_JUDGED = 2 * ToneVerifier.PERSISTENT;
    /** When so large a part of the bursts is never heard, or there were none, the times of the others say little. */
    private static final double HIGHEST_UNHEARD = 0.5;
    private static final int MAX_DESCRIBED = 24;
    private static final double NANOS_PER_MILLI = 1e6;
    private static final double NANOS_PER_SECOND = 1e9;

    private final FleetOptions options;
    private final RunControl control;
    private final FleetLoop loop;
    private final FleetClient[] clients;
    private final Churn churn;
    private final Flood flood;
    private final Histogram roundTrips;
    private final Histogram latencies;
    private final Tolerance tolerance;
    private final List<String> problems = new ArrayList<>();

    /**
     * @param churn     null when all clients stayed
     * @param flood     null when there was none
     * @param tolerance that of the verifiers, null when there are none
     */
    SummaryBuilder(final FleetOptions options, final RunControl control, final FleetLoop loop,
            final FleetClient[] clients, final Churn churn, final Flood flood, final Histogram roundTrips,
            final Histogram latencies, final Tolerance tolerance) {
        this.options = options;
        this.control = control;
        this.loop = loop;
        this.clients = clients;
        this.churn = churn;
        this.flood = flood;
        this.roundTrips = roundTrips;
        this.latencies = latencies;
        this.tolerance = tolerance;
    }

    /** {@return the summary of a run that has ended} */
    FleetSummary build() {
        final FleetSummary.Packets packets = packets();
        final FleetSummary.Verification verification = verification();
        final FleetSummary.Latency latency = latency();
        final long full = sum(client -> client.protocol() == null ? 0 : client.protocol().serverFullReplies());
        judgeSession(full);
        if (control.countedNanos() > 0) {
            if (churn == null) {
                judgePackets(packets);
            } else {
                judge(churn.failed() > 0, "%d of %d visits got no sound within %d s", churn.failed(), churn.visits(),
                        Churn.JOIN_NANOS / 1_000_000_000L);
            }
            judgeSound(verification);
            judgeLatency(latency);
        }
        return new FleetSummary(problems.isEmpty(), problems, countedText(), load(), packets, pings(), latency,
                visits(), flood == null ? 0 : flood.sent(), wrongToneCount(), wrongTones(), verification, full, cpu());
    }

    private FleetSummary.Load load() {
        final StreamFormat format = options.format();
        final String startedAt = control.countingSinceMillis() == 0
                ? null
                : Instant.ofEpochMilli(control.countingSinceMillis()).toString();
        return new FleetSummary.Load(serverText(), startedAt, countedSeconds(), clients.length, options.muted(),
                control.connected(),
                format.frameSamples(), format.channels(), format.codedBytes(), format.factor(),
                options.faders().name().toLowerCase(Locale.ROOT));
    }

    private FleetSummary.Packets packets() {
        return new FleetSummary.Packets(sum(FleetClient::sent), sum(client -> client.socket().sendFailures()),
                sum(FleetClient::received), sum(client -> client.sequences().lost()),
                sum(client -> client.sequences().duplicate()), sum(client -> client.sequences().reordered()),
                sum(FleetClient::wrongSize), longestGapMillis(), rate());
    }

    private FleetSummary.Cpu cpu() {
        return new FleetSummary.Cpu(control.cpu().processNanos() / NANOS_PER_SECOND,
                control.cpu().threadNanos() / NANOS_PER_SECOND, loop.lateSlots(),
                loop.longestLatenessNanos() / NANOS_PER_MILLI);
    }

    private double countedSeconds() {
        return control.countedNanos() / NANOS_PER_SECOND;
    }

    private interface Count {
        long of(FleetClient client);
    }

    private long sum(final Count count) {
        return Arrays.stream(clients).mapToLong(count::of).sum();
    }

    private void judge(final boolean wrong, final String text, final Object... arguments) {
        if (wrong) {
            problems.add(String.format(Locale.ROOT, text, arguments));
        }
    }

    private void judgeSession(final long full) {
        judge(control.heardNothing(), "nothing came back from %s: is a server listening there?", serverText());
        judge(churn == null && !control.heardNothing() && control.connected() < clients.length,
                "only %d of %d clients were connected", control.connected(), clients.length);
        judge(full > 0, "the server answered %d times that it is full", full);
        judge(control.countedNanos() > 0 && !control.settledInTime(),
                "not every client was ready (connected, everything acknowledged, faders set) %d s after the last began",
                RunControl.MAX_SETTLING_NANOS / 1_000_000_000L);
        judge(!control.heardNothing() && control.countedNanos() == 0, "stopped before the counting began");
        judge(control.countedNanos() > 0 && control.countedNanos() < options.counted().toNanos(),
                "stopped before the end of the counted window");
        final long left = Arrays.stream(clients).filter(c -> c.protocol() != null && c.protocol().serverLeft()).count();
        judge(left > 0, "the server disconnected %d clients", left);
    }

    private void judgePackets(final FleetSummary.Packets packets) {
        judge(packets.lost() > 0, "%d blocks lost on the way from the server", packets.lost());
        judge(packets.duplicate() > 0, "%d blocks arrived twice", packets.duplicate());
        judge(packets.reordered() > 0, "%d blocks arrived after a later one", packets.reordered());
        judge(packets.wrongSize() > 0, "%d audio packets had a wrong size", packets.wrongSize());
        judge(packets.sendFailures() > 0, "%d packets could not be sent", packets.sendFailures());
        judgeRate(packets.packetsPerSecond());
    }

    private void judgeRate(final FleetSummary.Rate rate) {
        final double seconds = countedSeconds();
        final double enough = rate.expected() * LOWEST_RATE;
        final long starved = Arrays.stream(clients).filter(c -> c.received() / seconds < enough).count();
        final double leastSent = Arrays.stream(clients).mapToLong(FleetClient::sent).min().orElse(0) / seconds;
        judge(leastSent < enough, "the fleet itself could not keep up: for one client it sent only %.1f packets a "
                + "second of %.1f; this machine is too busy", leastSent, rate.expected());
        judge(starved > 0, "%d clients received less than %.1f packets a second, the least %.1f; expected are %.1f",
                starved, enough, rate.min(), rate.expected());
    }

    private void judgeSound(final FleetSummary.Verification verification) {
        if (verification == null) {
            return;
        }
        final int wrong = wrongToneCount();
        judge(wrong > 0, "%d tones were heard wrongly, see wrongToneDetails", wrong);
        final int judged = verification.windows();
        final int all = judged + verification.unusableWindows();
        judge(all == 0, "no verifier heard anything");
        final int enough = ENOUGH_JUDGED * verification.listeners();
        judge(judged < Math.min(enough, LOWEST_JUDGED * all), "only %d of %d windows could be judged: packets were "
                + "lost, or the fleet or the server stood still", judged, all);
        judge(verification.disturbedWindows() > HIGHEST_DISTURBED * verification.windows(),
                "the sound was disturbed in %d of %d windows of 85 ms", verification.disturbedWindows(),
                verification.windows());
        final long refused = sum(client -> client.listener() == null ? 0 : client.listener().decoderErrors());
        judge(refused > 0, "%d blocks could not be decoded", refused);
    }

    private void judgeLatency(final FleetSummary.Latency latency) {
        if (latency != null) {
            judge(latency.unheard() >= HIGHEST_UNHEARD * latency.bursts(), "only %d of %d bursts came back",
                    latency.bursts() - latency.unheard(), latency.bursts());
        }
    }

    private FleetSummary.Visits visits() {
        return churn == null
                ? null
                : new FleetSummary.Visits(churn.visits(), churn.farewells(), churn.crashes(), churn.failed());
    }

    private FleetSummary.Latency latency() {
        if (options.latency() == 0) {
            return null;
        }
        return new FleetSummary.Latency(options.latency(),
                sum(client -> client.latencyMeter() == null ? 0 : client.latencyMeter().bursts()),
                sum(client -> client.latencyMeter() == null ? 0 : client.latencyMeter().unheard()),
                latencies.getValueAtPercentile(50) / NANOS_PER_MILLI,
                latencies.getValueAtPercentile(90) / NANOS_PER_MILLI, latencies.getMaxValue() / NANOS_PER_MILLI);
    }

    private FleetSummary.Rate rate() {
        final double seconds = countedSeconds();
        final double[] rates = Arrays.stream(clients)
                .mapToDouble(client -> seconds == 0 ? 0 : client.received() / seconds).sorted().toArray();
        return new FleetSummary.Rate(options.format().datagramsPerSecond(), rates[0], rates[rates.length / 2],
                rates[rates.length - 1]);
    }

    private double longestGapMillis() {
        return Arrays.stream(clients).mapToLong(client -> client.arrivals().longestGapNanos()).max().orElse(0)
                / NANOS_PER_MILLI;
    }

    private FleetSummary.Pings pings() {
        if (!options.handshake()) {
            return null;
        }
        return new FleetSummary.Pings(sum(client -> client.pings().sent()), sum(client -> client.pings().unanswered()),
                roundTrips.getValueAtPercentile(50) / 1e3, roundTrips.getValueAtPercentile(99) / 1e3,
                roundTrips.getMaxValue() / 1e3);
    }

    private List<ToneVerifier> verifiers() {
        return Arrays.stream(clients).map(FleetClient::verifier).filter(Objects::nonNull).toList();
    }

    private int wrongToneCount() {
        return verifiers().stream().mapToInt(ToneVerifier::wrongTones).sum();
    }

    private List<WrongTone> wrongTones() {
        return verifiers().stream().flatMap(verifier -> verifier.describeWrongTones().stream()).limit(MAX_DESCRIBED)
                .toList();
    }

    private FleetSummary.Verification verification() {
        final List<ToneVerifier> verifiers = verifiers();
        if (verifiers.isEmpty()) {
            return null;
        }
        float worst = 0;
        for (final ToneVerifier verifier : verifiers) {
            worst = Math.max(worst, verifier.worstResidual());
        }
        return new FleetSummary.Verification(verifiers.size(),
                verifiers.stream().mapToInt(ToneVerifier::windows).sum(),
                verifiers.stream().mapToInt(ToneVerifier::unusableWindows).sum(),
                verifiers.stream().mapToInt(ToneVerifier::disturbedWindows).sum(), tolerance.line(),
                tolerance.residual(), worst);
    }

    private String serverText() {
        final String host = options.server().getAddress().getHostAddress();
        return (host.contains(":") ? "[" + host + "]" : host) + ":" + options.server().getPort();
    }

    private String countedText() {
        return String.format(Locale.ROOT, "%.1f s of steady load: from %s, to the moment the fleet stopped playing; "
                        + "connecting and leaving are not counted", countedSeconds(), options.handshake()
                        ? "when all clients were connected, their messages acknowledged and faded in"
                        : "when all clients had received audio and a second had passed");
    }
}
