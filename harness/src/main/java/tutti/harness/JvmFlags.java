package tutti.harness;

/**
 * Flags that the JVMs of the benchmarks are started with, as constants for {@link org.openjdk.jmh.annotations.Fork}:
 * those among the server's that the measured code can feel.
 */
public final class JvmFlags {

    /** Makes the Vector API available. */
    public static final String VECTORS = "--add-modules=jdk.incubator.vector";

    /** Allows calls into C and access to native memory by address. */
    public static final String NATIVE_ACCESS = "--enable-native-access=ALL-UNNAMED";

    /** Opens the package whose memory access Agrona's buffers use. */
    public static final String AGRONA = "--add-opens=java.base/jdk.internal.misc=ALL-UNNAMED";

    /** Lets Agrona use {@code sun.misc.Unsafe} without a warning. */
    public static final String UNSAFE_MEMORY = "--sun-misc-unsafe-memory-access=allow";

    /** The server's garbage collector, and with it what the JIT compiler adds to writes of references. */
    public static final String COLLECTOR = "-XX:+UseSerialGC";

    private JvmFlags() {
    }
}
