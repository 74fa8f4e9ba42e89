package tutti.harness.profile;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import tutti.harness.PropertiesFile;

/** What {@code profile.sh} leaves to Java: recording with async-profiler, reports and comparisons. */
public final class Main {
    private static final int NOT_POSSIBLE = 2;

    private Main() {
    }

    /**
     * Exit code: 0; 2 after a sentence on what is not possible.
     *
     * @param args {@code record PID SECONDS FOLDER} prints the seconds recorded, {@code report FOLDER} writes flame
     *             graphs and shares, {@code compare FOLDER FOLDER} prints differences
     * @throws InterruptedException when told to stop while recording
     */
    public static void main(final String[] args) throws InterruptedException {
        try {
            switch (args.length == 0 ? "" : args[0]) {
                case "record" -> System.out.printf(Locale.ROOT, "%.3f%n",
                    AsyncProfiler.record(args[1], Integer.parseInt(args[2]), Path.of(args[3])));
                case "report" -> report(Path.of(args[1]));
                case "compare" -> System.out.print(Comparison.text(ProfileJson.read(Path.of(args[1])),
                    ProfileJson.read(Path.of(args[2]))));
                default -> throw new IllegalArgumentException("record, report or compare is needed: see "
                    + "harness/profile.sh --help");
            }
        } catch (final IOException | IllegalArgumentException e) {
            System.err.println("profile: " + e.getMessage());
            System.exit(NOT_POSSIBLE);
        }
    }

    private static void report(final Path folder) throws IOException {
        final Map<String, String> about = properties(folder.resolve("profile.properties"));
        final List<Profile> profiles = new ArrayList<>();
        for (final Profiler profiler : Profiler.values()) {
            if (profiler.hasRecorded(folder)) {
                profiles.add(profiler.read(folder, Double.parseDouble(about.get(profiler.title() + ".seconds"))));
            }
        }
        ProfileJson.write(folder, about, profiles);
        for (final Profile profile : profiles) {
            final FlameNode tree = FlameNode.tree(profile.samples());
            final String name = profile.profiler().title();
            final StringBuilder folded = new StringBuilder();
            tree.fold(folded);
            Files.writeString(folder.resolve(name + ".folded"), folded);
            final String text = profile.text();
            final Path page = folder.resolve("flame-" + name + ".html");
            Files.writeString(page, FlamePage.of(title(about, name), text, tree));
            System.out.println(System.lineSeparator() + text + "flame graph: " + page);
        }
    }

    private static String title(final Map<String, String> about, final String profiler) {
        return about.get("name") + ": " + about.get("load") + ", by " + profiler;
    }

    private static Map<String, String> properties(final Path file) throws IOException {
        final Map<String, String> map = new TreeMap<>();
        PropertiesFile.read(file).forEach((key, value) -> map.put(key.toString(), value.toString()));
        return map;
    }
}
