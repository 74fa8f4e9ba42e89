package tutti.harness.sweep;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import java.util.stream.Stream;
import tutti.harness.PropertiesFile;

/** Reads what {@code sweep.sh} has recorded. */
public final class SweepReader {
    private SweepReader() {
    }

    /**
     * @param folder of the sweep: sweep.properties and runs/
     * @return the sweep with all runs that were begun
     * @throws IOException when a file cannot be read
     */
    public static Sweep read(final Path folder) throws IOException {
        final Properties properties = PropertiesFile.read(folder.resolve("sweep.properties"));
        final Map<String, String> about = new TreeMap<>();
        properties.forEach((key, value) -> about.put(key.toString(), value.toString()));
        final SweepSetup setup = SweepSetup.of(properties);
        final List<Path> directories;
        try (Stream<Path> entries = Files.list(folder.resolve("runs"))) {
            directories = entries.sorted().toList();
        }
        final List<Run> runs = new ArrayList<>();
        for (final Path directory : directories) {
            // A run is begun with its properties; an interruption may have come before.
            if (Files.exists(directory.resolve(RunFiles.PROPERTIES))) {
                runs.add(RunReader.read(directory, setup));
            }
        }
        final List<String> arms = List.of(properties.getProperty("arms").split(","));
        return new Sweep(about, arms.stream().filter(arm -> !isFloor(arm, about)).toList(),
            arms.stream().filter(arm -> isFloor(arm, about)).findFirst(), runs);
    }

    private static boolean isFloor(final String arm, final Map<String, String> about) {
        return "floor".equals(about.get("kind." + arm));
    }
}
