package tutti.harness.profile;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

class SharesTest {

    @Test
    void recordedStacksBelongToTheirParts() {
        final List<Part> parts = Recorded.asyncProfiler().stream().map(Classifier::partOf).toList();
        assertEquals(List.of(Part.DECODE, Part.DECODE, Part.ENCODE, Part.SEND, Part.RECEIVE, Part.SLEEP,
            Part.JITTER_BUFFER, Part.MIX, Part.INTERRUPTS, Part.CONTROL, Part.FRAME_LOOP, Part.COMPILER,
            Part.OTHER_THREADS, Part.UNATTRIBUTED), parts);
    }

    @Test
    void whatIsDoneForAPartWithinAnotherBelongsToTheInnerOne() {
        assertEquals(Part.JITTER_BUFFER,
            part("tutti.server.Inbound.takeAudio", "tutti.server.jitter.JitterBuffer.put"));
        assertEquals(Part.RECEIVE, part("tutti.server.FrameLoop.frame", "tutti.server.AddressTable.find"));
        assertEquals(Part.SEND, part("tutti.server.AudioPath.mixAndEncode", "tutti.server.MixGroup.handOver"));
        assertEquals(Part.CONTROL, part("tutti.server.Inbound.receiveControl", "tutti.server.ControlOutbox.flush"));
        assertEquals(Part.MIX, part("tutti.server.AudioWork.mix", "jdk.incubator.vector.FloatVector.fma"));
        assertEquals(Part.FRAME_LOOP, part("tutti.server.FrameLoop.frame", "java.lang.System.nanoTime"));
        assertEquals(Part.UNATTRIBUTED, part("java.lang.Thread.run"));
    }

    @Test
    void sharesAddUpAndTellWhoseCodeRan() {
        final List<StackSample> samples = Recorded.asyncProfiler();
        final Shares shares = Shares.of(samples);
        assertEquals(samples.stream().mapToLong(StackSample::count).sum(), shares.total());
        double sum = 0;
        for (final Part part : Part.values()) {
            sum += shares.share(part);
        }
        assertEquals(1, sum, 1e-12);
        assertEquals(13 + 18, shares.count(Part.DECODE));
        assertEquals(31, shares.count(Part.DECODE, CodeKind.NATIVE));
        assertEquals(1, shares.count(Part.SEND, CodeKind.KERNEL));
        assertEquals(0, shares.count(Part.SEND, CodeKind.JAVA));
    }

    @Test
    void stacksThatBreakOffAreDividedAsWholeOnesAre() {
        final BrokenStacks broken = new BrokenStacks(Recorded.perf(), Recorded.perfDwarf());
        // Five of nine stacks break off in libopus; of four whole ones through it, three decode.
        assertEquals(1 + 5 * 0.75, broken.shares().count(Part.DECODE), 1e-9);
        assertEquals(5 * 0.25, broken.shares().count(Part.ENCODE), 1e-9);
        assertEquals(1, broken.shares().count(Part.SEND));
        assertEquals(0, broken.shares().count(Part.UNATTRIBUTED));
        assertEquals(9, broken.shares().total(), 1e-9);
        assertEquals(1, broken.sentences().size());
        final String sentence = broken.sentences().getFirst();
        assertTrue(sentence.startsWith("55.6 % of the samples have stacks that break off inside libopus.so.0"),
            sentence);
        assertTrue(sentence.endsWith("4 stacks through it are that were unwound with DWARF: Opus decode 75.0 %, "
            + "Opus encode 25.0 %."), sentence);
    }

    @Test
    void withoutWholeStacksBrokenOnesStayUnattributed() {
        final BrokenStacks broken = new BrokenStacks(Recorded.perf(), List.of());
        assertEquals(5, broken.shares().count(Part.UNATTRIBUTED));
        assertEquals(List.of(), broken.sentences());
    }

    private static Part part(final String... methods) {
        return Classifier.partOf(Recorded.java(1, methods));
    }
}
