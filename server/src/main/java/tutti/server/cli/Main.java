package tutti.server.cli;

import tutti.server.ServerConfig;
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
        int exitCode;
        try {
            exitCode = switch (ServerOptions.parse(args)) {
                case ServerOptions.Print print -> print(print.text());
                case ServerOptions.Run run -> start(run.config(), args);
            };
        } catch (final StartupException e) {
            System.err.println("tutti: " + e.getMessage());
            exitCode = EXIT_CANNOT_START;
        }
        System.exit(exitCode);
    }

    private static int print(final String text) {
        System.out.print(text);
        return EXIT_OK;
    }

    private static int start(final ServerConfig config, final String[] args) throws StartupException {
        final ServerRunner runner = new ServerRunner(TuttiServer::open, System.err);
        if (Relaunch.isNeeded()) {
            runner.say("runs without the Vector API, mixing will be slower: " + Relaunch.replaceProcess(args));
        }
        return runner.run(config);
    }
}
