package tutti.server.cli;

import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import picocli.CommandLine;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.UnmatchedArgumentException;
import tutti.server.ServerConfig;
import tutti.server.ServerConfig.ReceiveMode;
import tutti.server.ServerConfig.TransportKind;
import tutti.server.StartupException;

/** The command line: names, defaults, ranges and help of every option in one place. */
@Command(
    name = "java -jar server.jar",
    sortOptions = false,
    usageHelpWidth = 100,
    synopsisHeading = "Usage: ",
    customSynopsis = "java -jar server.jar [OPTION]...",
    description = {
        "",
        "Tutti is a server for playing music together: Jamulus clients connect to it over UDP and each hears the mix "
            + "of all, with their own faders."
    },
    footerHeading = "%nExamples:%n",
    footer = {
        "  java -jar server.jar                                  Play on UDP port 22124",
        "  java -jar server.jar --cpu 1 --admin-port 9100        Pin the audio, offer metrics",
        "  java -jar server.jar --welcome greeting.html --max-clients 40",
        "",
        "While running, with --admin-port 9100:",
        "  curl localhost:9100/metrics                           Prometheus text",
        "  curl localhost:9100/health                            Is the loop alive?",
        "  curl -X POST 'localhost:9100/batch-send?mode=off'     Switch without losing a packet,",
        "  curl -X POST 'localhost:9100/shared-mix?mode=off'     any of them,",
        "  curl -X POST 'localhost:9100/decode-ahead?mode=off'   while it runs",
        "",
        "Exit codes:",
        "  0   ended by SIGTERM or SIGINT, or after --help or --version",
        "  1   a fault in the server itself",
        "  2   it cannot start like this: a wrong option, a port in use, a missing library, a too old Java"
    })
public final class ServerOptions {
    private static final int MAX_PORT = 65_535;
    private static final int MAX_DSCP = 63;
    /** One frame: nothing waits longer anyway. */
    private static final int MAX_HOLD_MICROS = 2_666;
    /** The most a {@code cpu_set_t} of sched_setaffinity(2) holds. */
    private static final int MAX_CPU = 1_023;
    private static final int MAX_STATS_SECONDS = 86_400;

    @ArgGroup(validate = false, heading = "%nNetwork:%n")
    private final Network network = new Network();
    @ArgGroup(validate = false, heading = "%nMusicians:%n")
    private final Musicians musicians = new Musicians();
    @ArgGroup(validate = false, heading = "%nSound and timing:%n")
    private final Timing timing = new Timing();
    @ArgGroup(validate = false, heading = "%nOperation:%n")
    private final Operation operation = new Operation();

    private ServerOptions() {
    }

    /** What the command line asks for. */
    public sealed interface Request permits Run, Print {
    }

    /**
     * To run a server.
     *
     * @param config how
     */
    public record Run(ServerConfig config) implements Request {
    }

    /**
     * To print something and end with exit code 0.
     *
     * @param text the help or the version, with its line end
     */
    public record Print(String text) implements Request {
    }

    /**
     * Reads the command line.
     *
     * @param args as given to {@code main}
     * @return what is asked for, all values checked
     * @throws StartupException when an option is unknown, or its value is missing or not one it takes
     */
    public static Request parse(final String... args) throws StartupException {
        final ServerOptions options = new ServerOptions();
        final CommandLine commandLine = new CommandLine(options).setExpandAtFiles(false);
        try {
            commandLine.parseArgs(args);
            options.timing.checkWith(options.network);
            if (options.operation.help) {
                return new Print(commandLine.getUsageMessage());
            }
            if (options.operation.version) {
                return new Print(Version.line() + System.lineSeparator());
            }
            return new Run(options.toConfig());
        } catch (final ParameterException e) {
            throw new StartupException(explain(e), e);
        }
    }

    private ServerConfig toConfig() {
        return new ServerConfig(
            network.port,
            Optional.ofNullable(network.bind),
            network.batchSend,
            timing.sharedMix,
            timing.decodeAhead,
            network.maxHoldMicros,
            network.receive,
            network.transport,
            musicians.maxClients,
            musicians.admission,
            timing.cpu,
            timing.workers,
            timing.workerCpus(),
            timing.realtime,
            network.dscp,
            operation.adminPort,
            Optional.ofNullable(timing.opusLibrary),
            musicians.welcome,
            operation.statsSeconds);
    }

    /** One line: picocli's messages can have several. */
    private static String explain(final ParameterException exception) {
        final String what = exception instanceof final UnmatchedArgumentException unmatched
            ? "there is no option '" + unmatched.getUnmatched().get(0) + "'" + suggestion(unmatched)
            : Character.toLowerCase(exception.getMessage().charAt(0)) + exception.getMessage().substring(1);
        return what.lines().findFirst().orElse("wrong option") + " (--help shows all options)";
    }

