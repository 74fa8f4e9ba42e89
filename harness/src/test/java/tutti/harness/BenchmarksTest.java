package tutti.harness;

import static org.junit.jupiter.api.Assertions.assertFalse;

import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.BenchmarkList;
import org.openjdk.jmh.runner.BenchmarkListEntry;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.format.OutputFormatFactory;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.VerboseMode;

/**
 * Every benchmark runs once, in this process, with each of its parameters. Their own checks see to it that what is
 * measured is also right; how long it takes is of no interest here.
 */
@EnabledOnOs(OS.LINUX)
class BenchmarksTest {

    /** JMH refuses to run beside another JMH, for the sake of the times. */
    @BeforeAll
    static void allowOthersToMeasure() {
        System.setProperty("jmh.ignoreLock", "true");
    }

    static Stream<String> benchmarks() {
        final Set<BenchmarkListEntry> entries = BenchmarkList.defaultList()
            .getAll(OutputFormatFactory.createFormatInstance(System.out, VerboseMode.SILENT), List.of());
        final List<String> names = entries.stream().map(BenchmarkListEntry::getUsername).sorted().toList();
        assertFalse(names.isEmpty(), "the annotation processor has listed no benchmarks");
        return names.stream();
    }

    @ParameterizedTest
    @MethodSource("benchmarks")
    void shouldRunOnceWithEachOfItsParameters(final String name) throws RunnerException {
        final Collection<RunResult> results = new Runner(new OptionsBuilder()
            .include("^" + name.replace(".", "\\.") + "$")
            .mode(Mode.SingleShotTime)
            .forks(0)
            .warmupIterations(0)
            .measurementIterations(1)
            .shouldFailOnError(true)
            .verbosity(VerboseMode.SILENT)
            .build()).run();

        assertFalse(results.isEmpty(), "no results");
        for (final RunResult result : results) {
            assertFalse(result.getBenchmarkResults().isEmpty(), "no result for " + result.getParams());
        }
    }
}
