package tutti.fleet;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.agrona.concurrent.UnsafeBuffer;
import tutti.opus.OpusCodec;

/**
 * The tone of every client, coded once: a loop of whole datagrams that is sent for ever.
 *
 * <p>Layout of one datagram, as on the wire with counter bytes (spec 5.3), {@code factor} times:
 * <pre>
 *   +-------------------+----------------+
 *   | coded block       | sequence byte  |
 *   | codedBytes        | 1              |
 *   +-------------------+----------------+
 * </pre>
 * The datagrams of a tone follow each other, the tones follow each other. The sequence bytes are written in place just
 * before sending, so that nothing is copied.
 */
final class CodedTones {

    /** The last of so many passes over the loop is kept: the encoder's state then fits the loop's own end. */
    private static final int PASSES = 3;
    private static final int STATE_ALIGNMENT = 64;

    private final StreamFormat format;
    private final int datagramsInLoop;
    private final int datagramBytes;
    private final UnsafeBuffer memory;
    private final UnsafeBuffer withoutCounter;

    /**
     * Codes all tones of the plan; takes about 1 ms a tone.
     *
     * @param arena owns the memory
     * @throws IllegalStateException when the codec fails
     */
    CodedTones(final Arena arena, final OpusCodec codec, final StreamFormat format, final TonePlan plan) {
        this.format = format;
        this.datagramsInLoop = TonePlan.LOOP_SAMPLES / format.datagramSamples();
        this.datagramBytes = format.datagramBytes(true);
        final MemorySegment table = arena.allocate((long) plan.tones() * datagramsInLoop * datagramBytes);
        this.memory = new UnsafeBuffer(table.address(), Math.toIntExact(table.byteSize()));
        final MemorySegment compact = arena.allocate(format.datagramBytes(false));
        this.withoutCounter = new UnsafeBuffer(compact.address(), format.datagramBytes(false));
        try (Arena working = Arena.ofConfined()) {
            final MemorySegment encoder = working.allocate(codec.encoderStateBytes(), STATE_ALIGNMENT);
            final int frameBytes = format.frameSamples() * format.channels() * Short.BYTES;
            final MemorySegment pcm = working.allocate(frameBytes, Short.BYTES);
            for (int tone = 0; tone < plan.tones(); tone++) {
                code(codec, plan, tone, encoder.address(), pcm);
            }
        }
    }

    private void code(final OpusCodec codec, final TonePlan plan, final int tone, final long encoder,
            final MemorySegment pcm) {
        codec.resetEncoder(encoder, format.frameSamples(), format.channels(), format.codedBytes());
        final int blocks = blocksInLoop();
        for (int block = 0; block < PASSES * blocks; block++) {
            final int inLoop = block % blocks;
            synthesise(plan, tone, inLoop * format.frameSamples(), pcm);
            final int result = codec.encode(encoder, format.frameSamples(), pcm.address(),
                    memory.addressOffset() + blockOffset(tone, inLoop), format.codedBytes());
            if (result != format.codedBytes()) {
                throw new IllegalStateException("encoding " + TonePlan.name(tone) + " to " + format.codedBytes()
                        + " bytes a block gave " + (result < 0 ? OpusCodec.errorText(result) : result + " bytes"));
            }
        }
    }

    private void synthesise(final TonePlan plan, final int tone, final int from, final MemorySegment pcm) {
        for (int i = 0; i < format.frameSamples(); i++) {
            final double sample = TonePlan.sample(tone, from + i);
            for (int channel = 0; channel < format.channels(); channel++) {
                pcm.setAtIndex(ValueLayout.JAVA_SHORT, (long) i * format.channels() + channel,
                        (short) Math.round(plan.amplitude(tone, channel) * sample));
            }
        }
    }

    /** {@return coded blocks in the loop of one tone} */
    int blocksInLoop() {
        return datagramsInLoop * format.factor();
    }

    /** {@return datagrams in the loop of one tone} */
    int datagramsInLoop() {
        return datagramsInLoop;
    }

    /** {@return native address of one coded block} */
    long blockAddress(final int tone, final int block) {
        return memory.addressOffset() + blockOffset(tone, block);
    }

    private int blockOffset(final int tone, final int block) {
        return (tone * datagramsInLoop * format.factor() + block) * (format.codedBytes() + 1);
    }

    /**
     * Writes the sequence bytes of one datagram.
     *
     * @param sequence of its first block; only the low 8 bits count
     * @return native address of the datagram, {@code format.datagramBytes(true)} long
     */
    long withCounter(final int tone, final int datagram, final int sequence) {
        final int first = (tone * datagramsInLoop + datagram) * datagramBytes;
        for (int block = 0; block < format.factor(); block++) {
            final int end = first + block * (format.codedBytes() + 1) + format.codedBytes();
            memory.putByte(end, (byte) (sequence + block));
        }
        return memory.addressOffset() + first;
    }

    /** {@return native address of the datagram without sequence bytes, valid until the next call} */
    long withoutCounter(final int tone, final int datagram) {
        for (int block = 0; block < format.factor(); block++) {
            memory.getBytes(blockOffset(tone, datagram * format.factor() + block), withoutCounter,
                    block * format.codedBytes(), format.codedBytes());
        }
        return withoutCounter.addressOffset();
    }
}
