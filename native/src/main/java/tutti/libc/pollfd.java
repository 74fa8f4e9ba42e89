package tutti.libc;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import java.lang.foreign.GroupLayout;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemoryLayout.PathElement;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout.OfInt;
import java.lang.foreign.ValueLayout.OfShort;

/**
 * One file descriptor for {@code ppoll} to wait for.
 *
 * <p>From {@code <poll.h>}:
 *
 * <pre>{@code
 * struct pollfd {
 *     int   fd;
 *     short events;    // asked for
 *     short revents;   // found
 * };
 * }</pre>
 */
public final class pollfd {
    private static final GroupLayout LAYOUT = MemoryLayout.structLayout(
        JAVA_INT.withName("fd"),
        JAVA_SHORT.withName("events"),
        JAVA_SHORT.withName("revents"))
        .withName("pollfd");

    private static final OfInt FD = (OfInt) LAYOUT.select(PathElement.groupElement("fd"));
    private static final long FD_OFFSET = LAYOUT.byteOffset(PathElement.groupElement("fd"));
    private static final OfShort EVENTS = (OfShort) LAYOUT.select(PathElement.groupElement("events"));
    private static final long EVENTS_OFFSET = LAYOUT.byteOffset(PathElement.groupElement("events"));
    private static final OfShort REVENTS = (OfShort) LAYOUT.select(PathElement.groupElement("revents"));
    private static final long REVENTS_OFFSET = LAYOUT.byteOffset(PathElement.groupElement("revents"));

    private pollfd() {
    }

    /** The layout of the structure. */
    public static GroupLayout layout() {
        return LAYOUT;
    }

    /** Size of the structure in bytes. */
    public static long sizeof() {
        return LAYOUT.byteSize();
    }

    /** Offset of {@code fd} in bytes. */
    public static long fd$offset() {
        return FD_OFFSET;
    }

    /** The value of {@code fd}. */
    public static int fd(final MemorySegment struct) {
        return struct.get(FD, FD_OFFSET);
    }

    /** Sets the value of {@code fd}. */
    public static void fd(final MemorySegment struct, final int value) {
        struct.set(FD, FD_OFFSET, value);
    }

    /** Offset of {@code events} in bytes. */
    public static long events$offset() {
        return EVENTS_OFFSET;
    }

    /** The value of {@code events}. */
    public static short events(final MemorySegment struct) {
        return struct.get(EVENTS, EVENTS_OFFSET);
    }

    /** Sets the value of {@code events}. */
    public static void events(final MemorySegment struct, final short value) {
        struct.set(EVENTS, EVENTS_OFFSET, value);
    }

    /** Offset of {@code revents} in bytes. */
    public static long revents$offset() {
        return REVENTS_OFFSET;
    }

    /** The value of {@code revents}. */
    public static short revents(final MemorySegment struct) {
        return struct.get(REVENTS, REVENTS_OFFSET);
    }

    /** Sets the value of {@code revents}. */
    public static void revents(final MemorySegment struct, final short value) {
        struct.set(REVENTS, REVENTS_OFFSET, value);
    }
}
