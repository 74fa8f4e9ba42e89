package tutti.harness.profile;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The shares of a profile as {@code profile.json}, which comparisons read. */
final class ProfileJson {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String FILE = "profile.json";

    private ProfileJson() {
    }

    /**
     * @param folder   of the profile
     * @param about    how it was made
     * @param profiles of each profiler
     * @throws IOException when it cannot be written
     */
    static void write(final Path folder, final Map<String, String> about, final List<Profile> profiles)
            throws IOException {
        final ObjectNode root = JSON.createObjectNode();
        root.set("about", JSON.valueToTree(about));
        final ObjectNode byProfiler = root.putObject("profilers");
        for (final Profile profile : profiles) {
            final Shares shares = profile.shares();
            final ObjectNode node = byProfiler.putObject(profile.profiler().title())
                .put("seconds", profile.seconds())
                .put("samples", Math.round(shares.total()))
                .put("cpuMillisPerSecond", profile.cpuMillisPerSecond(shares.total()));
            node.set("remarks", JSON.valueToTree(profile.remarks()));
            final ObjectNode parts = node.putObject("parts");
            for (final Part part : Part.values()) {
                final ObjectNode entry = parts.putObject(part.title())
                    .put("share", shares.share(part))
                    .put("cpuMillisPerSecond", profile.cpuMillisPerSecond(shares.count(part)));
                for (final CodeKind kind : CodeKind.values()) {
                    entry.put(kind.name().toLowerCase(Locale.ROOT), shares.count(part, kind) / shares.total());
                }
            }
        }
        JSON.writerWithDefaultPrettyPrinter().writeValue(folder.resolve(FILE).toFile(), root);
    }

    /**
     * @param folder of a profile
     * @return what {@link #write} has written there
     * @throws IllegalArgumentException when there is none
     * @throws IOException              when it cannot be read
     */
    static JsonNode read(final Path folder) throws IOException {
        if (!Files.exists(folder.resolve(FILE))) {
            throw new IllegalArgumentException("there is no profile in " + folder + ": make one with --name");
        }
        return JSON.readTree(folder.resolve(FILE).toFile());
    }
}
