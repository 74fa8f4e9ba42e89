package tutti.server.cli;

/** The version in the jar's manifest. */
final class Version {
    private Version() {
    }

    /**
     * @return name, version and Java, one line
     */
    static String line() {
        return "Tutti " + number() + ", Java " + Runtime.version();
    }

    private static String number() {
        final String version = Version.class.getPackage().getImplementationVersion();
        return version == null ? "(not packaged)" : version;
    }
}
