package tutti.harness.sweep;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Map;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class ParsersTest {

    @Test
    void perfCountsAreReadByEvent() {
        final PerfCsv perf = PerfCsv.parse(Samples.text("perf.csv"));
        assertEquals(OptionalDouble.of(399.50), perf.count("task-clock"));
        assertEquals(OptionalDouble.of(1578), perf.count("context-switches"));
        assertEquals(OptionalDouble.of(1171), perf.count("syscalls:sys_enter_sendmmsg"));
        assertEquals(OptionalDouble.of(0), perf.count("syscalls:sys_enter_sendto"));
        assertEquals(12, perf.all().size());
    }

    @Test
    void eventsThatPerfDidNotCountAreAbsent() {
        final PerfCsv perf = PerfCsv.parse("""
            # started on Mon Nov 30 13:49:08 2026

            <not counted>,msec,task-clock,0,100.00,,
            <not supported>,,cycles,0,100.00,,
            12,,context-switches:u,737870,100.00,0.000,/sec
            """);
        assertTrue(perf.count("task-clock").isEmpty());
        assertTrue(perf.count("cycles").isEmpty());
        assertEquals(OptionalDouble.of(12), perf.count("context-switches"), "restricted to user space, but counted");
    }

    @Test
    void straceCountsAreReadWithAndWithoutErrors() {
        final Map<String, Double> calls = StraceSummary.parse(Samples.text("strace-calls.txt"));
        assertEquals(153, calls.get("futex"), "with errors");
        assertEquals(4484, calls.get("sendmsg"), "without");
        assertEquals(7, calls.size(), "neither head nor total");
        assertEquals(Map.of(), StraceSummary.parse(""), "no call was made");
    }

    @Test
    void processorTimeIsFoundBehindANameWithBlanksAndBrackets() {
        final String fields = " S 18280 18277 14918 0 -1 4194304 49369 96 0 0 449 34 0 0 20 0 20 0 734566 2709336064";
        assertEquals(449 + 34, ProcFiles.cpuTicks("18447 (java)" + fields));
        assertEquals(449 + 34, ProcFiles.cpuTicks("18447 (a) b (c)" + fields));
    }

    @Test
    void somethingElseThanAStatFileIsRefused() {
        assertThrows(IllegalArgumentException.class, () -> ProcFiles.cpuTicks("18447 (java) S 1 2"));
    }

    @Test
    void contextSwitchesOfAllThreadsAreAddedUp() {
        assertEquals(4468, ProcFiles.contextSwitches(Samples.text("status.txt")));
        assertEquals(0, ProcFiles.contextSwitches(""));
    }

    @Test
    void metricsAreReadWithAndWithoutLabels() {
        final PrometheusText metrics = PrometheusText.parse(Samples.text("metrics-end.txt"));
        assertEquals(OptionalDouble.of(2471), metrics.sum("tutti_frames_total"));
        assertEquals(OptionalDouble.of(35), metrics.sum("jvm_gc_collection_seconds_count"), "both collectors");
        assertTrue(metrics.sum("tutti_frames").isEmpty(), "a part of a name is no name");
        assertEquals(OptionalDouble.of(35), metrics.value("jvm_gc_collection_seconds_count", "gc=\"Copy\""));
        assertTrue(metrics.value("jvm_gc_collection_seconds_count", "gc=\"G1\"").isEmpty());
    }

    @Test
    void aLineThatIsNoSampleIsNamed() {
        final Exception refusal = assertThrows(IllegalArgumentException.class,
            () -> PrometheusText.parse("<html>"));
        assertTrue(refusal.getMessage().contains("<html>"));
    }
}
