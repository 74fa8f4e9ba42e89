package tutti.server.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class AllowedCpusTest {
    @ParameterizedTest
    @CsvSource({"0, {0}", "'0-3', '{0, 1, 2, 3}'", "'1,3-4,63', '{1, 3, 4, 63}'"})
    void shouldReadTheListOfTheKernel(final String list, final String cpus) {
        assertEquals(cpus, AllowedCpus.parse(list).toString());
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void shouldKnowTheCoresOfThisProcess() {
        assertFalse(AllowedCpus.ofThisProcess().isEmpty());
    }

    @ParameterizedTest
    @CsvSource({"'0-3', 1, 2, '[2, 3]'", "'0-3', 2, 3, '[3, 0, 1]'", "'1,4,9', 4, 2, '[9, 1]'", "'0-3', 3, 0, '[]'",
        "'0-1', 1, 2, '[]'"})
    void shouldChooseTheNextCoresAfterOne(final String allowed, final int cpu, final int wanted, final String chosen) {
        assertEquals(chosen, AllowedCpus.after(AllowedCpus.parse(allowed), cpu, wanted).toString());
    }
}
