package tutti.libc;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemoryLayout.PathElement;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.invoke.MethodHandle;
import java.util.Set;

/**
 * What this project calls in the C library of 64-bit Linux: constants and functions, in the shape jextract gives such a
 * class.
 *
 * <p>It differs from jextract's output in one point: where a function can fail, its first argument is a segment of
 * {@link #capturedState$layout()}, into which the linker saves {@code errno} at once after the call, before the virtual
 * machine can change it. {@link #errno(MemorySegment)} reads it; it means something only after a call that returned -1.
 *
 * <p>Each function has a holder class of its own, so that nothing is linked before it is called: where
 * {@link #isAvailable()} is false, the constants can still be used. Calls need {@code --enable-native-access}. A test
 * compares all constants with the C compiler's; {@code native/jextract.sh} runs jextract on the same header.
 */
public final class LibC {
    // <sys/socket.h>
    public static final int AF_INET = 2;
    public static final int AF_INET6 = 10;
    public static final int SOCK_DGRAM = 2;
    public static final int SOCK_CLOEXEC = 0x80000;
    public static final int SOCK_NONBLOCK = 0x800;
    public static final int SOL_SOCKET = 1;
    public static final int SO_SNDBUF = 7;
    public static final int SO_RCVBUF = 8;
    public static final int SO_REUSEPORT = 15;
    public static final int SO_SNDBUFFORCE = 32;
    public static final int SO_RCVBUFFORCE = 33;
    public static final int SO_ATTACH_REUSEPORT_CBPF = 51;
    public static final int MSG_TRUNC = 0x20;
    public static final int MSG_DONTWAIT = 0x40;

    // <netinet/in.h>
    public static final int IPPROTO_IP = 0;
    public static final int IPPROTO_IPV6 = 41;
    public static final int IP_TOS = 1;
    public static final int IPV6_V6ONLY = 26;
    public static final int IPV6_TCLASS = 67;

    // <fcntl.h>
    public static final int O_WRONLY = 0x1;

    // <poll.h>
    public static final int POLLIN = 0x1;

    // <time.h>
    public static final int CLOCK_THREAD_CPUTIME_ID = 3;

    // <sched.h>
    public static final int CPU_SETSIZE = 1024;
    public static final int SCHED_FIFO = 1;

    // <sys/prctl.h>
    public static final int PR_SET_TIMERSLACK = 29;
    public static final int PR_GET_TIMERSLACK = 30;

    // <sys/resource.h>
    public static final int PRIO_PROCESS = 0;

    // <linux/filter.h>, <linux/bpf_common.h>
    public static final int BPF_LD = 0x00;
    public static final int BPF_H = 0x08;
    public static final int BPF_ABS = 0x20;
    public static final int BPF_JMP = 0x05;
    public static final int BPF_JEQ = 0x10;
    public static final int BPF_K = 0x00;
    public static final int BPF_RET = 0x06;

    // <errno.h>
    public static final int EPERM = 1;
    public static final int EINTR = 4;
    public static final int EAGAIN = 11;
    public static final int ENOMEM = 12;
    public static final int EACCES = 13;
    public static final int EINVAL = 22;
    public static final int EMSGSIZE = 90;
    public static final int EAFNOSUPPORT = 97;
    public static final int EADDRINUSE = 98;
    public static final int EADDRNOTAVAIL = 99;
    public static final int ENETDOWN = 100;
    public static final int ENETUNREACH = 101;
    public static final int ENOBUFS = 105;
    public static final int ECONNREFUSED = 111;
    public static final int EHOSTDOWN = 112;
    public static final int EHOSTUNREACH = 113;

    /** The processors on which Linux gives the constants above these values. */
    private static final Set<String> PROCESSORS = Set.of("amd64", "aarch64", "riscv64");

    private LibC() {
    }

    /** Whether the functions can be called: on Linux, on a 64-bit processor whose constants are known. */
    public static boolean isAvailable() {
        return System.getProperty("os.name").equals("Linux") && PROCESSORS.contains(System.getProperty("os.arch"));
    }

    private static final class Native {
        static final Linker LINKER = Linker.nativeLinker();
        static final StructLayout CAPTURED_STATE = Linker.Option.captureStateLayout();
        static final long ERRNO_OFFSET = CAPTURED_STATE.byteOffset(PathElement.groupElement("errno"));
        static final Linker.Option CAPTURE_ERRNO = Linker.Option.captureCallState("errno");

