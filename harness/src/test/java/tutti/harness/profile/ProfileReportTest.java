package tutti.harness.profile;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProfileReportTest {
    @TempDir
    private Path folder;

    @Test
    void theTableHasEveryPartAndSaysHowStacksWereAttributed() throws Exception {
        Files.writeString(folder.resolve("perf.txt"), Recorded.text("perf.txt"));
        Files.writeString(folder.resolve("perf-dwarf.txt"), Recorded.text("perf-dwarf.txt"));
        assertTrue(Profiler.PERF.hasRecorded(folder));
        assertFalse(Profiler.ASYNC_PROFILER.hasRecorded(folder));
        final String text = Profiler.PERF.read(folder, 3).text();
        for (final Part part : Part.values()) {
            assertTrue(text.contains(part.title()), part.title());
        }
        assertTrue(text.contains("Opus decode                 52.8%"), text);
        assertTrue(text.contains("break off inside libopus.so.0"), text);
    }

    @Test
    void samplesStandForTime() {
        final Profile profile = profile(List.of(Recorded.java(Profiler.SAMPLES_PER_SECOND * 2L, "a")));
        assertEquals(500, profile.cpuMillisPerSecond(profile.shares().total()), 1e-9, "2 s in 4 s");
    }

    @Test
    void missingKernelFunctionsAreTold() throws Exception {
        Files.writeString(folder.resolve("async-profiler.txt"), "[frame tid=1];a_[j] 3\n");
        assertTrue(Profiler.ASYNC_PROFILER.read(folder, 1).text().contains("No kernel functions were recorded"));
    }

    @Test
    void anEmptyRecordingIsRefused() throws Exception {
        Files.writeString(folder.resolve("async-profiler.txt"), "");
        assertTrue(assertThrows(IllegalArgumentException.class, () -> Profiler.ASYNC_PROFILER.read(folder, 1))
            .getMessage().contains("no sample"));
    }

    @Test
    void twoProfilesAreComparedPartByPart() throws Exception {
        final String mix = "tutti.server.AudioWork.mix";
        final String jitter = "tutti.server.jitter.JitterBuffer.get";
        final JsonNode before = written("before", "40",
            List.of(Recorded.java(3 * 1999, mix), Recorded.java(1999, jitter)));
        final JsonNode after = written("after", "20", List.of(Recorded.java(1999, mix), Recorded.java(1999, jitter)));
        final String text = Comparison.text(before, after);
        assertTrue(text.startsWith("note: clients was '40' before and is '20' after"), text);
        assertTrue(line(text, "mix").matches("mix +75\\.0% +50\\.0% +-25\\.0 +750\\.0 +250\\.0 +-500\\.0"), text);
        assertTrue(line(text, "all CPU time").endsWith("1000.0     500.0    -500.0"), text);
    }

    @Test
    void aProfileThatIsNotThereIsNamed() {
        assertTrue(assertThrows(IllegalArgumentException.class, () -> ProfileJson.read(folder.resolve("profile-x")))
            .getMessage().contains("profile-x"));
    }

    private JsonNode written(final String name, final String clients, final List<StackSample> samples)
            throws Exception {
        final Path directory = Files.createDirectory(folder.resolve(name));
        ProfileJson.write(directory, Map.of("clients", clients), List.of(profile(samples)));
        return ProfileJson.read(directory);
    }

    private static String line(final String text, final String beginning) {
        return text.lines().filter(line -> line.startsWith(beginning)).findFirst().orElseThrow();
    }

    private static Profile profile(final List<StackSample> samples) {
        return new Profile(Profiler.ASYNC_PROFILER, 4, samples, Shares.of(samples), List.of());
    }
}
