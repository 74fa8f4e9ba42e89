package tutti.harness.sweep;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Properties;
import tutti.harness.PropertiesFile;

/** The files of one run, as {@code sweep.sh} leaves them. A run that failed has only some. */
final class RunFiles {
    static final String PROPERTIES = "run.properties";
    private static final ObjectMapper JSON = new ObjectMapper();

    private final Path directory;
    private final Properties properties;

    /**
     * @param directory of the run
     * @throws IOException when its run.properties cannot be read
     */
    RunFiles(final Path directory) throws IOException {
        this.directory = directory;
        this.properties = PropertiesFile.read(directory.resolve(PROPERTIES));
    }

    String name() {
        return directory.getFileName().toString();
    }

    Optional<String> property(final String key) {
        return Optional.ofNullable(properties.getProperty(key));
    }

    int number(final String key) {
        return property(key).map(Integer::parseInt).orElseThrow(() ->
            new IllegalArgumentException(directory.resolve(PROPERTIES) + " has no line " + key + "="));
    }

    /** Seconds since 1970 at which that snapshot was taken: begin or end. */
    Optional<Double> secondsAt(final String snapshot) {
        return property(snapshot + ".seconds").map(Double::parseDouble);
    }

    /** The content of that file; empty when there is none or nothing in it. */
    Optional<String> text(final String file) throws IOException {
        final Path path = directory.resolve(file);
        return Files.exists(path) ? Optional.of(Files.readString(path)).filter(text -> !text.isBlank())
            : Optional.empty();
    }

    /** The summary of a fleet in that file; empty when it did not come to write one. */
    Optional<JsonNode> json(final String file) throws IOException {
        final Optional<String> text = text(file);
        return text.isPresent() ? Optional.of(JSON.readTree(text.get())) : Optional.empty();
    }
}
