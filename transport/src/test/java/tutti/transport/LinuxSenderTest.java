package tutti.transport;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static tutti.transport.ScriptedKernel.ALL;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tutti.libc.LibC;

/** What a flush does for every answer of the kernel. Datagram i has owner 100 + i and length i. */
final class LinuxSenderTest {
    private static final int SOCKET = 7;
    private static final int FIRST_OWNER = 100;

    private final ScriptedKernel kernel = new ScriptedKernel();
    private final TransportCounters counters = new TransportCounters();
    private final List<String> failures = new ArrayList<>();
    private final LinuxSender sender =
        new LinuxSender(kernel, counters, (owner, errno) -> failures.add(owner + ":" + errno));

    private static LinuxSendBatch batchOf(final int datagrams) {
        final LinuxSendBatch batch = new LinuxSendBatch(SocketAddressFormat.IPV6, Math.max(1, datagrams), 0);
        for (int i = 0; i < datagrams; i++) {
            assertTrue(batch.add(PeerAddress.ofIpv4(0x7F000001, 1000 + i), FIRST_OWNER + i, 0, i));
        }
        return batch;
    }

    private int flush(final int datagrams, final int... answers) {
        return flush(datagrams, true, answers);
    }

    private int flush(final int datagrams, final boolean together, final int... answers) {
        kernel.script(answers);
        final LinuxSendBatch batch = batchOf(datagrams);
        final int sent = sender.flush(SOCKET, batch, together);
        assertEquals(0, batch.size(), "a flush empties the batch");
        assertEquals(sent, counters.datagramsSent());
        assertEquals(failures.size(), counters.sendFailures());
        assertEquals(datagrams, sent + failures.size(), "every datagram is sent or reported");
        assertEquals(kernel.offered.size(), counters.sendCalls());
        return sent;
    }

    @Test
    void anEmptyBatchMakesNoCall() {
        assertEquals(0, flush(0));
        assertEquals(List.of(), kernel.offered);
    }

    @Test
    void aWholeBatchIsOneCall() {
        assertEquals(5, flush(5, ALL));
        assertEquals(List.of(5), kernel.offered);
        assertEquals(List.of(0L, 1L, 2L, 3L, 4L), kernel.taken);
    }

    @Test
    void goesOnAfterAPartialSend() {
        assertEquals(5, flush(5, 2, 1, ALL));
        assertEquals(List.of(5, 3, 2), kernel.offered);
        assertEquals(List.of(0L, 1L, 2L, 3L, 4L), kernel.taken);
        assertEquals(List.of(), failures);
    }

    @Test
    void repeatsAnInterruptedCall() {
        assertEquals(3, flush(3, -LibC.EINTR, 1, -LibC.EINTR, -LibC.EINTR, ALL));
        assertEquals(List.of(3, 3, 2, 2, 2), kernel.offered);
        assertEquals(List.of(), failures);
    }

    @Test
    void givesUpWhenInterruptedForEver() {
        final int[] answers = new int[1 + LinuxSender.MAX_INTERRUPTIONS + 1];
        Arrays.fill(answers, -LibC.EINTR);
        answers[0] = 1;
        assertEquals(1, flush(3, answers));
        assertEquals(List.of("101:" + LibC.EINTR, "102:" + LibC.EINTR), failures);
    }

    @ParameterizedTest
    @ValueSource(ints = {LibC.ECONNREFUSED, LibC.ENETUNREACH, LibC.EHOSTUNREACH, LibC.EMSGSIZE, LibC.EPERM, LibC.EINVAL,
        LibC.EAFNOSUPPORT})
    void skipsTheFailingDatagramAndSendsTheTail(final int errno) {
        assertEquals(4, flush(5, 2, -errno, ALL));
        assertEquals(List.of(5, 3, 2), kernel.offered);
        assertEquals(List.of(0L, 1L, 3L, 4L), kernel.taken);
        assertEquals(List.of("102:" + errno), failures);
        assertEquals(1, counters.sendFailures(SendFailureKind.of(errno)));
    }

