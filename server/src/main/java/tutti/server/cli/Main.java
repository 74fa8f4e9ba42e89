package tutti.server.cli;

import tutti.server.StartupException;
import tutti.server.TuttiServer;

/** The server's entry: command line, relaunch with the Java options it needs, run, exit code. */
public final class Main {
    static final int EXIT_OK = 0;
    static final int EXIT_FAULT = 1;
    static final int EXIT_CANNOT_START = 2;

    private Main() {
    }

    /**
     * Runs the server until SIGTERM or SIGINT.
     *
     * @param args the command line; {@code --help} explains it
     */
    public static void main(final String[] args) {
        Relaunch.arrive();
        if (Relaunch.isNeeded()) {
            System.err.println("tutti: runs without the Vector API, mixing will be slower: "
                + Relaunch.replaceProcess(args));
        }
        System.exit(run(args));
    }

    private static int run(final String... args) {
        try {
            return switch (ServerOptions.parse(args)) {
                case ServerOptions.Print print -> print(print.text());
                case ServerOptions.Run run -> new ServerRunner(TuttiServer::open, System.err).run(run.config());
            };
        } catch (final StartupException e) {
            System.err.println("tutti: " + e.getMessage());
            return EXIT_CANNOT_START;
        }
    }

    private static int print(final String text) {
        System.out.print(text);
        return EXIT_OK;
    }
}