        static MethodHandle link(
            final String name, final FunctionDescriptor descriptor, final Linker.Option... options) {
            return LINKER.downcallHandle(LINKER.defaultLookup().findOrThrow(name), descriptor, options);
        }
    }

    /** The layout of the memory in which a call leaves {@code errno}. */
    public static MemoryLayout capturedState$layout() {
        return Native.CAPTURED_STATE;
    }

    /** The {@code errno} of the last failed call that was given this segment. */
    public static int errno(final MemorySegment capturedState) {
        return capturedState.get(JAVA_INT, Native.ERRNO_OFFSET);
    }

    private static RuntimeException unexpected(final Throwable thrown) {
        if (thrown instanceof RuntimeException e) {
            return e;
        }
        throw thrown instanceof Error e ? e : new AssertionError("a C function does not throw", thrown);
    }

    private static final class socket {
        static final FunctionDescriptor DESCRIPTOR = FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_INT, JAVA_INT);
        static final MethodHandle HANDLE = Native.link("socket", DESCRIPTOR, Native.CAPTURE_ERRNO);
    }

    /** The handle of {@link #socket}. */
    public static MethodHandle socket$handle() {
        return socket.HANDLE;
    }

    /** socket(2): makes a socket and returns its file descriptor. */
    public static int socket(
        final MemorySegment capturedState, final int domain, final int type, final int protocol) {
        try {
            return (int) socket.HANDLE.invokeExact(capturedState, domain, type, protocol);
        } catch (final Throwable t) {
            throw unexpected(t);
        }
    }

    private static final class bind {
        static final FunctionDescriptor DESCRIPTOR = FunctionDescriptor.of(JAVA_INT, JAVA_INT, ADDRESS, JAVA_INT);
        static final MethodHandle HANDLE = Native.link("bind", DESCRIPTOR, Native.CAPTURE_ERRNO);
    }

    /** The handle of {@link #bind}. */
    public static MethodHandle bind$handle() {
        return bind.HANDLE;
    }

    /** bind(2): gives a socket its local address. */
    public static int bind(
        final MemorySegment capturedState, final int sockfd, final MemorySegment addr, final int addrlen) {
        try {
            return (int) bind.HANDLE.invokeExact(capturedState, sockfd, addr, addrlen);
        } catch (final Throwable t) {
            throw unexpected(t);
        }
    }

    private static final class setsockopt {
        static final FunctionDescriptor DESCRIPTOR =
            FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_INT, JAVA_INT, ADDRESS, JAVA_INT);
        static final MethodHandle HANDLE = Native.link("setsockopt", DESCRIPTOR, Native.CAPTURE_ERRNO);
    }

    /** The handle of {@link #setsockopt}. */
    public static MethodHandle setsockopt$handle() {
        return setsockopt.HANDLE;
    }

    /** setsockopt(2): sets an option of a socket. */
    public static int setsockopt(
        final MemorySegment capturedState, final int sockfd, final int level,
        final int optname, final MemorySegment optval, final int optlen) {
        try {
            return (int) setsockopt.HANDLE.invokeExact(capturedState, sockfd, level, optname, optval, optlen);
        } catch (final Throwable t) {
            throw unexpected(t);
        }
    }

    private static final class getsockopt {
        static final FunctionDescriptor DESCRIPTOR =
            FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_INT, JAVA_INT, ADDRESS, ADDRESS);
        static final MethodHandle HANDLE = Native.link("getsockopt", DESCRIPTOR, Native.CAPTURE_ERRNO);
    }

    /** The handle of {@link #getsockopt}. */
    public static MethodHandle getsockopt$handle() {
        return getsockopt.HANDLE;
    }

    /** getsockopt(2): reads an option of a socket. */
    public static int getsockopt(
        final MemorySegment capturedState, final int sockfd, final int level,
        final int optname, final MemorySegment optval, final MemorySegment optlen) {
        try {
            return (int) getsockopt.HANDLE.invokeExact(capturedState, sockfd, level, optname, optval, optlen);
        } catch (final Throwable t) {
            throw unexpected(t);
        }
    }

    private static final class getsockname {
        static final FunctionDescriptor DESCRIPTOR = FunctionDescriptor.of(JAVA_INT, JAVA_INT, ADDRESS, ADDRESS);
        static final MethodHandle HANDLE = Native.link("getsockname", DESCRIPTOR, Native.CAPTURE_ERRNO);
    }

    /** The handle of {@link #getsockname}. */
    public static MethodHandle getsockname$handle() {
        return getsockname.HANDLE;
    }

    /** getsockname(2): reads the local address of a socket. */
    public static int getsockname(
        final MemorySegment capturedState, final int sockfd, final MemorySegment addr, final MemorySegment addrlen) {
        try {
            return (int) getsockname.HANDLE.invokeExact(capturedState, sockfd, addr, addrlen);
        } catch (final Throwable t) {
            throw unexpected(t);
        }
    }

    private static final class close {
        static final FunctionDescriptor DESCRIPTOR = FunctionDescriptor.of(JAVA_INT, JAVA_INT);
        static final MethodHandle HANDLE = Native.link("close", DESCRIPTOR, Native.CAPTURE_ERRNO);
    }

    /** The handle of {@link #close}. */
    public static MethodHandle close$handle() {
        return close.HANDLE;
    }

    /** close(2): closes a file descriptor. */
    public static int close(final MemorySegment capturedState, final int fd) {
        try {
            return (int) close.HANDLE.invokeExact(capturedState, fd);
        } catch (final Throwable t) {
            throw unexpected(t);
        }
    }

    private static final class open {
        static final FunctionDescriptor DESCRIPTOR = FunctionDescriptor.of(JAVA_INT, ADDRESS, JAVA_INT);
        static final MethodHandle HANDLE =
            Native.link("open", DESCRIPTOR, Native.CAPTURE_ERRNO, Linker.Option.firstVariadicArg(2));
    }

    /** The handle of {@link #open}. */
    public static MethodHandle open$handle() {
        return open.HANDLE;
    }

    /** open(2) of a file that exists: a new file descriptor. */
    public static int open(final MemorySegment capturedState, final MemorySegment pathname, final int flags) {
        try {
            return (int) open.HANDLE.invokeExact(capturedState, pathname, flags);
        } catch (final Throwable t) {
            throw unexpected(t);
        }
    }

    private static final class dup {
        static final FunctionDescriptor DESCRIPTOR = FunctionDescriptor.of(JAVA_INT, JAVA_INT);
        static final MethodHandle HANDLE = Native.link("dup", DESCRIPTOR, Native.CAPTURE_ERRNO);
    }

    /** The handle of {@link #dup}. */
    public static MethodHandle dup$handle() {
        return dup.HANDLE;
    }

    /** dup(2): a second file descriptor for the same open file, which a program started by execv inherits. */
    public static int dup(final MemorySegment capturedState, final int oldfd) {
        try {
            return (int) dup.HANDLE.invokeExact(capturedState, oldfd);
        } catch (final Throwable t) {
            throw unexpected(t);
        }
    }

    private static final class dup2 {
        static final FunctionDescriptor DESCRIPTOR = FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_INT);
        static final MethodHandle HANDLE = Native.link("dup2", DESCRIPTOR, Native.CAPTURE_ERRNO);
    }

    /** The handle of {@link #dup2}. */
    public static MethodHandle dup2$handle() {
        return dup2.HANDLE;
    }

    /** dup2(2): makes a file descriptor of that number refer to the same open file. */
    public static int dup2(final MemorySegment capturedState, final int oldfd, final int newfd) {
        try {
            return (int) dup2.HANDLE.invokeExact(capturedState, oldfd, newfd);
        } catch (final Throwable t) {
            throw unexpected(t);
        }
    }

    private static final class sendmsg {
        static final FunctionDescriptor DESCRIPTOR = FunctionDescriptor.of(JAVA_LONG, JAVA_INT, ADDRESS, JAVA_INT);
        static final MethodHandle HANDLE = Native.link("sendmsg", DESCRIPTOR, Native.CAPTURE_ERRNO);
    }

    /** The handle of {@link #sendmsg}. */
    public static MethodHandle sendmsg$handle() {
        return sendmsg.HANDLE;
    }

    /** sendmsg(2): sends one message and returns its bytes. */
    public static long sendmsg(
        final MemorySegment capturedState, final int sockfd, final MemorySegment msg, final int flags) {
        try {
            return (long) sendmsg.HANDLE.invokeExact(capturedState, sockfd, msg, flags);
        } catch (final Throwable t) {
            throw unexpected(t);
        }
    }

    private static final class recvmsg {
        static final FunctionDescriptor DESCRIPTOR = FunctionDescriptor.of(JAVA_LONG, JAVA_INT, ADDRESS, JAVA_INT);
        static final MethodHandle HANDLE = Native.link("recvmsg", DESCRIPTOR, Native.CAPTURE_ERRNO);
    }

    /** The handle of {@link #recvmsg}. */
    public static MethodHandle recvmsg$handle() {
        return recvmsg.HANDLE;
    }

    /** recvmsg(2): receives one message and returns its bytes. */
    public static long recvmsg(
        final MemorySegment capturedState, final int sockfd, final MemorySegment msg, final int flags) {
        try {
            return (long) recvmsg.HANDLE.invokeExact(capturedState, sockfd, msg, flags);
        } catch (final Throwable t) {
            throw unexpected(t);
        }
    }

    private static final class sendmmsg {
        static final FunctionDescriptor DESCRIPTOR =
            FunctionDescriptor.of(JAVA_INT, JAVA_INT, ADDRESS, JAVA_INT, JAVA_INT);
        static final MethodHandle HANDLE = Native.link("sendmmsg", DESCRIPTOR, Native.CAPTURE_ERRNO);
    }

    /** The handle of {@link #sendmmsg}. */
    public static MethodHandle sendmmsg$handle() {
        return sendmmsg.HANDLE;
    }

    /** sendmmsg(2): sends several messages and returns how many were sent; an error after the first is not reported. */
    public static int sendmmsg(
        final MemorySegment capturedState, final int sockfd, final MemorySegment msgvec,
        final int vlen, final int flags) {
        try {
            return (int) sendmmsg.HANDLE.invokeExact(capturedState, sockfd, msgvec, vlen, flags);
        } catch (final Throwable t) {
            throw unexpected(t);
        }
    }

    private static final class recvmmsg {
        static final FunctionDescriptor DESCRIPTOR =
            FunctionDescriptor.of(JAVA_INT, JAVA_INT, ADDRESS, JAVA_INT, JAVA_INT, ADDRESS);
        static final MethodHandle HANDLE = Native.link("recvmmsg", DESCRIPTOR, Native.CAPTURE_ERRNO);
    }

    /** The handle of {@link #recvmmsg}. */
    public static MethodHandle recvmmsg$handle() {
        return recvmmsg.HANDLE;
    }

    /** recvmmsg(2): receives several messages and returns how many. */
    public static int recvmmsg(
        final MemorySegment capturedState, final int sockfd, final MemorySegment msgvec,
        final int vlen, final int flags, final MemorySegment timeout) {
        try {
            return (int) recvmmsg.HANDLE.invokeExact(capturedState, sockfd, msgvec, vlen, flags, timeout);
        } catch (final Throwable t) {
            throw unexpected(t);
        }
    }

    private static final class ppoll {
        static final FunctionDescriptor DESCRIPTOR =
            FunctionDescriptor.of(JAVA_INT, ADDRESS, JAVA_LONG, ADDRESS, ADDRESS);
        static final MethodHandle HANDLE = Native.link("ppoll", DESCRIPTOR, Native.CAPTURE_ERRNO);
    }

    /** The handle of {@link #ppoll}. */
    public static MethodHandle ppoll$handle() {
        return ppoll.HANDLE;
    }

    /** ppoll(2): waits for file descriptors and returns how many are ready, 0 at the time-out. */
    public static int ppoll(
        final MemorySegment capturedState, final MemorySegment fds, final long nfds,
        final MemorySegment tmo_p, final MemorySegment sigmask) {
        try {
            return (int) ppoll.HANDLE.invokeExact(capturedState, fds, nfds, tmo_p, sigmask);
        } catch (final Throwable t) {
            throw unexpected(t);
        }
    }

    private static final class clock_gettime {
        static final FunctionDescriptor DESCRIPTOR = FunctionDescriptor.of(JAVA_INT, JAVA_INT, ADDRESS);
        static final MethodHandle HANDLE = Native.link("clock_gettime", DESCRIPTOR, Native.CAPTURE_ERRNO);
    }

    /** The handle of {@link #clock_gettime}. */
    public static MethodHandle clock_gettime$handle() {
        return clock_gettime.HANDLE;
    }

    /** clock_gettime(2): reads a clock. */
    public static int clock_gettime(final MemorySegment capturedState, final int clockid, final MemorySegment tp) {
        try {
            return (int) clock_gettime.HANDLE.invokeExact(capturedState, clockid, tp);
        } catch (final Throwable t) {
            throw unexpected(t);
        }
    }

    private static final class sched_setaffinity {
        static final FunctionDescriptor DESCRIPTOR = FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_LONG, ADDRESS);
        static final MethodHandle HANDLE = Native.link("sched_setaffinity", DESCRIPTOR, Native.CAPTURE_ERRNO);
    }

    /** The handle of {@link #sched_setaffinity}. */
    public static MethodHandle sched_setaffinity$handle() {
        return sched_setaffinity.HANDLE;
    }

    /** sched_setaffinity(2): limits a thread (0: the calling one) to a set of CPUs. */
    public static int sched_setaffinity(
        final MemorySegment capturedState, final int pid, final long cpusetsize, final MemorySegment mask) {
        try {
            return (int) sched_setaffinity.HANDLE.invokeExact(capturedState, pid, cpusetsize, mask);
        } catch (final Throwable t) {
            throw unexpected(t);
        }
    }

    private static final class sched_setscheduler {
        static final FunctionDescriptor DESCRIPTOR = FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_INT, ADDRESS);
        static final MethodHandle HANDLE = Native.link("sched_setscheduler", DESCRIPTOR, Native.CAPTURE_ERRNO);
    }

    /** The handle of {@link #sched_setscheduler}. */
    public static MethodHandle sched_setscheduler$handle() {
        return sched_setscheduler.HANDLE;
    }

    /** sched_setscheduler(2): sets the scheduling policy of a thread (0: the calling one). */
    public static int sched_setscheduler(
        final MemorySegment capturedState, final int pid, final int policy, final MemorySegment param) {
        try {
            return (int) sched_setscheduler.HANDLE.invokeExact(capturedState, pid, policy, param);
        } catch (final Throwable t) {
            throw unexpected(t);
        }
    }

    private static final class setpriority {
        static final FunctionDescriptor DESCRIPTOR = FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_INT, JAVA_INT);
        static final MethodHandle HANDLE = Native.link("setpriority", DESCRIPTOR, Native.CAPTURE_ERRNO);
    }

    /** The handle of {@link #setpriority}. */
    public static MethodHandle setpriority$handle() {
        return setpriority.HANDLE;
    }

    /** setpriority(2): sets the nice value of a process, on Linux of a single thread (0: the calling one). */
    public static int setpriority(final MemorySegment capturedState, final int which, final int who, final int prio) {
        try {
            return (int) setpriority.HANDLE.invokeExact(capturedState, which, who, prio);
        } catch (final Throwable t) {
            throw unexpected(t);
        }
    }

    private static final class prctl {
        static final FunctionDescriptor DESCRIPTOR = FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_LONG);
        static final MethodHandle HANDLE =
            Native.link("prctl", DESCRIPTOR, Native.CAPTURE_ERRNO, Linker.Option.firstVariadicArg(1));
    }

    /** The handle of {@link #prctl}. */
    public static MethodHandle prctl$handle() {
        return prctl.HANDLE;
    }

    /** prctl(2) with one argument: an operation on the calling thread. */
    public static int prctl(final MemorySegment capturedState, final int op, final long arg) {
        try {
            return (int) prctl.HANDLE.invokeExact(capturedState, op, arg);
        } catch (final Throwable t) {
            throw unexpected(t);
        }
    }

    private static final class execv {
        static final FunctionDescriptor DESCRIPTOR = FunctionDescriptor.of(JAVA_INT, ADDRESS, ADDRESS);
        static final MethodHandle HANDLE = Native.link("execv", DESCRIPTOR, Native.CAPTURE_ERRNO);
    }

    /** The handle of {@link #execv}. */
    public static MethodHandle execv$handle() {
        return execv.HANDLE;
    }

    /** execv(3): replaces the program of this process. Returns only to report an error. */
    public static int execv(
        final MemorySegment capturedState, final MemorySegment pathname, final MemorySegment argv) {
        try {
            return (int) execv.HANDLE.invokeExact(capturedState, pathname, argv);
        } catch (final Throwable t) {
            throw unexpected(t);
        }
    }

    private static final class strerror {
        static final FunctionDescriptor DESCRIPTOR = FunctionDescriptor.of(ADDRESS, JAVA_INT);
        static final MethodHandle HANDLE = Native.link("strerror", DESCRIPTOR);
    }

    /** The handle of {@link #strerror}. */
    public static MethodHandle strerror$handle() {
        return strerror.HANDLE;
    }

    /** strerror(3): the zero-ended text of an error number. It is valid until this thread asks again. */
    public static MemorySegment strerror(final int errnum) {
        try {
            return (MemorySegment) strerror.HANDLE.invokeExact(errnum);
        } catch (final Throwable t) {
            throw unexpected(t);
        }
    }
}
