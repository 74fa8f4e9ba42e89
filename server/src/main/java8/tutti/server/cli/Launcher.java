package tutti.server.cli;

import java.lang.reflect.InvocationTargetException;

/**
 * The jar's main class, the only one compiled for Java 8: under a Java too old for the rest it says so in one line,
 * where the virtual machine would print a stack trace about class file versions.
 */
public final class Launcher {
    /** The oldest Java that can run the server. */
    static final int NEEDED_JAVA = 25;

    private static final int EXIT_CANNOT_START = 2;
    private static final String MAIN = "tutti.server.cli.Main";

    private Launcher() {
    }

    /**
     * Checks the Java version and goes on to the server.
     *
     * @param args the command line
     * @throws Throwable what the server's main class throws
     */
    public static void main(final String[] args) throws Throwable {
        final String version = System.getProperty("java.specification.version");
        if (feature(version) < NEEDED_JAVA) {
            System.err.println(complaint(version, System.getProperty("java.home")));
            System.exit(EXIT_CANNOT_START);
        }
        try {
            Class.forName(MAIN).getMethod("main", String[].class).invoke(null, (Object) args);
        } catch (final InvocationTargetException e) {
            throw e.getCause();
        }
    }

    /**
     * @param specificationVersion such as 1.8 or 17
     * @return the number people call it by: 8, 17
     */
    static int feature(final String specificationVersion) {
        final String number =
            specificationVersion.startsWith("1.") ? specificationVersion.substring(2) : specificationVersion;
        return Integer.parseInt(number);
    }

    /**
     * @param specificationVersion of the Java that is too old
     * @param home                 its directory
     * @return one line for the user
     */
    static String complaint(final String specificationVersion, final String home) {
        return "tutti: needs Java " + NEEDED_JAVA + " or later, but this is Java " + feature(specificationVersion)
            + " (" + home + "): start it with the java of a newer one";
    }
}
