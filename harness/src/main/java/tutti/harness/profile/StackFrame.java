package tutti.harness.profile;

import java.util.regex.Pattern;

/**
 * A function on a stack.
 *
 * @param name    of the function; that of its library when it has no symbol
 * @param library file name of the library; empty where the profiler does not tell, and for Java and the kernel
 * @param kind    whose code it is
 */
record StackFrame(String name, String library, CodeKind kind) {
    private static final String DELETED = " (deleted)";
    /** JNA unpacks its own library under another name each time. */
    private static final Pattern NUMBERED_JNA = Pattern.compile("jna\\d+\\.tmp");

    /**
     * @param path of a library, as the kernel or a profiler writes it
     * @return its file name, the same in every run
     */
    static String libraryName(final String path) {
        final String file = path.endsWith(DELETED) ? path.substring(0, path.length() - DELETED.length()) : path;
        return NUMBERED_JNA.matcher(file.substring(file.lastIndexOf('/') + 1)).replaceAll("libjnidispatch.so");
    }
}
