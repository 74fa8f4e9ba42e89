package tutti.harness.profile;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

class StackParsersTest {

    @Test
    void asyncProfilersStacksAreReadWithThreadKindAndCount() {
        final List<StackSample> samples = Recorded.asyncProfiler();
        assertEquals(14, samples.size());
        final StackSample first = samples.getFirst();
        assertEquals("frame", first.thread());
        assertEquals(13, first.count());
        assertEquals(new StackFrame("tutti.server.cli.Main.main", "", CodeKind.JAVA), first.root());
        assertEquals(new StackFrame("libopus.so.0", "libopus.so.0", CodeKind.NATIVE), first.leaf());
        assertEquals(new StackFrame("fdget", "", CodeKind.KERNEL), samples.get(3).leaf());
    }

    @Test
    void functionsWithoutNamesAreOneAndLibrariesHaveTheSameNameInEveryRun() {
        final List<String> names = Recorded.asyncProfiler().getFirst().frames().stream().map(StackFrame::name).toList();
        final int call = names.indexOf("ffi_call");
        assertEquals(
            List.of("libjnidispatch.so", "ffi_call", "libjnidispatch.so", "opus_custom_decode", "libopus.so.0"),
            names.subList(call - 1, names.size()));
        assertTrue(Recorded.asyncProfiler().stream().flatMap(sample -> sample.frames().stream())
            .noneMatch(frame -> frame.name().contains("0x")), "addresses of hidden classes");
    }

    @Test
    void perfsStacksAreReadFromTheOutermostFunctionOn() {
        final List<StackSample> samples = Recorded.perf();
        assertEquals(9, samples.size());
        final StackSample send = samples.get(6);
        assertEquals("frame", send.thread());
        assertEquals(new StackFrame("start_thread", "libc.so.6", CodeKind.NATIVE), send.root());
        assertEquals(new StackFrame("___sys_sendmsg", "", CodeKind.KERNEL), send.leaf());
        assertTrue(send.frames().contains(new StackFrame("tutti.server.AudioSender.flush", "", CodeKind.JAVA)),
            "without the types that the perf map has");
        assertEquals("C2 CompilerThre", samples.getLast().thread());
    }

    @Test
    void aDeletedLibraryAndAnAddressOutsideOfAllAreRead() {
        final StackSample decode = Recorded.perf().get(5);
        assertEquals(List.of(new StackFrame("[unknown]", "[unknown]", CodeKind.NATIVE),
            new StackFrame("libjnidispatch.so", "libjnidispatch.so", CodeKind.NATIVE),
            new StackFrame("opus_custom_decode", "libopus.so.0", CodeKind.NATIVE)), decode.frames());
    }

    @Test
    void whatIsNoStackIsNamed() {
        assertTrue(assertThrows(IllegalArgumentException.class, () -> CollapsedStacks.parse("one two 3")).getMessage()
            .contains("one two 3"));
        assertTrue(assertThrows(IllegalArgumentException.class, () -> PerfScript.parse("\t  1234 orphan (libc.so)"))
            .getMessage().contains("orphan"));
    }

    @Test
    void nothingRecordedIsNoSample() {
        assertEquals(List.of(), CollapsedStacks.parse(""));
        assertEquals(List.of(), PerfScript.parse("# comment\n\nframe 12 cpu-clock:\n\n"));
    }
}
