package tutti.fleet;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import tutti.libc.LibC;
import tutti.libc.NativeException;
import tutti.opus.OpusUnavailableException;

/** The command line of the fleet. */
@Command(name = "synthetic-clients", mixinStandardHelpOptions = true, version = "Tutti synthetic clients 0.1.0",
        sortOptions = false, usageHelpWidth = 100,
        header = "Lets many synthetic musicians play on a server and checks what they get back.",
        description = {"",
            "Every client has a socket and a tone of its own, speaks the protocol as a real client does, and sends "
                    + "its packets evenly spread over the time of a packet, out of step with the others. With --verify "
                    + "some clients listen: every expected tone must be there at its level, and nothing else.",
            "",
            "What is counted: nothing before all clients are connected and faded in (3.5 s after the last one's first "
                    + "audio; after 20 s in any case), then --seconds seconds, nothing after. Loss is counted by the "
                    + "sequence byte of each block. Gaps and ping times are taken from the kernel's time stamps. When "
                    + "the count begins, a line that begins with \"counting\" goes to standard error.",
            "",
            "What is judged: the sound of the listeners in windows of 85 ms. A window in which something is off is "
                    + "disturbed; a tone that is missing, of a wrong level or foreign for a second is wrong. Windows "
                    + "with lost packets or a stall (the fleet 4 ms late, or the server 3.5 ms) are not judged.",
            "",
            "What latency is: the time from the moment at which a burst's first sample would have been at the "
                    + "microphone to the moment at which it could be played at the earliest, by the kernel's time "
                    + "stamp. It includes filling a packet, the way there and back, the server's jitter buffer, "
                    + "waiting for its frame, its work, and the delay of two encoders and two decoders (two blocks in "
                    + "all); not the player's own jitter buffer and sound card. Bursts come five or six times a "
                    + "second and client, at any sample of a packet; the clients' clocks are 150 ppm fast or slow, so "
                    + "that their packets drift through all phases of the server's frames. A burst that is not back "
                    + "after half a second is given up.",
            ""},
        footer = {"",
            "Exit code: 0 all was well; 1 something was wrong (the lines WRONG say what); 2 it could not start.",
            "",
            "Examples:",
            "  40 clients for a minute, 8 of them listening:",
            "    synthetic-clients --server 127.0.0.1:22124 --clients 40 --seconds 60 --verify 8",
            "  everybody with other faders, two blocks a packet, the numbers into a file:",
            "    synthetic-clients --server [::1]:22124 --clients 20 --faders distinct --factor 2 --json out.json",
            "  a choir of 150 in which one section practises:",
            "    synthetic-clients --server 127.0.0.1:22124 --clients 150 --muted 120"})
final class Main implements Callable<Integer> {

    private static final int EXIT_OK = 0;
    private static final int EXIT_WRONG = 1;
    private static final int EXIT_UNUSABLE = 2;
    private static final long LEAVE_SECONDS = 2;
    /** Counted time of a rehearsal; with coming, fading in and going it is some eight seconds. */
    private static final Duration REHEARSAL = Duration.ofSeconds(3);

    @Option(names = "--server", required = true, paramLabel = "HOST[:PORT]",
            description = "Where to play. Port " + FleetOptions.DEFAULT_PORT
                    + " if none is given; [ADDRESS]:PORT for IPv6.")
    private String server;

    @Option(names = "--clients", defaultValue = "10", paramLabel = "N",
            description = "Number of musicians. Default: ${DEFAULT-VALUE}.")
    private int clients;

    @Option(names = "--muted", defaultValue = "0", paramLabel = "K",
            description = "How many of them, the last ones, are muted: they send silence, hear everybody and count "
                    + "like the others. Default: ${DEFAULT-VALUE}.")
    private int muted;

    @Option(names = "--seconds", defaultValue = "10", paramLabel = "S",
            description = "Length of the counted window in seconds. Default: ${DEFAULT-VALUE}.")
    private double seconds;

    @Option(names = "--ramp-ms", defaultValue = "1000", paramLabel = "MS",
            description = "Time from the first client's connection to the last one's. Default: ${DEFAULT-VALUE}.")
    private long rampMillis;

    @Option(names = "--rehearse-with", paramLabel = "HOST:PORT",
            description = "Play on that server first, for some eight seconds that do not count. A fleet whose code "
                    + "has never run is late, and then sends in bursts what it owes; real players are not.")
    private String rehearsalServer;

    @Option(names = "--channels", defaultValue = "2", paramLabel = "1|2",
            description = "Mono or stereo. In stereo, the right side is 3 dB softer. Default: ${DEFAULT-VALUE}.")
    private int channels;

