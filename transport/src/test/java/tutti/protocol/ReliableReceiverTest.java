package tutti.protocol;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

class ReliableReceiverTest {
    private final ReliableReceiver receiver = new ReliableReceiver();
    private final UnsafeBuffer source = Datagrams.counting(100);
    private final UnsafeBuffer part = new UnsafeBuffer(new byte[200]);
    private int counter;

    private boolean receivePart(final int parts, final int index) {
        assertFalse(receiver.isDuplicate(MessageId.SPLIT_CONTAINER, counter));
        final int length = SplitPart.write(part, 0, MessageId.CHAT_TEXT, parts, index, source, index * 10, 10);
        final boolean complete = receiver.assemble(part, 0, length);
        receiver.remember(MessageId.SPLIT_CONTAINER, counter++);
        return complete;
    }

    @Test
    void shouldTakeOnlyTheVeryLastMessageForADuplicate() {
        receiver.remember(MessageId.JITT_BUF_SIZE, 7);
        assertTrue(receiver.isDuplicate(MessageId.JITT_BUF_SIZE, 7));
        assertFalse(receiver.isDuplicate(MessageId.JITT_BUF_SIZE, 8));
        assertFalse(receiver.isDuplicate(MessageId.CHANNEL_GAIN, 7));

        receiver.remember(MessageId.CHANNEL_GAIN, 8);
        assertFalse(receiver.isDuplicate(MessageId.JITT_BUF_SIZE, 7), "an older message counts as new");
    }

    @Test
    void shouldStartAsIfMessageZeroHadBeenProcessed() {
        assertTrue(receiver.isDuplicate(0, 0));
        assertFalse(receiver.isDuplicate(MessageId.CLIENT_ID, 0));
        receiver.remember(MessageId.CLIENT_ID, 0);
        receiver.reset();
        assertTrue(receiver.isDuplicate(0, 0));
        assertFalse(receiver.isDuplicate(MessageId.CLIENT_ID, 0));
    }

    @Test
    void shouldAssembleASplitMessage() {
        assertFalse(receivePart(2, 0));
        assertTrue(receivePart(2, 1));
        assertEquals(MessageId.CHAT_TEXT, receiver.assembled().messageId());
        assertEquals(20, receiver.assembled().length());
        assertEquals(Datagrams.hex(source, 0, 20), Datagrams.hex(receiver.assembled().buffer(), 0, 20));
    }

    @Test
    void shouldForgetPartsWhenAnotherMessageComesInBetween() {
        assertFalse(receivePart(2, 0));
        receiver.remember(MessageId.CHANNEL_GAIN, counter++);
        assertFalse(receivePart(2, 1));
        assertFalse(receivePart(2, 0));
        assertTrue(receivePart(2, 1));
    }

    @Test
    void shouldForgetPartsWhenTheConnectionEnds() {
        assertFalse(receivePart(2, 0));
        receiver.reset();
        assertFalse(receivePart(2, 1));
    }

    @Test
    void shouldHonourASmallerCapacityForSplitMessages() {
        final ReliableReceiver small = new ReliableReceiver(9);
        assertFalse(small.assemble(part, 0, SplitPart.write(part, 0, MessageId.CHAT_TEXT, 1, 0, source, 0, 10)));
        assertTrue(small.assemble(part, 0, SplitPart.write(part, 0, MessageId.CHAT_TEXT, 1, 0, source, 0, 9)));
    }
}
