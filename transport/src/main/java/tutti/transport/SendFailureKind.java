package tutti.transport;

import tutti.libc.LibC;

/** The kinds under which unsent datagrams are counted. */
public enum SendFailureKind {
    /**
     * The kernel has no room now: {@code EAGAIN} (send buffer full), {@code ENOBUFS} (device queue full) or
     * {@code ENOMEM}. The rest of the batch would meet the same, so it is dropped instead of tried.
     */
    NO_ROOM,
    /** No way to the address: {@code ENETUNREACH}, {@code EHOSTUNREACH}, {@code ENETDOWN} or {@code EHOSTDOWN}. */
    UNREACHABLE,
    /** Nobody listens there: {@code ECONNREFUSED}, reported by the peer's host for an earlier datagram. */
    REFUSED,
    /** Longer than the way to the peer can carry: {@code EMSGSIZE}. */
    TOO_BIG,
    /** A local packet filter or policy forbids it: {@code EPERM} or {@code EACCES}. */
    NOT_PERMITTED,
    /** Any other {@code errno}. */
    OTHER;

    /**
     * The kind of an error number.
     *
     * @param errno a Linux {@code errno} value
     */
    public static SendFailureKind of(final int errno) {
        return switch (errno) {
            case LibC.EAGAIN, LibC.ENOBUFS, LibC.ENOMEM -> NO_ROOM;
            case LibC.ENETUNREACH, LibC.EHOSTUNREACH, LibC.ENETDOWN, LibC.EHOSTDOWN -> UNREACHABLE;
            case LibC.ECONNREFUSED -> REFUSED;
            case LibC.EMSGSIZE -> TOO_BIG;
            case LibC.EPERM, LibC.EACCES -> NOT_PERMITTED;
            default -> OTHER;
        };
    }
}