    private static String suggestion(final UnmatchedArgumentException unmatched) {
        final List<String> suggestions = unmatched.getSuggestions();
        return suggestions.isEmpty() ? "" : ", did you mean " + suggestions.get(0) + "?";
    }

    private static int number(final CommandSpec spec, final String option, final String value, final int low,
                              final int high) {
        try {
            final int number = Integer.parseInt(value);
            if (number >= low && number <= high) {
                return number;
            }
        } catch (final NumberFormatException e) {
            throw wrong(spec, option, low + " to " + high, value);
        }
        throw wrong(spec, option, low + " to " + high, value);
    }

    private static boolean onOrOff(final CommandSpec spec, final String option, final String value) {
        return switch (value) {
            case "on" -> true;
            case "off" -> false;
            default -> throw wrong(spec, option, "on or off", value);
        };
    }

    private static ParameterException wrong(final CommandSpec spec, final String option, final String takes,
                                            final String value) {
        return new ParameterException(spec.commandLine(), option + " takes " + takes + ", not '" + value + "'");
    }

    /** Where packets come from and go to, and how. */
    private static final class Network {
        @Spec(Spec.Target.MIXEE)
        private CommandSpec spec;

        private int port = ServerConfig.DEFAULT_PORT;
        private InetAddress bind;
        private boolean batchSend = true;
        private ReceiveMode receive = ReceiveMode.BATCH;
        private TransportKind transport = TransportKind.AUTO;
        private int dscp = ServerConfig.DEFAULT_DSCP;
        private int maxHoldMicros;

        @Option(order = 1, names = "--port", paramLabel = "PORT",
            description = "UDP port, IPv4 and IPv6; 0 lets the system choose (22124)")
        void setPort(final String value) {
            port = number(spec, "--port", value, 0, MAX_PORT);
        }

        @Option(order = 2, names = "--bind", paramLabel = "ADDRESS",
            description = "Listen on this address of the machine only (all)")
        void setBind(final String value) {
            try {
                bind = InetAddress.ofLiteral(value);
            } catch (final IllegalArgumentException e) {
                throw wrong(spec, "--bind", "an IPv4 or IPv6 address", value);
            }
        }

        @Option(order = 3, names = "--batch-send", paramLabel = "on|off",
            description = "on: all audio of a frame leaves in one system call; off: one call per packet (on)")
        void setBatchSend(final String value) {
            batchSend = onOrOff(spec, "--batch-send", value);
        }

        @Option(order = 4, names = "--receive", paramLabel = "batch|single",
            description = "batch: one system call takes all packets that wait; single: one call per packet (batch)")
        void setReceive(final String value) {
            receive = switch (value) {
                case "batch" -> ReceiveMode.BATCH;
                case "single" -> ReceiveMode.SINGLE;
                default -> throw wrong(spec, "--receive", "batch or single", value);
            };
        }

        @Option(order = 5, names = "--transport", paramLabel = "auto|linux|portable",
            description = "linux: the system's batch calls; portable: what every Java has; auto: linux where it works "
                + "(auto)")
        void setTransport(final String value) {
            transport = switch (value) {
                case "auto" -> TransportKind.AUTO;
                case "linux" -> TransportKind.LINUX;
                case "portable" -> TransportKind.PORTABLE;
                default -> throw wrong(spec, "--transport", "auto, linux or portable", value);
            };
        }

        @Option(order = 6, names = "--max-hold", paramLabel = "MICROS",
            description = "Send what is ready before a packet waits longer than this for its batch, 1 to 2666 (0, at "
                + "the frame's end)")
        void setMaxHold(final String value) {
            maxHoldMicros = number(spec, "--max-hold", value, 0, MAX_HOLD_MICROS);
        }

        @Option(order = 7, names = "--qos", paramLabel = "DSCP",
            description = "Differentiated services code point of all packets, 0 to 63 (32, which is CS4)")
        void setQos(final String value) {
            dscp = number(spec, "--qos", value, 0, MAX_DSCP);
        }
    }

    /** Who may come, and how they are greeted. */
    private static final class Musicians {
        @Spec(Spec.Target.MIXEE)
        private CommandSpec spec;

        private int maxClients = ServerConfig.CHANNEL_LIMIT;
        private boolean admission = true;
        private String welcome = "";

        @Option(order = 8, names = "--max-clients", paramLabel = "N",
            description = "Refuse further clients when N are connected, 1 to 150 (150)")
        void setMaxClients(final String value) {
            maxClients = number(spec, "--max-clients", value, 1, ServerConfig.CHANNEL_LIMIT);
        }

        @Option(order = 9, names = "--admission", paramLabel = "auto|off",
            description = "auto: refuse further clients also when frames take so long that one more would not fit; "
                + "off: never for that (auto)")
        void setAdmission(final String value) {
            admission = switch (value) {
                case "auto" -> true;
                case "off" -> false;
                default -> throw wrong(spec, "--admission", "auto or off", value);
            };
        }

