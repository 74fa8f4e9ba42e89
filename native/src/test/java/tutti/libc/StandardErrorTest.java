package tutti.libc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

@EnabledOnOs(OS.LINUX)
final class StandardErrorTest {
    private static final int NO_FILE_DESCRIPTOR = 1_000_000;

    /** Runs in a process of its own: silent, spoken, silent once more for a shell, which takes it back. */
    static final class Speaker {
        private Speaker() {
        }

        public static void main(final String[] arguments) {
            final int kept = StandardError.silence();
            System.err.println("unheard");
            StandardError.restore(kept);
            System.err.println("heard");
            final int keptForShell = StandardError.silence();
            throw ProcessControl.exec("/bin/sh",
                List.of("sh", "-c", "echo unheard >&2; echo heard from the shell >&" + keptForShell));
        }
    }

    @Test
    void vanishesWhileSilentAndComesBackEvenInAnotherProgram() throws IOException, InterruptedException {
        final Process process = new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(), "--enable-native-access=ALL-UNNAMED",
            "-cp", System.getProperty("java.class.path"), Speaker.class.getName()).start();
        final String errors = new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(0, process.waitFor(), errors);
        assertEquals("heard\nheard from the shell\n", errors);
    }

    @Test
    void staysAsItIsWhenThereIsNothingToRestore() {
        final NativeException thrown =
            assertThrows(NativeException.class, () -> StandardError.restore(NO_FILE_DESCRIPTOR));
        assertEquals("dup2(1000000, 2) failed: Bad file descriptor (errno 9)", thrown.getMessage());
    }
}
