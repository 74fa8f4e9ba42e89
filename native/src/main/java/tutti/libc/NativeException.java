package tutti.libc;

import java.lang.foreign.MemorySegment;

/** A call into the C library failed. The message holds the call with its arguments, the error number and its text. */
public final class NativeException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** The C library's texts are short; this bounds the search for their end, in bytes. */
    private static final int MAX_ERROR_TEXT_BYTES = 1024;

    private final String call;
    private final int errno;

    /**
     * @param call name of the function, as in its manual page
     * @param errno the error number it left
     * @param arguments the arguments that matter, as a person would write them
     */
    public NativeException(final String call, final int errno, final Object... arguments) {
        super(call + "(" + join(arguments) + ") failed: " + errorText(errno) + " (errno " + errno + ")");
        this.call = call;
        this.errno = errno;
    }

    /** The name of the function that failed. */
    public String call() {
        return call;
    }

    /** The error number. */
    public int errno() {
        return errno;
    }

    /** The C library's text for an error number, such as "Permission denied". */
    public static String errorText(final int errno) {
        final MemorySegment text = LibC.strerror(errno);
        return text.reinterpret(MAX_ERROR_TEXT_BYTES).getString(0);
    }

    private static String join(final Object... arguments) {
        final StringBuilder text = new StringBuilder();
        for (final Object argument : arguments) {
            text.append(text.isEmpty() ? "" : ", ").append(argument);
        }
        return text.toString();
    }
}
