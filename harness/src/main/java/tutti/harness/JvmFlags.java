package tutti.harness;

/**
 * Flags that the JVMs of the benchmarks are started with, as constants for {@link org.openjdk.jmh.annotations.Fork}.
 */
public final class JvmFlags {

    /** Makes the Vector API available. */
    public static final String VECTORS = "--add-modules=jdk.incubator.vector";

    /** Allows calls into C and access to native memory by address. */
    public static final String NATIVE_ACCESS = "--enable-native-access=ALL-UNNAMED";

    private JvmFlags() {
    }
}
