package tutti.harness.profile;

import java.util.List;

/**
 * What a thread was doing at one or more moments.
 *
 * @param thread name of the thread as the kernel knows it, at most 15 characters
 * @param frames outermost function first, never empty
 * @param count  number of moments
 */
record StackSample(String thread, List<StackFrame> frames, long count) {
    StackSample {
        if (frames.isEmpty() || count < 1) {
            throw new IllegalArgumentException("a sample of " + thread + " with " + frames.size() + " functions, "
                + count + " times");
        }
        frames = List.copyOf(frames);
    }

    /** {@return the function that was running} */
    StackFrame leaf() {
        return frames.getLast();
    }

    /** {@return the outermost function that the profiler found} */
    StackFrame root() {
        return frames.getFirst();
    }
}
