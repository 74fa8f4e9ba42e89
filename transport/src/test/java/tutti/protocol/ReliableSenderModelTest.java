package tutti.protocol;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayDeque;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.agrona.concurrent.UnsafeBuffer;

/** The sender's ring against an unbounded queue of frames. */
class ReliableSenderModelTest {
    private static final int STEPS = 400;
    private static final int MAX_BODY = 1400;

    private final ArrayDeque<String> model = new ArrayDeque<>();
    private final UnsafeBuffer source = Datagrams.counting(MAX_BODY + 256);
    private int counter;

    @Property(tries = 150)
    void shouldDeliverWhatWasAcceptedInOrder(@ForAll final long seed,
        @ForAll @IntRange(min = ReliableSender.MIN_QUEUE_BYTES, max = 5000) final int queueBytes) {
        final Random random = new Random(seed);
        final ReliableSender sender = new ReliableSender(queueBytes);
        model.clear();
        counter = 0;
        for (int step = 0; step < STEPS; step++) {
            sender.setPeerSplits(random.nextBoolean());
            if (random.nextInt(100) < 55) {
                offer(sender, random);
            } else if (!sender.isEmpty()) {
                acknowledge(sender);
            }
            assertEquals(model.size(), sender.queuedMessages());
            if (!model.isEmpty()) {
                assertEquals(model.peekFirst(), head(sender));
            }
        }
        while (!sender.isEmpty()) {
            assertEquals(model.peekFirst(), head(sender));
            acknowledge(sender);
        }
        assertTrue(model.isEmpty());
    }

    private static String head(final ReliableSender sender) {
        return Datagrams.hex(sender.headBuffer(), sender.headOffset(), sender.headLength());
    }

    private void acknowledge(final ReliableSender sender) {
        final UnsafeBuffer frame = Datagrams.buffer(model.removeFirst());
        sender.sent(0);
        assertTrue(sender.acknowledge(Frame.id(frame, 0), Frame.counter(frame, 0)));
    }

    private void offer(final ReliableSender sender, final Random random) {
        final int id = 10 + random.nextInt(20);
        final int offset = random.nextInt(256);
        final int length = random.nextInt(random.nextBoolean() ? 20 : MAX_BODY);
        final int before = sender.queuedMessages();
        if (sender.offer(id, source, offset, length)) {
            final int added = sender.queuedMessages() - before;
            for (int i = 0; i < added; i++) {
                model.addLast(added == 1
                    ? frame(id, source, offset, length)
                    : part(id, added, i, offset, length));
            }
        } else {
            assertTrue(before > 0 || length > 900, "an empty queue takes a short message");
        }
    }

    private String part(final int id, final int parts, final int index, final int offset, final int length) {
        final UnsafeBuffer body = new UnsafeBuffer(new byte[SplitPart.MAX_SENT_BODY_LENGTH]);
        final int from = index * Limits.SPLIT_PART_LENGTH;
        final int dataLength = Math.min(Limits.SPLIT_PART_LENGTH, length - from);
        return frame(MessageId.SPLIT_CONTAINER, body, 0,
            SplitPart.write(body, 0, id, parts, index, source, offset + from, dataLength));
    }

    private String frame(final int id, final UnsafeBuffer body, final int offset, final int length) {
        final UnsafeBuffer frame = new UnsafeBuffer(new byte[Frame.OVERHEAD + length]);
        frame.putBytes(Frame.bodyOffset(0), body, offset, length);
        return Datagrams.hex(frame, 0, Frame.write(frame, 0, id, counter++, length));
    }
}
