package tutti.harness;

import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;

/** What a script of the harness has noted for its report. */
public final class PropertiesFile {
    private PropertiesFile() {
    }

    /**
     * @param file in UTF-8, one key=value a line
     * @return its properties
     * @throws IOException when it cannot be read
     */
    public static Properties read(final Path file) throws IOException {
        final Properties properties = new Properties();
        try (Reader reader = Files.newBufferedReader(file)) {
            properties.load(reader);
        }
        return properties;
    }
}
