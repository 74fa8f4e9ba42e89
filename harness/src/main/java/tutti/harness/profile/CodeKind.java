package tutti.harness.profile;

/** Who made the machine code that a function consists of. */
enum CodeKind {
    /** Java, compiled or interpreted. */
    JAVA,
    /** Libraries and the virtual machine itself. */
    NATIVE,
    /** The kernel. */
    KERNEL
}
