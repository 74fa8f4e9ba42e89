package tutti.protocol;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.Size;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * No input makes a reader throw, and none makes it look outside the region it was given: buffers are exactly as long as
 * the input, with bounds checks on. What a reader accepts, it can write again, and it accepts that too.
 */
class FuzzTest {
    private static final List<Integer> IDS_WITH_BODY = idsWithBody();
    private static final List<UnsafeBuffer> KNOWN = known();

    private final Reencoder reencoder = new Reencoder();
    private final UnsafeBuffer out = new UnsafeBuffer(new byte[40_000]);

    private static List<Integer> idsWithBody() {
        final Reencoder reencoder = new Reencoder();
        final List<Integer> ids = new ArrayList<>();
        for (int id = 0; id <= MessageId.SPLIT_CONTAINER; id++) {
            if (reencoder.flyweight(id) != null) {
                ids.add(id);
            }
        }
        return ids;
    }

    private static List<UnsafeBuffer> known() {
        final List<UnsafeBuffer> known = new ArrayList<>();
        Datagrams.lines("/reference-datagrams.txt")
            .forEach(line -> known.add(Datagrams.buffer(line.substring(line.indexOf('|') + 1))));
        Capture.read("d").stream().filter(Capture.Datagram::isMessage).forEach(frame -> known.add(frame.payload()));
        return known;
    }

    @Provide
    Arbitrary<Integer> ids() {
        return Arbitraries.of(IDS_WITH_BODY);
    }

    @Property(tries = 1000)
    void shouldNeverThrowOnARandomDatagram(@ForAll @Size(max = 64) final byte[] bytes) {
        reencoder.frame(new UnsafeBuffer(bytes), 0, bytes.length, out, 0);
    }

    @Property(tries = 5000)
    void shouldNeverThrowOnARandomBody(@ForAll("ids") final int id, @ForAll @Size(max = 64) final byte[] body) {
        assertReadable(id, new UnsafeBuffer(body));
    }

    @Property(tries = 5000)
    void shouldNeverThrowOnAMutatedBody(@ForAll final long seed) {
        final Random random = new Random(seed);
        final UnsafeBuffer frame = KNOWN.get(random.nextInt(KNOWN.size()));
        final int length = Frame.bodyLength(frame, 0);
        final int mutatedLength = Math.max(0, length + (random.nextBoolean() ? 0 : random.nextInt(9) - 4));
        final UnsafeBuffer body = new UnsafeBuffer(new byte[mutatedLength]);
        body.putBytes(0, frame, Frame.bodyOffset(0), Math.min(length, mutatedLength));
        for (int i = random.nextInt(4); i > 0 && mutatedLength > 0; i--) {
            body.putByte(random.nextInt(mutatedLength), (byte) random.nextInt());
        }
        assertReadable(Frame.id(frame, 0), body);
    }

    @Property(tries = 1000)
    void shouldNeverThrowOnRandomSplitParts(@ForAll final long seed) {
        final Random random = new Random(seed);
        final SplitAssembler assembler = new SplitAssembler(256);
        for (int i = 0; i < 50; i++) {
            final int dataLength = random.nextInt(100);
            final UnsafeBuffer body = new UnsafeBuffer(new byte[SplitPart.DATA_FIELD_OFFSET + dataLength]);
            SplitPart.write(body, 0, random.nextInt(0x10000), random.nextInt(6), random.nextInt(4), out, 0, dataLength);
            if (assembler.add(body, 0, random.nextInt(body.capacity() + 1))) {
                assertTrue(assembler.length() <= 256);
            }
        }
    }

    private void assertReadable(final int id, final UnsafeBuffer body) {
        final int length = reencoder.body(id, body, 0, body.capacity(), out, 0);
        if (length != Reencoder.REFUSED && reencoder.flyweight(id) != null) {
            final UnsafeBuffer rewritten = new UnsafeBuffer(new byte[length]);
            rewritten.putBytes(0, out, 0, length);
            assertEquals(length, reencoder.body(id, rewritten, 0, length, out, 0));
            assertEquals(Datagrams.hex(rewritten, 0, length), Datagrams.hex(out, 0, length));
        }
    }
}
