package tutti.harness.soak;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReadersTest {
    /** Part of a {@code /proc/PID/status}. */
    private static final String STATUS = """
        Name:	java
        VmHWM:	  187388 kB
        VmRSS:	  185120 kB
        RssAnon:	  121068 kB
        Threads:	21
        """;
    private static final String METRICS = """
        # TYPE tutti_clients gauge
        tutti_clients 22
        tutti_joins_total 147
        tutti_frames_late_total 3
        tutti_frames_overrun_total 1
        tutti_frames_skipped_total 0
        tutti_refused_total{reason="bad_crc"} 1000
        tutti_refused_total{reason="flood"} 234
        """;

    @Test
    void readsASampleOfTheServer() throws IOException {
        final Sample sample = ServerState.sample(12.5, 2, STATUS, 17, METRICS);
        assertEquals(new Sample(12.5, 185_120, 17, 21, 22, 147, 3, 1, 0, 1234, 2), sample);
        final ObjectMapper json = new ObjectMapper();
        assertEquals(sample, json.readValue(json.writeValueAsString(sample), Sample.class));
    }

    @Test
    void saysWhatIsMissing() {
        assertThrows(IllegalArgumentException.class, () -> ServerState.sample(0, 0, "", 17, METRICS));
        assertThrows(IllegalArgumentException.class, () -> ServerState.sample(0, 0, STATUS, 17, "tutti_clients 1\n"));
    }

    @Test
    void addsUpWhatTheFleetsFound(@TempDir final Path folder) throws IOException {
        Files.writeString(folder.resolve("0001-steady.json"), """
            {"ok": false, "problems": ["2 tones were heard wrongly"], "wrongTones": 2, "visits": null,
             "verification": {"windows": 300, "unusableWindows": 9}}""");
        Files.writeString(folder.resolve("0001-churning.json"), """
            {"ok": true, "problems": [], "wrongTones": 0, "verification": null,
             "visits": {"begun": 50, "failed": 1}}""");
        Files.writeString(folder.resolve("0003-steady.json"), """
            {"ok": false, "problems": [], "countedSeconds": 0, "verification": {"windows": 0}}""");
        Files.writeString(folder.resolve("0004-steady.json"), """
            {"ok": false, "problems": [], "countedSeconds": 1.0, "verification": {"windows": 0}}""");
        Files.writeString(folder.resolve("0002-steady.json"), "");
        Files.writeString(folder.resolve("0002-steady.log"), "counting");
        assertEquals(new FleetReports(4, List.of("0002-steady"), List.of("0003-steady"), 300, 9, 2, 50, 1,
            List.of("0001-steady: 2 tones were heard wrongly")), FleetReports.read(folder));
    }
}
