package tutti.fleet;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/**
 * What the user asked for, checked.
 *
 * @param server      where the packets go
 * @param clients     size of the fleet
 * @param muted       how many of them, the last ones, send silence
 * @param latency     how many, the first ones, measure latency instead of playing a tone
 * @param band        name of the fleet
 * @param hardship    what its clients suffer
 * @param seed        of everything that is random
 * @param counted     length of the counted window
 * @param ramp        time from the first client's connection to the last one's
 * @param format      how everybody codes the audio
 * @param faders      which gains are set
 * @param verifiers   how many clients judge what they hear
 * @param handshake   false: audio only, for servers without a protocol
 * @param json        file for the summary
 * @param opusLibrary the libopus to use; empty: the usual places
 */
record FleetOptions(InetSocketAddress server, int clients, int muted, int latency, String band, Hardship hardship,
        long seed, Duration counted, Duration ramp, StreamFormat format, Faders faders, int verifiers,
        boolean handshake, Optional<Path> json, Optional<Path> opusLibrary) {

    static final int DEFAULT_PORT = 22124;

    private static final int MAX_PORT = 65_535;
    private static final Duration MAX_RAMP = Duration.ofMinutes(10);

    FleetOptions {
        if (clients < 1 || clients > TonePlan.MAX_TONES) {
            throw new IllegalArgumentException("--clients " + clients + ": 1 to " + TonePlan.MAX_TONES
                    + " are possible");
        }
        if (muted < 0 || muted >= clients) {
            throw new IllegalArgumentException("--muted " + muted + ": 0 to " + (clients - 1)
                    + " are possible, at least one of the clients must sound");
        }
        if (latency < 0 || latency + muted > clients) {
            throw new IllegalArgumentException("--latency " + latency + ": 0 to " + (clients - muted)
                    + " are possible, the clients that are not muted");
        }
        if (counted.isNegative() || counted.isZero()) {
            throw new IllegalArgumentException("--seconds must be more than 0");
        }
        if (ramp.isNegative() || ramp.compareTo(MAX_RAMP) > 0) {
            throw new IllegalArgumentException("--ramp-ms " + ramp.toMillis() + ": 0 to " + MAX_RAMP.toMillis()
                    + " are possible");
        }
        if (verifiers < 0 || verifiers > clients - latency) {
            throw new IllegalArgumentException("--verify " + verifiers + ": 0 to " + (clients - latency)
                    + " are possible, the clients that do not measure latency");
        }
        if (!band.matches("\\p{Alpha}{1," + Identity.MAX_BAND_LENGTH + "}")) {
            throw new IllegalArgumentException("--band " + band + ": 1 to " + Identity.MAX_BAND_LENGTH
                    + " letters are possible");
        }
        if (verifiers > 0 && hardship.spoilsTones()) {
            throw new IllegalArgumentException("--verify cannot judge tones that are lost or come and go: leave out "
                    + "--loss, --reorder and --churn, or let another fleet (--band) suffer them");
        }
        if (hardship.churnSeconds() > 0 && (latency > 0 || !handshake)) {
            throw new IllegalArgumentException("--churn needs the protocol and cannot be had with --latency");
        }
        if (!handshake && faders != Faders.DEFAULT) {
            throw new IllegalArgumentException("--faders distinct needs the protocol: leave out --no-handshake");
        }
    }

    /** {@return who hears whom, and how loud} */
    GainPlan gains() {
        return new GainPlan(faders, clients, latency);
    }

    /**
     * Reads HOST, HOST:PORT, [IPV6] or [IPV6]:PORT and looks the host up.
     *
     * @param option that has it, for messages
     * @param text   what was given
     * @throws IllegalArgumentException when that is not possible
     */
    static InetSocketAddress parseServer(final String option, final String text) {
        final int bracket = text.startsWith("[") ? text.indexOf(']') : -1;
        final int colon = text.indexOf(':', bracket + 1);
        final String host = bracket > 0
                ? text.substring(1, bracket)
                : text.substring(0, colon < 0 ? text.length() : colon);
        if (host.isEmpty() || bracket < 0 && text.startsWith("[")) {
            throw new IllegalArgumentException(option + " " + text
                    + ": expected HOST:PORT (an IPv6 address goes into square brackets)");
        }
        final int port = colon < 0 ? DEFAULT_PORT : parsePort(option, text, text.substring(colon + 1));
        try {
            return new InetSocketAddress(InetAddress.getByName(host), port);
        } catch (final UnknownHostException e) {
            throw new IllegalArgumentException(option + " " + text + ": no address found for host " + host, e);
        }
    }

    private static int parsePort(final String option, final String text, final String digits) {
        try {
            final int port = Integer.parseInt(digits);
            if (port >= 1 && port <= MAX_PORT) {
                return port;
            }
        } catch (final NumberFormatException notANumber) {
            // The message below says what is expected.
        }
        throw new IllegalArgumentException(option + " " + text + ": the port must be a number from 1 to " + MAX_PORT
                + " (an IPv6 address goes into square brackets)");
    }
}
