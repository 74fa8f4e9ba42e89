package tutti.server.cli;

import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import tutti.libc.LibC;
import tutti.libc.NativeException;
import tutti.libc.ProcessControl;
import tutti.libc.StandardError;

/**
 * Gives the server the Java options it needs without asking the user for them: where the Vector API is missing, the
 * process replaces itself, under the same process id, by the same Java with these options.
 *
 * <p>A jar's manifest can open packages and allow native access, but it cannot add a module; hence execv(3). Who starts
 * Java with {@code --add-modules jdk.incubator.vector} chooses all options and is not relaunched.
 */
final class Relaunch {
    /** Set in the relaunched process; its value is the file descriptor that keeps the real standard error. */
    static final String MARKER = "tutti.relaunched";

    private static final String VECTOR_MODULE = "jdk.incubator.vector";

    /**
     * One collector without threads of its own, since next to nothing is allocated while playing; a small heap of fixed
     * size; no statistics file in the temporary directory, because writing to it can wait for a disk.
     */
    private static final List<String> OPTIONS = List.of(
        "--add-modules=" + VECTOR_MODULE,
        "--enable-native-access=ALL-UNNAMED",
        "--add-opens=java.base/jdk.internal.misc=ALL-UNNAMED",
        "--sun-misc-unsafe-memory-access=allow",
        "-Xms64m",
        "-Xmx64m",
        "-Xshare:auto",
        "-XX:-UsePerfData");
    private static final String COLLECTOR = "-XX:+UseSerialGC";
    private static final String COLLECTOR_CHOICE = "-XX:\\+Use\\w+GC";

    private Relaunch() {
    }

    /**
     * @return whether this process lacks something that another start of it would have
     */
    static boolean isNeeded() {
        return ModuleLayer.boot().findModule(VECTOR_MODULE).isEmpty() && System.getProperty(MARKER) == null;
    }

    /**
     * Replaces this process. Standard error is silent until the new program calls {@link #arrive}, because Java greets
     * the Vector API with a warning on it that no option turns off. (Why a Java cannot start, it tells on standard
     * output.)
     *
     * @param args the command line
     * @return why it could not be replaced, one line; on success it does not return
     */
    static String replaceProcess(final String... args) {
        if (!LibC.isAvailable()) {
            return "only Linux lets a process replace itself";
        }
        final String java = javaBinary();
        final String classPath = System.getProperty("java.class.path");
        try {
            final int standardError = StandardError.silence();
            try {
                throw ProcessControl.exec(java, command(java, givenOptions(), standardError, classPath, args));
            } finally {
                StandardError.restore(standardError);
            }
        } catch (final NativeException e) {
            return e.getMessage();
        }
    }

    /** What the relaunched process does first: takes its standard error back. Elsewhere does nothing. */
    static void arrive() {
        final String standardError = System.getProperty(MARKER);
        if (standardError != null) {
            StandardError.restore(Integer.parseInt(standardError));
        }
    }

    /**
     * @param java          path of the Java to start
     * @param givenOptions  Java options the user gave; they come after our own, so that they win
     * @param standardError file descriptor that keeps the real standard error
     * @param classPath     as it is now
     * @param args          the server's command line
     * @return the whole command
     */
    static List<String> command(final String java, final List<String> givenOptions, final int standardError,
                                final String classPath, final String... args) {
        final List<String> command = new ArrayList<>();
        command.add(java);
        command.addAll(OPTIONS);
        if (givenOptions.stream().noneMatch(option -> option.matches(COLLECTOR_CHOICE))) {
            command.add(COLLECTOR);
        }
        command.addAll(givenOptions);
        command.add("-D" + MARKER + "=" + standardError);
        command.add("-cp");
        command.add(classPath);
        command.add(Main.class.getName());
        command.addAll(List.of(args));
        return command;
    }

    private static List<String> givenOptions() {
        return ManagementFactory.getRuntimeMXBean().getInputArguments();
    }

    /** The program of this very process, unless something else than the java command has started this Java. */
    private static String javaBinary() {
        return ProcessHandle.current().info().command()
            .filter(command -> Path.of(command).endsWith("java"))
            .orElseGet(() -> Path.of(System.getProperty("java.home"), "bin", "java").toString());
    }
}
