package tutti.server.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tutti.server.StartupException;

final class WelcomeMessageTest {
    @ParameterizedTest
    @ValueSource(strings = {"", "Hello", "no/such/file", "nul\0byte", "/", " spaces kept "})
    void shouldTakeForTextWhatNamesNoFile(final String value) throws StartupException {
        assertEquals(value, WelcomeMessage.read(value));
    }

    @Test
    void shouldCutTo1600CodeUnits() throws StartupException {
        assertEquals("x".repeat(1600), WelcomeMessage.read("x".repeat(1601)));
        assertEquals("x".repeat(1600), WelcomeMessage.read("x".repeat(1600)));
    }

    @Test
    void shouldNotCutASurrogatePair() throws StartupException {
        final String violin = "\uD83C\uDFBB";

        assertEquals("x".repeat(1599), WelcomeMessage.read("x".repeat(1599) + violin));
        assertEquals("x".repeat(1598) + violin, WelcomeMessage.read("x".repeat(1598) + violin + "y"));
    }

    @Test
    void shouldReadAFileOfAnySizeAndCutIt(@TempDir final Path directory) throws StartupException, IOException {
        final Path file = Files.writeString(directory.resolve("long"), "\u20AC".repeat(100_000));

        assertEquals("\u20AC".repeat(1600), WelcomeMessage.read(file.toString()));
    }

    @Test
    void shouldReplaceWhatIsNotUtf8(@TempDir final Path directory) throws StartupException, IOException {
        final Path file = Files.write(directory.resolve("latin1"), "Grüße".getBytes(StandardCharsets.ISO_8859_1));

        assertEquals("Gr\uFFFD\uFFFDe", WelcomeMessage.read(file.toString()));
    }
}
