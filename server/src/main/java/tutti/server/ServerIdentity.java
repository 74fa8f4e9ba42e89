package tutti.server;

import java.nio.charset.StandardCharsets;
import tutti.protocol.Limits;
import tutti.protocol.VersionAndOs;

/**
 * What the server tells about itself.
 *
 * @param versionText version as clients see it. It begins with the release whose wire behaviour this server follows,
 *     because clients switch sequence numbers and pan controls on by comparing it; clients of the 3.9 era drop texts
 *     longer than 30 characters (spec 0.3).
 * @param operatingSystem number of the platform (spec 3.2).
 * @param welcome UTF-8 of the welcome message, empty for none.
 */
record ServerIdentity(byte[] versionText, int operatingSystem, byte[] welcome) {

    private static final String WIRE_RELEASE = "3.12.3";
    private static final String SERVER_RELEASE = "tutti0.1.0";

    /** What a client's chat window recognises as the welcome message (spec 4.8). */
    private static final String WELCOME_PREFIX = "<b>Server Welcome Message:</b> ";

    /**
     * The identity of this build.
     *
     * @param welcomeMessage text for newcomers, may hold HTML; cut to 1600 characters.
     */
    static ServerIdentity of(final String welcomeMessage) {
        final String text = welcomeMessage.substring(0, Math.min(welcomeMessage.length(), Limits.MAX_WELCOME_CHARS));
        return new ServerIdentity((WIRE_RELEASE + "-" + SERVER_RELEASE).getBytes(StandardCharsets.US_ASCII),
            platform(System.getProperty("os.name", "")), text.getBytes(StandardCharsets.UTF_8));
    }

    boolean hasWelcome() {
        return welcome.length > 0;
    }

    /** UTF-8 of the chat text by which newcomers are welcomed. */
    byte[] welcomeChat() {
        return (WELCOME_PREFIX + new String(welcome, StandardCharsets.UTF_8)).getBytes(StandardCharsets.UTF_8);
    }

    private static int platform(final String name) {
        if (name.startsWith("Linux")) {
            return VersionAndOs.OS_LINUX;
        }
        if (name.startsWith("Windows")) {
            return VersionAndOs.OS_WINDOWS;
        }
        return name.startsWith("Mac") ? VersionAndOs.OS_MACOS : VersionAndOs.OS_UNIX;
    }
}