    @Option(names = "--bytes", paramLabel = "B",
            description = "Coded bytes of one block, without its sequence byte. Default: quality \"normal\", that is "
                    + "45 mono and 71 stereo for 128 samples, 22 and 35 for 64.")
    private Integer bytes;

    @Option(names = "--frame", defaultValue = "128", paramLabel = "64|128",
            description = "Samples of one block. Default: ${DEFAULT-VALUE}.")
    private int frame;

    @Option(names = "--factor", defaultValue = "1", paramLabel = "1|2|4",
            description = "Blocks in one packet. Default: ${DEFAULT-VALUE}.")
    private int factor;

    @Option(names = "--faders", defaultValue = "default", paramLabel = "default|distinct",
            description = "default: nobody moves a fader, all mixes are equal. distinct: every client sets another "
                    + "gain for every other, no two mixes are equal.")
    private String faders;

    @Option(names = "--verify", defaultValue = "0", paramLabel = "K",
            description = "Number of clients that decode and judge what they hear. Default: ${DEFAULT-VALUE}.")
    private int verifiers;

    @Option(names = "--latency", defaultValue = "0", paramLabel = "K",
            description = "How many of the clients, the first ones, measure latency as a player feels it. They send "
                    + "bursts instead of a tone and hear only themselves; nobody else hears them, so each of them is "
                    + "one more mix. Default: ${DEFAULT-VALUE}.")
    private int latency;

    @Option(names = "--loss", defaultValue = "0", paramLabel = "PERCENT",
            description = "So many of the packets to the server are lost, and of the messages from it. Not with "
                    + "--verify.")
    private double loss;

    @Option(names = "--reorder", defaultValue = "0", paramLabel = "PERCENT",
            description = "So many of the audio packets to the server arrive after the next one. Not with "
                    + "--verify.")
    private double reorder;

    @Option(names = "--drift", defaultValue = "0", paramLabel = "PPM",
            description = "The clients' clocks are between so many millionths slow and as many fast. Jitter buffers "
                    + "then run empty or over now and then, which disturbs windows but makes no tone wrong.")
    private double drift;

    @Option(names = "--churn", defaultValue = "0", paramLabel = "SECONDS",
            description = "Clients stay so long on average, then leave or, as often, vanish without farewell, and come "
                    + "back from another port. Packets are then not judged, but that every visit gets its sound is. "
                    + "Not with --verify or --latency.")
    private double churn;

    @Option(names = "--flood", defaultValue = "0", paramLabel = "N",
            description = "Strangers send the server so many hostile datagrams a second: noise, damaged frames, forged "
                    + "messages.")
    private int flood;

    @Option(names = "--band", defaultValue = Identity.DEFAULT_BAND, paramLabel = "NAME",
            description = "Name of this fleet, when there are several on a server: letters. Its clients have it in "
                    + "their names, and mute everybody else.")
    private String band;

    @Option(names = "--seed", defaultValue = "1", paramLabel = "N",
            description = "Another number, other random moments. Default: ${DEFAULT-VALUE}.")
    private long seed;

    @Option(names = "--json", paramLabel = "FILE",
            description = "Write the summary there as JSON; - is standard output, and then nothing else goes there.")
    private Path json;

    @Option(names = "--no-handshake",
            description = "Send audio with sequence bytes and nothing else: no protocol, no pings. For servers that "
                    + "have none.")
    private boolean noHandshake;

    @Option(names = "--opus-library", paramLabel = "FILE",
            description = "The libopus to use. Default: the one that native/get-libopus.sh provides, then the "
                    + "system's.")
    private Path opusLibrary;

    @Spec
    private CommandSpec spec;

    private final CountDownLatch finished = new CountDownLatch(1);
    private volatile Fleet playing;
    private volatile boolean interrupted;

    private Main() {
    }

    public static void main(final String[] arguments) {
        System.exit(run(new PrintWriter(System.out, true), new PrintWriter(System.err, true), arguments));
    }

    /** Runs a command line. {@return the exit code} */
    static int run(final PrintWriter out, final PrintWriter err, final String... arguments) {
        return new CommandLine(new Main())
                .setOut(out)
                .setErr(err)
                .setParameterExceptionHandler((failure, given) -> refuse(err, failure))
                .setExecutionExceptionHandler((failure, command, parsed) -> explain(err, failure))
                .execute(arguments);
    }

