package tutti.transport;

import java.lang.foreign.MemorySegment;

/**
 * The system calls of a running Linux transport. A test puts a scripted kernel in their place.
 *
 * <p>Every method returns what its manual page says, or the negated {@code errno} where that says -1.
 */
interface DatagramCalls {
    /** sendmmsg(2). */
    int sendmmsg(int socket, MemorySegment headers, int count, int flags);

    /** sendmsg(2). */
    int sendmsg(int socket, MemorySegment header, int flags);

    /** recvmmsg(2), without a time-out. */
    int recvmmsg(int socket, MemorySegment headers, int count, int flags);

    /** recvmsg(2). */
    int recvmsg(int socket, MemorySegment header, int flags);

    /** ppoll(2), without a signal mask. */
    int ppoll(MemorySegment descriptors, int count, MemorySegment timeout);
}
