package tutti.protocol;

import org.agrona.MutableDirectBuffer;

/**
 * Common part of the writers of lists: {@link #begin}, then {@code add} for each entry, then {@link #end}. Reusable.
 */
public abstract class ListWriter {
    private MutableDirectBuffer buffer;
    private int offset;
    private int position;

    ListWriter() {
    }

    /**
     * Begins a list.
     *
     * @param buffer receives it; the list's {@code MAX_ENTRY_LENGTH} bytes an entry are enough
     * @param offset of the body
     */
    public final void begin(final MutableDirectBuffer buffer, final int offset) {
        this.buffer = buffer;
        this.offset = offset;
        position = offset;
    }

    /**
     * Ends the list.
     *
     * @return length of the body in bytes, 0 for an empty list
     */
    public final int end() {
        return position - offset;
    }

    final MutableDirectBuffer buffer() {
        return buffer;
    }

    /** Where the entry that is being added goes on. */
    final int position() {
        return position;
    }

    final void advance(final int written) {
        position += written;
    }
}