    private static int refuse(final PrintWriter err, final Exception failure) {
        err.println("synthetic-clients: " + failure.getMessage().replaceAll("\\R", " ") + " (see --help)");
        return EXIT_UNUSABLE;
    }

    private static int explain(final PrintWriter err, final Exception failure) {
        if (failure instanceof OpusUnavailableException || failure instanceof NativeException
                || failure instanceof IOException) {
            err.println("synthetic-clients: " + failure.getMessage());
        } else if (failure instanceof IllegalArgumentException) {
            return refuse(err, failure);
        } else {
            failure.printStackTrace(err);
        }
        return EXIT_UNUSABLE;
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        if (!LibC.isAvailable()) {
            throw new IOException("this needs 64-bit Linux: the kernel's time stamps and calls are used directly");
        }
        final FleetOptions options = options(FleetOptions.parseServer("--server", server),
                Duration.ofMillis(Math.round(seconds * 1000)));
        prepareJson(options);
        Runtime.getRuntime().addShutdownHook(new Thread(this::leave, "leave"));
        try {
            if (rehearsalServer != null) {
                rehearse();
            }
            final PrintWriter err = spec.commandLine().getErr();
            final FleetSummary summary = play(options, new ProgressLine(err, ProgressLine.isTerminal(), options));
            report(summary, options);
            return summary.ok() ? EXIT_OK : EXIT_WRONG;
        } finally {
            finished.countDown();
        }
    }

    private void rehearse() throws IOException, InterruptedException {
        final FleetOptions options =
                options(FleetOptions.parseServer("--rehearse-with", rehearsalServer), REHEARSAL);
        final FleetSummary summary =
                play(options, new ProgressLine(new PrintWriter(Writer.nullWriter()), false, options));
        if (summary.packets().received() == 0 && !interrupted) {
            throw new IOException("--rehearse-with " + rehearsalServer
                    + ": nothing came back, is a server listening there?");
        }
    }

    private FleetSummary play(final FleetOptions options, final ProgressLine progress)
            throws IOException, InterruptedException {
        try (Fleet fleet = new Fleet(options)) {
            playing = fleet;
            if (interrupted) {
                fleet.requestStop();
            }
            return fleet.run(progress);
        }
    }

    /** Interrupted by a signal: the clients leave as they should, and the summary is still written. */
    private void leave() {
        interrupted = true;
        final Fleet fleet = playing;
        if (fleet != null) {
            fleet.requestStop();
        }
        try {
            finished.await(LEAVE_SECONDS, TimeUnit.SECONDS);
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private FleetOptions options(final InetSocketAddress where, final Duration counted) {
        if (seconds > Duration.ofDays(30).toSeconds()) {
            throw new IllegalArgumentException("--seconds " + seconds + ": at most 30 days");
        }
        final int codedBytes = bytes != null ? bytes : StreamFormat.normalCodedBytes(frame, channels);
        return new FleetOptions(where, clients, muted, latency,
                band, new Hardship(loss, reorder, drift, churn, flood), seed,
                counted, Duration.ofMillis(rampMillis),
                new StreamFormat(frame, channels, codedBytes, factor), parseFaders(faders), verifiers, !noHandshake,
                Optional.ofNullable(json), Optional.ofNullable(opusLibrary));
    }

    private static Faders parseFaders(final String text) {
        return switch (text) {
            case "default" -> Faders.DEFAULT;
            case "distinct" -> Faders.DISTINCT;
            default -> throw new IllegalArgumentException("--faders " + text + ": default or distinct");
        };
    }

    private static boolean isStandardOutput(final Path json) {
        return json.toString().equals("-");
    }

    /** A file that cannot be written is better known before the run than after it. */
    private static void prepareJson(final FleetOptions options) throws IOException {
        if (options.json().isPresent() && !isStandardOutput(options.json().get())) {
            final Path file = options.json().get();
            try {
                Files.writeString(file, "");
            } catch (final IOException e) {
                throw new IOException("--json " + file + ": cannot be written, " + e.getClass().getSimpleName(), e);
            }
        }
    }

    private void report(final FleetSummary summary, final FleetOptions options) throws IOException {
        final PrintWriter out = spec.commandLine().getOut();
        if (options.json().isPresent() && isStandardOutput(options.json().get())) {
            out.println(toJson(summary));
            return;
        }
        out.print(SummaryText.of(summary));
        out.flush();
        if (options.json().isPresent()) {
            Files.writeString(options.json().get(), toJson(summary) + System.lineSeparator());
        }
    }

    private static String toJson(final FleetSummary summary) throws JsonProcessingException {
        return new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT).writeValueAsString(summary);
    }
}
