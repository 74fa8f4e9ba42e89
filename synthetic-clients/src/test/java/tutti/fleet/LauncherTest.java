package tutti.fleet;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LauncherTest {

    @ParameterizedTest
    @CsvSource({"1.8, 8", "9, 9", "17, 17", "25, 25"})
    void readsTheVersionsOfAllJavas(final String specification, final int feature) {
        assertEquals(feature, Launcher.feature(specification));
    }
}
