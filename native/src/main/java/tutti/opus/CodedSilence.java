package tutti.opus;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/**
 * Recognises coded blocks of digital silence, as the clients of musicians who have muted themselves send them.
 *
 * <p>From the second frame of zeros on, an encoder of constant bit rate puts out the same block again and again,
 * whatever the frame length and the coded size:
 * <pre>
 *    0            1      2      3                            codedBytes
 *   +------------+------+------+------------------------------+
 *   | 00 mono    |  ff  |  fe  | 00 00 00 ...                 |
 *   | 04 stereo  |      |      |                              |
 *   +------------+------+------+------------------------------+
 *     header of    the codec's    nothing more is coded
 *     Opus Custom  silence flag
 * </pre>
 * Any other block is no silence here, though it may well sound like it.
 */
public final class CodedSilence {
    /**
     * Samples per channel of successive coded silence after which a decoder is at rest: another block of silence puts
     * out zeros and leaves every byte of the decoder's state as it was. A decoder remembers 2048 samples and an
     * overlap, so that it can make up for a lost frame; zeros come out much sooner, but one that has not forgotten
     * what was played would play it again when a frame is lost.
     */
    public static final int REST_SAMPLES = 2560;

    /** Fewer coded bytes are never recognised. */
    private static final int MIN_CODED_BYTES = Long.BYTES;

    private static final MemorySegment MEMORY = MemorySegment.NULL.reinterpret(Long.MAX_VALUE);
    private static final ValueLayout.OfLong BYTES_IN_ORDER =
            ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);
    private static final long MONO_HEAD = 0x00_ff_fe_00_00_00_00_00L;
    private static final long STEREO_HEAD = 0x04_ff_fe_00_00_00_00_00L;

    private CodedSilence() {
    }

    /**
     * Tells whether a coded block is silence.
     *
     * @param coded      address of the block
     * @param codedBytes its size in bytes
     * @param channels   channels of the stream: 1 or 2
     * @return whether all its bytes are those of silence; false for blocks of fewer than 8 bytes
     */
    public static boolean matches(final long coded, final int codedBytes, final int channels) {
        if (codedBytes < MIN_CODED_BYTES
                || MEMORY.get(BYTES_IN_ORDER, coded) != (channels == 2 ? STEREO_HEAD : MONO_HEAD)) {
            return false;
        }
        int offset = Long.BYTES;
        for (; offset <= codedBytes - Long.BYTES; offset += Long.BYTES) {
            if (MEMORY.get(BYTES_IN_ORDER, coded + offset) != 0) {
                return false;
            }
        }
        for (; offset < codedBytes; offset++) {
            if (MEMORY.get(ValueLayout.JAVA_BYTE, coded + offset) != 0) {
                return false;
            }
        }
        return true;
    }
}
