package tutti.server.cli;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import tutti.server.ServerConfig;
import tutti.server.StartupException;

/** The value of {@code --welcome}: a text, or the name of a file that holds it. */
final class WelcomeMessage {
    /** More bytes of UTF-8 than this never matter: a UTF-16 code unit takes three at most. */
    private static final int MOST_BYTES = 3 * ServerConfig.WELCOME_LIMIT + 3;

    private WelcomeMessage() {
    }

    /**
     * @param value text or file name
     * @return the message, at most {@link ServerConfig#WELCOME_LIMIT} UTF-16 code units; no surrogate pair is cut
     * @throws StartupException when there is such a file, but it cannot be read
     */
    static String read(final String value) throws StartupException {
        return cut(isFile(value) ? contents(Path.of(value)) : value);
    }

    private static boolean isFile(final String value) {
        try {
            return !value.isEmpty() && Files.isRegularFile(Path.of(value));
        } catch (final InvalidPathException e) {
            return false;
        }
    }

    private static String contents(final Path file) throws StartupException {
        try (InputStream in = Files.newInputStream(file)) {
            return new String(in.readNBytes(MOST_BYTES), StandardCharsets.UTF_8).stripTrailing();
        } catch (final IOException e) {
            throw new StartupException("--welcome: cannot read the file " + file + ": " + e.getMessage(), e);
        }
    }

    private static String cut(final String text) {
        if (text.length() <= ServerConfig.WELCOME_LIMIT) {
            return text;
        }
        final int limit = ServerConfig.WELCOME_LIMIT;
        return text.substring(0, Character.isHighSurrogate(text.charAt(limit - 1)) ? limit - 1 : limit);
    }
}
