package tutti.server.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.DataInputStream;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class LauncherTest {
    private static final int JAVA_8_CLASS_FILE = 52;

    @ParameterizedTest
    @CsvSource({"1.8, 8", "9, 9", "17, 17", "25, 25"})
    void shouldKnowHowJavaCountsItsVersions(final String specification, final int feature) {
        assertEquals(feature, Launcher.feature(specification));
    }

    @Test
    void shouldSayWhichJavaIsNeededAndWhichThisIs() {
        assertEquals(
            "tutti: needs Java 25 or later, but this is Java 8 (/opt/jdk8): start it with the java of a newer one",
            Launcher.complaint("1.8", "/opt/jdk8"));
    }

    @Test
    void shouldItselfRunUnderJava8() throws IOException {
        try (DataInputStream in = new DataInputStream(Launcher.class.getResourceAsStream("Launcher.class"))) {
            assertEquals(0xCAFEBABE, in.readInt());
            in.readUnsignedShort();
            assertEquals(JAVA_8_CLASS_FILE, in.readUnsignedShort());
        }
    }
}
