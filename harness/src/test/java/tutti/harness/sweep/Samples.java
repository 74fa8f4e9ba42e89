package tutti.harness.sweep;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** Recorded output of perf, of /proc and of the server, from one run with four clients and a window of 3 s. */
final class Samples {
    private Samples() {
    }

    static String text(final String name) {
        try (InputStream in = Samples.class.getResourceAsStream(name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
