package tutti.harness.soak;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * What the fleets of a soak have found, over all rounds that have ended.
 *
 * @param summaries    fleets that have come to their end
 * @param unfinished   names of those that have not, or died
 * @param silent       names of those whose listeners heard nothing that could be judged
 * @param windows      windows of sound judged
 * @param unusable     windows that could not be judged: the fleet was late or packets were lost
 * @param wrongTones   wrong tones heard
 * @param visits       visits of clients that came and went
 * @param failedVisits those of them that got no sound
 * @param problems     everything that the fleets found wrong, each with the name of the fleet
 */
record FleetReports(int summaries, List<String> unfinished, List<String> silent, long windows, long unusable,
        long wrongTones, long visits, long failedVisits, List<String> problems) {
    private static final ObjectMapper JSON = new ObjectMapper();
    /** In a shorter count there may be nothing to judge. */
    private static final double SHORTEST_JUDGED_SECONDS = 5;

    /**
     * @param folder with the summaries, {@code NAME.json}; one that is still empty belongs to a fleet that runs
     * @throws IOException when they cannot be read
     */
    static FleetReports read(final Path folder) throws IOException {
        final List<Path> files;
        try (Stream<Path> all = Files.list(folder)) {
            files = all.filter(file -> file.toString().endsWith(".json")).sorted().toList();
        }
        int summaries = 0;
        long windows = 0;
        long unusable = 0;
        long wrongTones = 0;
        long visits = 0;
        long failedVisits = 0;
        final List<String> unfinished = new ArrayList<>();
        final List<String> silent = new ArrayList<>();
        final List<String> problems = new ArrayList<>();
        for (final Path file : files) {
            final String name = file.getFileName().toString().replace(".json", "");
            final JsonNode summary = JSON.readTree(file.toFile());
            if (!summary.has("ok")) {
                unfinished.add(name);
                continue;
            }
            summaries++;
            if (isSilent(summary)) {
                silent.add(name);
            }
            windows += summary.path("verification").path("windows").asLong();
            unusable += summary.path("verification").path("unusableWindows").asLong();
            wrongTones += summary.path("wrongTones").asLong();
            visits += summary.path("visits").path("begun").asLong();
            failedVisits += summary.path("visits").path("failed").asLong();
            summary.path("problems").forEach(problem -> problems.add(name + ": " + problem.asText()));
        }
        return new FleetReports(summaries, unfinished, silent, windows, unusable, wrongTones, visits, failedVisits,
            problems);
    }

    /** A fleet to which no packet comes back gives up without a count. */
    private static boolean isSilent(final JsonNode summary) {
        final double counted = summary.path("countedSeconds").asDouble();
        return summary.path("verification").isObject() && summary.path("verification").path("windows").asLong() == 0
            && (counted == 0 || counted >= SHORTEST_JUDGED_SECONDS);
    }
}
