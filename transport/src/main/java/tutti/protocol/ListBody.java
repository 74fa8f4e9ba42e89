package tutti.protocol;

import org.agrona.DirectBuffer;

/**
 * Common part of the messages that are entries one after another until the body ends. One bad entry makes the whole
 * message invalid, so {@link #wrap} looks at all of them.
 */
public abstract class ListBody extends MessageBody {
    private int count;
    private int nextOffset;

    ListBody() {
    }

    @Override
    public final boolean wrap(final DirectBuffer buffer, final int offset, final int length) {
        set(buffer, offset, length);
        count = 0;
        final int end = offset + length;
        for (int entry = offset; entry < end; count++) {
            entry = wrapEntry(buffer, entry, end);
            if (entry == Utf8Field.MALFORMED) {
                return false;
            }
        }
        nextOffset = offset;
        return true;
    }

    /**
     * Number of entries.
     *
     * @return from 0
     */
    public final int count() {
        return count;
    }

    /** Goes back before the first entry, where {@link #wrap} leaves the list too. */
    public final void rewind() {
        nextOffset = offset();
    }

    /**
     * Goes to the next entry, whose fields the accessors then give.
     *
     * @return false if there is none
     */
    public final boolean next() {
        final int end = offset() + length();
        if (nextOffset >= end) {
            return false;
        }
        nextOffset = wrapEntry(buffer(), nextOffset, end);
        return true;
    }

    /**
     * Puts the accessors over an entry.
     *
     * @param buffer holds the list
     * @param entry  offset of the entry
     * @param end    of the body
     * @return offset after the entry, or {@link Utf8Field#MALFORMED}
     */
    abstract int wrapEntry(DirectBuffer buffer, int entry, int end);
}
