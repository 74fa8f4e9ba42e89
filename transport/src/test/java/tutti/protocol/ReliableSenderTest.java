package tutti.protocol;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ReliableSenderTest {
    private static final long NOW = Long.MAX_VALUE - 1000;

    private final ReliableSender sender = new ReliableSender(32 * 1024);
    private final UnsafeBuffer source = Datagrams.counting(20_001);

    private String head() {
        return Datagrams.hex(sender.headBuffer(), sender.headOffset(), sender.headLength());
    }

    /** Sends and acknowledges the head; returns its frame. */
    private UnsafeBuffer deliver() {
        assertTrue(sender.due(NOW));
        final UnsafeBuffer frame = Datagrams.buffer(head());
        assertTrue(Frame.isMessage(frame, 0, frame.capacity()));
        sender.sent(NOW);
        assertTrue(sender.acknowledge(Frame.id(frame, 0), Frame.counter(frame, 0)));
        return frame;
    }

    @Test
    void shouldFrameMessagesWithCountersFromZero() {
        assertTrue(sender.offer(MessageId.CLIENT_ID, Datagrams.bytes(9, 9, 0), 2, 1));
        assertTrue(sender.offerEmpty(MessageId.CONN_CLIENTS_LIST));
        assertTrue(sender.offer(MessageId.JITT_BUF_SIZE, Datagrams.bytes(0x15, 0), 0, 2));

        assertEquals(3, sender.queuedMessages());
        assertEquals("00 00 20 00 00 01 00 00 f9 cc", head());
        deliver();
        assertEquals("00 00 18 00 01 00 00 76 3f", head());
        deliver();
        assertEquals("00 00 0a 00 02 02 00 15 00 ae 41", head());
        deliver();
        assertTrue(sender.isEmpty());
        assertEquals(0, sender.queuedMessages());
    }

    @Test
    void shouldCountModulo256() {
        for (int i = 0; i < 600; i++) {
            assertTrue(sender.offerEmpty(MessageId.REQ_JITT_BUF_SIZE));
            assertEquals(i & 0xFF, Frame.counter(deliver(), 0));
        }
    }

    @Test
    void shouldHoldOnlyTheHeadInFlight() {
        sender.offerEmpty(MessageId.REQ_JITT_BUF_SIZE);
        sender.offerEmpty(MessageId.REQ_CHANNEL_INFOS);
        assertTrue(sender.due(NOW));
        sender.sent(NOW);
        assertFalse(sender.due(NOW), "the second waits for the first");

        assertTrue(sender.acknowledge(MessageId.REQ_JITT_BUF_SIZE, 0));
        assertTrue(sender.due(NOW), "the second is due at once");
        assertEquals(MessageId.REQ_CHANNEL_INFOS, Frame.id(sender.headBuffer(), sender.headOffset()));
    }

    @Test
    void shouldNeverBeDueWhenEmpty() {
        assertFalse(sender.due(NOW));
        assertTrue(sender.isEmpty());
        sender.offerEmpty(MessageId.REQ_JITT_BUF_SIZE);
        deliver();
        assertFalse(sender.due(NOW + ReliableSender.RETRANSMISSION_NANOS));
    }

    @Test
    void shouldRepeatTheSameBytesEvery400MillisecondsAcrossTheOverflowOfTheClock() {
        sender.offer(MessageId.CLIENT_ID, Datagrams.bytes(5), 0, 1);
        final String first = head();
        long now = NOW;
        sender.sent(now);
        for (int repeat = 1; repeat <= 100; repeat++) {
            assertFalse(sender.due(now + 399_999_999));
            now += 400_000_000;
            assertTrue(sender.due(now));
            assertEquals(first, head());
            sender.sent(now);
            assertEquals(repeat, sender.retransmissions());
        }
    }

    @Test
    void shouldStayDueUntilItIsSaidToBeSent() {
        sender.offerEmpty(MessageId.REQ_JITT_BUF_SIZE);
        assertTrue(sender.due(NOW));
        assertTrue(sender.due(NOW));
        sender.sent(NOW);
        assertEquals(0, sender.retransmissions());
    }

    @Test
    void shouldIgnoreEveryAcknowledgementButTheHeads() {
        assertFalse(sender.acknowledge(0, 0), "nothing is queued");
        sender.offerEmpty(MessageId.REQ_JITT_BUF_SIZE);
        sender.offerEmpty(MessageId.REQ_JITT_BUF_SIZE);
        assertFalse(sender.acknowledge(MessageId.REQ_JITT_BUF_SIZE, 0), "not sent yet");

        sender.sent(NOW);
        assertFalse(sender.acknowledge(MessageId.REQ_JITT_BUF_SIZE, 1), "the next one's counter");
        assertFalse(sender.acknowledge(MessageId.REQ_CHANNEL_INFOS, 0), "another id");
        assertEquals(2, sender.queuedMessages());
        assertTrue(sender.acknowledge(MessageId.REQ_JITT_BUF_SIZE, 0));
        assertFalse(sender.acknowledge(MessageId.REQ_JITT_BUF_SIZE, 0), "a second time");
        assertEquals(1, sender.queuedMessages());
    }

    @Test
    void shouldReturnToTheStateOfANewConnection() {
        sender.setPeerSplits(true);
        sender.offerEmpty(MessageId.REQ_JITT_BUF_SIZE);
        sender.sent(NOW);
        sender.sent(NOW);
        sender.reset();

        assertTrue(sender.isEmpty());
        assertFalse(sender.acknowledge(MessageId.REQ_JITT_BUF_SIZE, 0));
        sender.offer(MessageId.CHAT_TEXT, source, 0, 1000);
        final UnsafeBuffer frame = deliver();
        assertEquals(0, Frame.counter(frame, 0));
        assertEquals(MessageId.CHAT_TEXT, Frame.id(frame, 0), "splits must be announced anew");
        assertEquals(1, sender.retransmissions());
    }

    @Test
    void shouldCountFromWhereAConnectionBegunElsewhereGoesOn() {
        sender.reset(255);
        sender.offerEmpty(MessageId.REQ_JITT_BUF_SIZE);
        sender.offerEmpty(MessageId.REQ_CHANNEL_INFOS);
        assertEquals(255, Frame.counter(deliver(), 0));
        assertEquals(0, Frame.counter(deliver(), 0));
    }

    @Test
    void shouldSplitTheExampleOfTheReference() {
        for (int i = 0; i < 20; i++) {
            sender.offerEmpty(MessageId.REQ_JITT_BUF_SIZE);
            deliver();
        }
        sender.setPeerSplits(true);
        assertTrue(sender.offer(MessageId.CONN_CLIENTS_LIST, source, 0, 1200));
        assertEquals(3, sender.queuedMessages());

        final List<UnsafeBuffer> parts = List.of(deliver(), deliver(), deliver());
        assertEquals("00 00 d1 07 14 2a 02 18 00 03 00", Datagrams.hex(parts.get(0), 0, 11));
        assertEquals("00 00 d1 07 15 2a 02 18 00 03 01", Datagrams.hex(parts.get(1), 0, 11));
        assertEquals("00 00 d1 07 16 68 00 18 00 03 02", Datagrams.hex(parts.get(2), 0, 11));
        assertEquals(List.of(563, 563, 113), parts.stream().map(UnsafeBuffer::capacity).toList());
        assertEquals(Datagrams.hex(source, 1100, 100), Datagrams.hex(parts.get(2), 11, 100));
        assertTrue(sender.isEmpty());
    }

    @ParameterizedTest
    @CsvSource({"0,1", "550,1", "551,2", "1100,2", "1101,3", "19800,36"})
    void shouldSplitBodiesLongerThan550Bytes(final int length, final int messages) {
        sender.setPeerSplits(true);
        assertTrue(sender.offer(MessageId.CHAT_TEXT, source, 1, length));
        assertEquals(messages, sender.queuedMessages());

        final SplitAssembler assembler = new SplitAssembler();
        for (int i = 0; i < messages; i++) {
            final UnsafeBuffer frame = deliver();
            if (messages == 1) {
                assertEquals(Datagrams.hex(source, 1, length), Datagrams.hex(frame, 7, length));
            } else {
                assertEquals(i == messages - 1,
                    assembler.add(frame, Frame.bodyOffset(0), Frame.bodyLength(frame, 0)));
            }
        }
        if (messages > 1) {
            assertEquals(MessageId.CHAT_TEXT, assembler.messageId());
            assertEquals(Datagrams.hex(source, 1, length), Datagrams.hex(assembler.buffer(), 0, assembler.length()));
        }
    }

    @Test
    void shouldNotSplitWhatWasQueuedBeforeThePeerSaidSo() {
        sender.offer(MessageId.CHAT_TEXT, source, 0, 2000);
        sender.setPeerSplits(true);
        assertEquals(1, sender.queuedMessages());
        assertEquals(2009, deliver().capacity());
    }

    @Test
    void shouldRefuseABodyThatNoPeerReads() {
        final ReliableSender large = new ReliableSender(64 * 1024);
        assertTrue(large.offer(MessageId.CHAT_TEXT, source, 0, Frame.MAX_BODY_LENGTH));
        assertFalse(large.offer(MessageId.CHAT_TEXT, source, 0, Frame.MAX_BODY_LENGTH + 1));
        large.setPeerSplits(true);
        assertTrue(large.offer(MessageId.CHAT_TEXT, source, 0, 36 * 550));
        assertFalse(large.offer(MessageId.CHAT_TEXT, source, 0, 36 * 550 + 1));
        assertEquals(1 + 36, large.queuedMessages());
    }

    @Test
    void shouldQueueAllPartsOrNone() {
        final ReliableSender small = new ReliableSender(2048);
        small.setPeerSplits(true);
        assertTrue(small.offerEmpty(MessageId.REQ_JITT_BUF_SIZE));
        assertFalse(small.offer(MessageId.CHAT_TEXT, source, 0, 4 * 550));
        assertEquals(1, small.queuedMessages());

        assertTrue(small.offer(MessageId.CHAT_TEXT, source, 0, 3 * 550));
        final List<Integer> counters = new ArrayList<>();
        while (!small.isEmpty()) {
            final int counter = Frame.counter(small.headBuffer(), small.headOffset());
            counters.add(counter);
            small.sent(NOW);
            small.acknowledge(Frame.id(small.headBuffer(), small.headOffset()), counter);
        }
        assertEquals(List.of(0, 1, 2, 3), counters, "the refused parts took no counters");
    }

    @Test
    void shouldRefuseWhenFullAndTakeAgainWhenTheHeadIsGone() {
        final ReliableSender small = new ReliableSender(ReliableSender.MIN_QUEUE_BYTES);
        int queued = 0;
        while (small.offer(MessageId.CHANNEL_GAIN, source, 0, 3)) {
            queued++;
        }
        assertEquals(1024 / 16, queued);
        assertEquals(queued, small.queuedMessages());
        for (int i = 0; i < 1000; i++) {
            small.sent(NOW);
            assertTrue(small.acknowledge(MessageId.CHANNEL_GAIN, i & 0xFF));
            assertTrue(small.offer(MessageId.CHANNEL_GAIN, source, 0, 3));
            assertFalse(small.offer(MessageId.CHANNEL_GAIN, source, 0, 3));
        }
    }

    @Test
    void shouldUseTheWholeQueueForOneMessageWhenEmpty() {
        final ReliableSender small = new ReliableSender(1024);
        final int longest = 1024 - ReliableSender.RECORD_OVERHEAD - Frame.OVERHEAD;
        for (int i = 0; i < 3; i++) {
            assertTrue(small.offer(MessageId.CHAT_TEXT, source, 0, 10 + i));
            small.sent(NOW);
            assertTrue(small.acknowledge(MessageId.CHAT_TEXT, 2 * i));
            assertTrue(small.offer(MessageId.CHAT_TEXT, source, 0, longest));
            assertFalse(small.offerEmpty(MessageId.REQ_JITT_BUF_SIZE));
            small.sent(NOW);
            assertTrue(small.acknowledge(MessageId.CHAT_TEXT, 2 * i + 1));
        }
        assertFalse(small.offer(MessageId.CHAT_TEXT, source, 0, longest + 1));
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, 0, 1023})
    void shouldRefuseAQueueTooSmallForAnything(final int bytes) {
        assertThrows(IllegalArgumentException.class, () -> new ReliableSender(bytes));
    }
}
