package tutti.harness.ceiling;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import tutti.harness.PropertiesFile;

/** What {@code ceiling.sh} leaves to Java: judging a step, and the report. */
public final class Main {
    private static final int MARKED = 1;
    private static final int NOT_POSSIBLE = 2;
    private static final int MISSED = 10;
    private static final int UNUSABLE = 11;

    private Main() {
    }

    /**
     * {@code judge STEP} prints a line on the last attempt in a step's directory: exit code 0 carried, 10 frames
     * missed, 11 the attempts tell nothing about the server. {@code report FOLDER} writes steps.jsonl and ceiling.html:
     * exit code 0, or 1 when a step tells nothing. 2 after a sentence on what is not possible.
     *
     * @param args as above
     */
    public static void main(final String[] args) {
        try {
            if (args.length != 2) {
                throw new IllegalArgumentException("judge or report is needed, and a folder: see "
                    + "harness/ceiling.sh --help");
            }
            System.exit(args[0].equals("judge") ? judge(Path.of(args[1])) : report(Path.of(args[1])));
        } catch (final IOException | IllegalArgumentException e) {
            System.err.println("ceiling: " + e.getMessage());
            System.exit(NOT_POSSIBLE);
        }
    }

    private static int judge(final Path directory) throws IOException {
        final Step step = StepReader.read(directory);
        System.out.println(CeilingText.ofLastAttempt(step));
        return step.isCarried() ? 0 : step.isUsable() ? MISSED : UNUSABLE;
    }

    private static int report(final Path folder) throws IOException {
        final List<Step> steps = new ArrayList<>();
        final List<Path> directories;
        try (Stream<Path> entries = Files.list(folder.resolve("steps"))) {
            directories = entries.sorted().toList();
        }
        for (final Path directory : directories) {
            steps.add(StepReader.read(directory));
        }
        if (steps.isEmpty()) {
            throw new IllegalArgumentException(folder + " has no steps");
        }
        Files.write(folder.resolve("steps.jsonl"), steps.stream().map(StepJson::line).toList());
        Files.writeString(folder.resolve("ceiling.html"),
            CeilingPage.of(PropertiesFile.read(folder.resolve("ceiling.properties")), steps));
        CeilingText.results(steps).forEach(System.out::println);
        System.out.println("results: " + folder);
        return steps.stream().allMatch(Step::isUsable) ? 0 : MARKED;
    }
}
