package tutti.server.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

final class RelaunchTest {
    @Test
    void shouldNotBeNeededWhereTheVectorApiIs() {
        assertTrue(ModuleLayer.boot().findModule("jdk.incubator.vector").isPresent(), "tests run with it");
        assertFalse(Relaunch.isNeeded());
    }

    @Test
    void shouldPassOnTheCommandLineAsItIs() {
        final List<String> command =
            Relaunch.command("/opt/java", List.of(), 5, "a b.jar:c", "--port", "1", "", "--welcome", "a b");

        assertEquals("/opt/java", command.get(0));
        assertEquals(List.of("-Dtutti.relaunched=5", "-cp", "a b.jar:c", "tutti.server.cli.Main",
            "--port", "1", "", "--welcome", "a b"), command.subList(command.size() - 9, command.size()));
        assertTrue(command.contains("--add-modules=jdk.incubator.vector"));
        assertTrue(command.contains("-XX:+UseSerialGC"));
    }

    @Test
    void shouldLetTheUsersOptionsWin() {
        final List<String> command = Relaunch.command("java", List.of("-Xmx1g", "-XX:+UseZGC"), 5, "x.jar");

        assertTrue(command.indexOf("-Xmx64m") < command.indexOf("-Xmx1g"));
        assertFalse(command.contains("-XX:+UseSerialGC"), "two collectors would be refused");
    }
}
