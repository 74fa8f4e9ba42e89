package tutti.transport;

import static org.junit.jupiter.api.Assertions.assertFalse;

import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import tutti.libc.iovec;
import tutti.libc.mmsghdr;
import tutti.libc.msghdr;
import tutti.libc.timespec;

/** Answers system calls from a list and keeps what it was asked to send. */
final class ScriptedKernel implements DatagramCalls {
    /** An answer that takes every datagram of the call. */
    static final int ALL = Integer.MAX_VALUE;

    /** The first pieces' lengths of the datagrams taken: tests tell their datagrams apart by length. */
    final List<Long> taken = new ArrayList<>();
    /** For each call to send, how many datagrams it offered. */
    final List<Integer> offered = new ArrayList<>();
    /** For each wait, how long it would have been, in nanoseconds, and for how many sockets. */
    final List<Long> waits = new ArrayList<>();
    final List<Integer> watched = new ArrayList<>();
    private final Deque<Integer> answers = new ArrayDeque<>();

    ScriptedKernel(final int... answers) {
        script(answers);
    }

    void script(final int... more) {
        for (final int answer : more) {
            answers.add(answer);
        }
    }

    private int nextAnswer() {
        assertFalse(answers.isEmpty(), "one call too many");
        return answers.remove();
    }

    @Override
    public int sendmmsg(final int socket, final MemorySegment headers, final int count, final int flags) {
        offered.add(count);
        final int answer = Math.min(nextAnswer(), count);
        for (int i = 0; i < answer; i++) {
            take(headers.asSlice(i * mmsghdr.sizeof(), mmsghdr.sizeof()));
        }
        return answer;
    }

    @Override
    public int sendmsg(final int socket, final MemorySegment header, final int flags) {
        offered.add(1);
        final int answer = nextAnswer();
        if (answer >= 0) {
            take(header);
        }
        return answer;
    }

    private void take(final MemorySegment header) {
        final MemorySegment piece =
            MemorySegment.ofAddress(msghdr.msg_iov(header)).reinterpret(iovec.sizeof());
        taken.add(iovec.iov_len(piece));
    }

    @Override
    public int recvmmsg(final int socket, final MemorySegment headers, final int count, final int flags) {
        return nextAnswer();
    }

    @Override
    public int recvmsg(final int socket, final MemorySegment header, final int flags) {
        return nextAnswer();
    }

    @Override
    public int ppoll(final MemorySegment descriptors, final int count, final MemorySegment timeout) {
        watched.add(count);
        waits.add(timespec.tv_sec(timeout) * 1_000_000_000L + timespec.tv_nsec(timeout));
        return nextAnswer();
    }
}