        @Option(order = 10, names = "--welcome", paramLabel = "TEXT|FILE",
            description = "Chat message for everyone who joins, HTML allowed: the text, or the contents of a file of "
                + "that name; cut to 1600 characters (none)")
        void setWelcome(final String value) {
            try {
                welcome = WelcomeMessage.read(value);
            } catch (final StartupException e) {
                throw new ParameterException(spec.commandLine(), e.getMessage(), e);
            }
        }
    }

    /** What makes the sound, and when. */
    private static final class Timing {
        @Spec(Spec.Target.MIXEE)
        private CommandSpec spec;

        private Path opusLibrary;
        private OptionalInt cpu = OptionalInt.empty();
        private boolean sharedMix = true;
        private boolean decodeAhead = true;
        private int workers;

        @Option(order = 11, names = "--shared-mix", paramLabel = "on|off",
            description = "on: listeners who hear the same share one mix and one encoder; off: one for each (on)")
        void setSharedMix(final String value) {
            sharedMix = onOrOff(spec, "--shared-mix", value);
        }

        @Option(order = 12, names = "--decode-ahead", paramLabel = "on|off",
            description = "on: what has arrived is decoded before its frame is due; off: when it is. Not with "
                + "--workers, which makes decoding short (on)")
        void setDecodeAhead(final String value) {
            decodeAhead = onOrOff(spec, "--decode-ahead", value);
        }

        @Option(order = 14, names = "--workers", paramLabel = "K",
            description = "Have K more threads help to decode, mix and encode, each on a core of its own; for very "
                + "many clients who all hear something else (0)")
        void setWorkers(final String value) {
            final int cores = AllowedCpus.count();
            try {
                workers = Integer.parseInt(value);
            } catch (final NumberFormatException e) {
                workers = -1;
            }
            if (workers < 0 || workers >= cores) {
                throw wrong(spec, "--workers", "0 to " + (cores - 1) + ", because this process may use " + cores
                    + (cores == 1 ? " core" : " cores"), value);
            }
        }

        /** What two options must not ask for together. */
        void checkWith(final Network network) {
            if (workers > 0 && network.maxHoldMicros > 0) {
                throw new ParameterException(spec.commandLine(),
                    "--max-hold cannot be kept with --workers: packets leave when all threads are done; choose one of "
                        + "them");
            }
        }

        /** The cores for the workers: those after the frame thread's. They are pinned only if it is. */
        List<Integer> workerCpus() {
            return cpu.isEmpty() ? List.of() : AllowedCpus.after(AllowedCpus.ofThisProcess(), cpu.getAsInt(), workers);
        }

        @Option(order = 15, names = "--realtime",
            description = "Run the audio threads under SCHED_FIFO once their code is compiled; goes on with a warning "
                + "where the system refuses")
        private boolean realtime;

        @Option(order = 16, names = "--opus-library", paramLabel = "FILE",
            description = "The libopus to use; it is tried out before it is trusted (search)")
        void setOpusLibrary(final Path value) {
            if (!Files.isReadable(value) || Files.isDirectory(value)) {
                throw new ParameterException(spec.commandLine(), "--opus-library: there is no readable file " + value);
            }
            opusLibrary = value;
        }

        @Option(order = 13, names = "--cpu", paramLabel = "N",
            description = "Pin the audio thread to this core, counted from 0 (any)")
        void setCpu(final String value) {
            final int number = number(spec, "--cpu", value, 0, MAX_CPU);
            final BitSet allowed = AllowedCpus.ofThisProcess();
            if (!allowed.isEmpty() && !allowed.get(number)) {
                throw wrong(spec, "--cpu", "a core this process may use, one of " + allowed, value);
            }
            cpu = OptionalInt.of(number);
        }
    }

    /** How the server is watched. */
    private static final class Operation {
        @Spec(Spec.Target.MIXEE)
        private CommandSpec spec;

        private int adminPort;
        private int statsSeconds;

        @Option(order = 19, names = "--help", usageHelp = true, description = "Show this and end")
        private boolean help;

        @Option(order = 20, names = "--version", versionHelp = true, description = "Show the version and end")
        private boolean version;

        @Option(order = 17, names = "--admin-port", paramLabel = "PORT",
            description = "Offer HTTP on this TCP port, on this machine only: /metrics, /health, switches (0, off)")
        void setAdminPort(final String value) {
            adminPort = number(spec, "--admin-port", value, 0, MAX_PORT);
        }

        @Option(order = 18, names = "--stats", paramLabel = "SECONDS",
            description = "Print a summary this often; at the end one is printed anyway (0, never)")
        void setStats(final String value) {
            statsSeconds = number(spec, "--stats", value, 0, MAX_STATS_SECONDS);
        }
    }
}
