package tutti.fleet;

import java.lang.reflect.InvocationTargetException;

/** The jar's main class, the only one compiled for Java 8: an older Java gets one line instead of a stack trace. */
public final class Launcher {

    private static final int NEEDED_JAVA = 25;
    private static final int EXIT_UNUSABLE = 2;

    private Launcher() {
    }

    /**
     * Checks the Java version and goes on to the fleet.
     *
     * @param arguments the command line
     * @throws Throwable what the fleet's main class throws
     */
    public static void main(final String[] arguments) throws Throwable {
        final int java = feature(System.getProperty("java.specification.version"));
        if (java < NEEDED_JAVA) {
            System.err.println("synthetic-clients: needs Java " + NEEDED_JAVA + " or later, but this is Java " + java
                    + " (" + System.getProperty("java.home") + ")");
            System.exit(EXIT_UNUSABLE);
        }
        try {
            Class.forName("tutti.fleet.Main").getMethod("main", String[].class).invoke(null, (Object) arguments);
        } catch (final InvocationTargetException e) {
            throw e.getCause();
        }
    }

    /** Java 8 calls itself 1.8, later ones by one number. */
    static int feature(final String specificationVersion) {
        final String prefix = "1.";
        return Integer.parseInt(specificationVersion.startsWith(prefix)
                ? specificationVersion.substring(prefix.length())
                : specificationVersion);
    }
}
