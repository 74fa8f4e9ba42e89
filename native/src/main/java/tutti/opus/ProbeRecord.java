package tutti.opus;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Optional;

/**
 * Remembers the last library that passed the probe, so that the next start need not try it again. A library counts as
 * the same while its path, size and time of last change are. What goes wrong with the file of this class only costs
 * the time of a probe, hence it is never an error.
 *
 * <p>The file holds one line: size in bytes, time of last change in ms since 1970, absolute path, a tab, version.
 */
final class ProbeRecord {
    private final Path file;

    /**
     * @param file where the record is kept; need not exist, nor its folder
     */
    ProbeRecord(final Path file) {
        this.file = file;
    }

    /**
     * @return the version of {@code library} if this very file is known to work
     */
    Optional<String> versionOf(final Path library) {
        try {
            final String line = Files.readString(file);
            final String key = key(library);
            return line.startsWith(key) ? Optional.of(line.substring(key.length()).strip()) : Optional.empty();
        } catch (final IOException e) {
            return Optional.empty();
        }
    }

    /** Remembers that {@code library} works. */
    void accept(final Path library, final String version) {
        try {
            Files.createDirectories(file.getParent());
            final Path draft = Files.createTempFile(file.getParent(), "probe", ".tmp");
            Files.writeString(draft, key(library) + version + "\n");
            Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (final IOException e) {
            // The next start probes again.
        }
    }

    private static String key(final Path library) throws IOException {
        return Files.size(library) + " " + Files.getLastModifiedTime(library).toMillis() + " "
                + library.toAbsolutePath() + "\t";
    }
}