    @Test
    void skipsFailingDatagramsAtBothEnds() {
        assertEquals(1, flush(3, -LibC.EPERM, 1, -LibC.EMSGSIZE));
        assertEquals(List.of(1L), kernel.taken);
        assertEquals(List.of("100:" + LibC.EPERM, "102:" + LibC.EMSGSIZE), failures);
    }

    @Test
    void aBatchThatFailsAltogetherMakesOneCallForEachDatagram() {
        final int[] answers = new int[20];
        Arrays.fill(answers, -LibC.ENETUNREACH);
        assertEquals(0, flush(20, answers));
        assertEquals(20, kernel.offered.size());
        assertEquals(20, counters.sendFailures(SendFailureKind.UNREACHABLE));
    }

    @ParameterizedTest
    @ValueSource(ints = {LibC.EAGAIN, LibC.ENOBUFS, LibC.ENOMEM})
    void dropsTheRestWhenThereIsNoRoom(final int errno) {
        assertEquals(2, flush(5, 2, -errno));
        assertEquals(List.of(5, 3), kernel.offered);
        assertEquals(List.of("102:" + errno, "103:" + errno, "104:" + errno), failures);
        assertEquals(3, counters.sendFailures(SendFailureKind.NO_ROOM));
    }

    @Test
    void aCallThatTakesNothingIsNotRepeated() {
        assertEquals(0, flush(2, 0));
        assertEquals(1, kernel.offered.size());
        assertEquals(2, counters.sendFailures(SendFailureKind.NO_ROOM));
    }

    @Test
    void oneByOneMakesACallForEachDatagram() {
        assertEquals(3, flush(3, false, 0, 1, 2));
        assertEquals(List.of(1, 1, 1), kernel.offered);
        assertEquals(List.of(0L, 1L, 2L), kernel.taken);
    }

    @Test
    void oneByOneFollowsTheSameErrorRules() {
        assertEquals(2, flush(5, false, -LibC.EINTR, 0, -LibC.ECONNREFUSED, 2, -LibC.EAGAIN));
        assertEquals(List.of(0L, 2L), kernel.taken);
        assertEquals(List.of("101:" + LibC.ECONNREFUSED, "103:" + LibC.EAGAIN, "104:" + LibC.EAGAIN), failures);
    }

    @Test
    void aFlushStartsWithAFullBudgetOfInterruptions() {
        final int[] answers = new int[LinuxSender.MAX_INTERRUPTIONS + 1];
        Arrays.fill(answers, -LibC.EINTR);
        answers[LinuxSender.MAX_INTERRUPTIONS] = ALL;
        kernel.script(answers);
        kernel.script(answers);
        assertEquals(2, sender.flush(SOCKET, batchOf(2), true));
        assertEquals(2, sender.flush(SOCKET, batchOf(2), true));
    }

    @Property
    void noSequenceOfAnswersMakesMoreCallsThanDatagramsAndInterruptions(
        @ForAll @IntRange(min = 1, max = 40) final int datagrams, @ForAll final boolean together,
        @ForAll @Size(max = 60) final List<@IntRange(min = -120, max = 5) Integer> script) {
        final List<Integer> answers = new ArrayList<>(script);
        answers.addAll(Collections.nCopies(datagrams + LinuxSender.MAX_INTERRUPTIONS, 1));
        final LinuxSenderTest fresh = new LinuxSenderTest();
        fresh.flush(datagrams, together, answers.stream().mapToInt(Integer::intValue).toArray());
        final List<Integer> calls = fresh.kernel.offered;
        assertTrue(calls.size() <= datagrams + LinuxSender.MAX_INTERRUPTIONS, calls::toString);
        final List<Long> taken = fresh.kernel.taken;
        assertEquals(taken.stream().distinct().sorted().toList(), taken, "in order and none twice");
    }
}
