package tutti.mixer;

import jdk.incubator.vector.VectorShape;

/** Decides once which kernels are used, and how wide the vectors are. */
final class KernelChoice {

    /**
     * System property that overrides the choice: {@code scalar}, or the width of the vectors in bits, {@code 128},
     * {@code 256} or {@code 512}. A width the processor lacks works too, slowly, so that one machine can test them
     * all.
     */
    static final String PROPERTY = "tutti.mixer.kernels";

    private static final String SCALAR = "scalar";
    private static final int MIN_VECTOR_BITS = 128;

    /**
     * Wider vectors mix no faster within a frame, and processors run slower for a while after using them: with 512 bits
     * the codec, where most of a frame's time goes, took a tenth longer (40 stereo clients, an AVX-512 Xeon).
     */
    private static final int MAX_UNFORCED_BITS = 256;

    private KernelChoice() {
    }

    /**
     * Returns whether vectors are wanted and possible, without touching a class of the Vector API if they are not.
     *
     * @throws IllegalArgumentException if the property has a value that means nothing
     * @throws IllegalStateException    if it asks for vectors and the module is missing
     */
    static boolean vectors() {
        final String forced = System.getProperty(PROPERTY);
        if (SCALAR.equals(forced)) {
            return false;
        }
        if (ModuleLayer.boot().findModule("jdk.incubator.vector").isPresent()) {
            return vectorBits() >= MIN_VECTOR_BITS;
        }
        if (forced != null) {
            throw new IllegalStateException("-D" + PROPERTY + "=" + forced
                + " needs the Vector API: start the JVM with --add-modules jdk.incubator.vector");
        }
        return false;
    }

    /**
     * Returns the forced width or else the processor's best one up to {@value #MAX_UNFORCED_BITS} bits, which is less
     * than 128 where vectors would not be compiled to vector instructions at all.
     *
     * @throws IllegalArgumentException if a width is forced that there are no kernels for
     */
    static int vectorBits() {
        final String forced = System.getProperty(PROPERTY);
        if (forced == null) {
            return Math.min(VectorShape.preferredShape().vectorBitSize(), MAX_UNFORCED_BITS);
        }
        return switch (forced) {
            case "128", "256", "512" -> Integer.parseInt(forced);
            default -> throw new IllegalArgumentException(
                "-D" + PROPERTY + " must be scalar, 128, 256 or 512, but is " + forced);
        };
    }
}
