package tutti.mixer;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Runs a main class of the tests in a JVM of its own, for what depends on how a JVM was started. */
final class ChildJvm {

    static final List<String> WITH_VECTORS = List.of("--add-modules", "jdk.incubator.vector");
    static final List<String> WITHOUT_VECTORS = List.of();

    private ChildJvm() {
    }

    /** Runs to the end, asserts that it went well, and returns what the class printed, without the JVM's warnings. */
    static String run(final Class<?> main, final List<String> flags, final String... properties)
            throws IOException, InterruptedException, URISyntaxException {
        final List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.add("--enable-native-access=ALL-UNNAMED");
        command.addAll(flags);
        command.addAll(List.of(properties));
        command.add("-cp");
        command.add(home(MixKernels.class) + System.getProperty("path.separator") + home(main));
        command.add(main.getName());
        final Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        final String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(0, process.waitFor(), () -> main.getName() + " printed " + output);
        return output.lines().filter(line -> !line.startsWith("WARNING: ")).collect(Collectors.joining("\n"));
    }

    private static String home(final Class<?> type) throws URISyntaxException {
        return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI()).toString();
    }
}
