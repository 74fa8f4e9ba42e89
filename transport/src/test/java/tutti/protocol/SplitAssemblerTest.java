package tutti.protocol;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Section 2.4, "Receiving", rules 1 to 4; rule 5 is the {@link ReliableReceiverTest}'s. */
class SplitAssemblerTest {
    private static final int ID = MessageId.CHAT_TEXT;

    private final SplitAssembler assembler = new SplitAssembler();
    private final UnsafeBuffer source = Datagrams.counting(Limits.MAX_REASSEMBLED_LENGTH + 1);
    private final UnsafeBuffer part = new UnsafeBuffer(new byte[Limits.MAX_DATAGRAM_LENGTH + 100]);

    private boolean add(final int id, final int parts, final int index, final int from, final int length) {
        return assembler.add(part, 1, SplitPart.write(part, 1, id, parts, index, source, from, length));
    }

    private void assertAssembled(final int id, final int length) {
        assertEquals(id, assembler.messageId());
        assertEquals(length, assembler.length());
        assertEquals(Datagrams.hex(source, 0, length), Datagrams.hex(assembler.buffer(), 0, length));
    }

    @Test
    void shouldAssembleTheExampleOfTheReference() {
        assertFalse(add(24, 3, 0, 0, 550));
        assertFalse(add(24, 3, 1, 550, 550));
        assertTrue(add(24, 3, 2, 1100, 100));
        assertAssembled(24, 1200);
    }

    @Test
    void shouldAcceptPartsOfAnyLength() {
        assertFalse(add(ID, 3, 0, 0, 3));
        assertFalse(add(ID, 3, 1, 3, 1));
        assertTrue(add(ID, 3, 2, 4, 96));
        assertAssembled(ID, 100);
    }

    @Test
    void shouldAcceptASinglePartAndAnEmptyOne() {
        assertTrue(add(ID, 1, 0, 0, 7));
        assertAssembled(ID, 7);
        assertTrue(add(ID, 1, 0, 0, 0));
        assertAssembled(ID, 0);
    }

    @Test
    void shouldTakeIdAndNumberOfPartsFromTheLastPart() {
        assertFalse(add(18, 7, 0, 0, 10));
        assertTrue(add(24, 2, 1, 10, 10));
        assertAssembled(24, 20);
    }

    @Test
    void shouldStartAgainAfterACompleteMessage() {
        assertTrue(add(ID, 1, 0, 0, 10));
        assertFalse(add(ID, 2, 0, 0, 20));
        assertTrue(add(ID, 2, 1, 20, 20));
        assertAssembled(ID, 40);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 3, 255})
    void shouldForgetAllWhenThePartIsNotTheExpectedOne(final int index) {
        assertFalse(add(ID, 4, 0, 0, 10));
        assertFalse(add(ID, 4, 1, 10, 10));
        assertFalse(add(ID, 4, index, 20, 10));

        assertFalse(add(ID, 4, 2, 20, 10), "the expected part, but too late");
        assertFalse(add(ID, 2, 0, 0, 10));
        assertTrue(add(ID, 2, 1, 10, 10));
        assertAssembled(ID, 20);
    }

    @Test
    void shouldLoseAFirstPartThatComesInTheWrongPlace() {
        assertFalse(add(ID, 2, 0, 0, 10));
        assertFalse(add(ID, 2, 0, 0, 10), "a second first part");
        assertFalse(add(ID, 2, 1, 10, 10), "because the second first part is lost too");
    }

    @Test
    void shouldForgetAllWhenTheNumberOfPartsIsNotGreaterThanTheExpectedIndex() {
        assertFalse(add(ID, 0, 0, 0, 10));
        assertFalse(add(ID, 4, 0, 0, 10));
        assertFalse(add(ID, 4, 1, 10, 10));
        assertFalse(add(ID, 2, 2, 20, 10));
        assertFalse(add(ID, 4, 2, 20, 10));
    }

    @Test
    void shouldIgnoreAPartWithoutAHeaderAndKeepItsState() {
        assertFalse(add(ID, 2, 0, 0, 10));
        for (int length = 0; length < SplitPart.DATA_FIELD_OFFSET; length++) {
            assertFalse(assembler.add(part, 1, length));
        }
        assertTrue(add(ID, 2, 1, 10, 10));
        assertAssembled(ID, 20);
    }

    @Test
    void shouldIgnoreAPartThatDoesNotFitAndKeepItsState() {
        final int first = 10_001;
        final int room = Limits.MAX_REASSEMBLED_LENGTH - first;
        assertFalse(add(ID, 2, 0, 0, first));
        assertFalse(add(ID, 2, 1, first, room + 1));
        assertFalse(add(ID, 9, 0, 0, room + 1), "even one out of order");
        assertTrue(add(ID, 2, 1, first, room));
        assertAssembled(ID, Limits.MAX_REASSEMBLED_LENGTH);
    }

    @Test
    void shouldTellAPartThatIsOfNoUseFromOneThatWaitsForMore() {
        add(ID, 2, 0, 0, 10);
        assertFalse(assembler.isPartRefused());
        assembler.add(part, 1, SplitPart.DATA_FIELD_OFFSET - 1);
        assertTrue(assembler.isPartRefused(), "without a header");
        add(ID, 2, 1, 0, Limits.MAX_REASSEMBLED_LENGTH);
        assertTrue(assembler.isPartRefused(), "too long");
        add(ID, 2, 1, 10, 10);
        assertFalse(assembler.isPartRefused(), "the last part");
        add(ID, 2, 1, 10, 10);
        assertTrue(assembler.isPartRefused(), "out of order");
        add(MessageId.CLM_DISCONNECTION, 1, 0, 0, 0);
        assertTrue(assembler.isPartRefused(), "must not come in parts");
    }

    @Test
    void shouldHonourASmallerCapacity() {
        final SplitAssembler small = new SplitAssembler(10);
        assertFalse(small.add(part, 1, SplitPart.write(part, 1, ID, 1, 0, source, 0, 11)));
        assertTrue(small.add(part, 1, SplitPart.write(part, 1, ID, 1, 0, source, 0, 10)));
    }

    @Test
    void shouldAcceptThirtySixPartsAtMost() {
        for (int i = 0; i < 35; i++) {
            assertFalse(add(ID, 36, i, i * 10, 10));
        }
        assertTrue(add(ID, 36, 35, 350, 10));
        assertAssembled(ID, 360);

        for (int i = 0; i < 37; i++) {
            assertFalse(add(ID, 37, i, i * 10, 10), "part " + i);
        }
        assertTrue(add(ID, 1, 0, 0, 10), "the state is that of the beginning");
    }

    @ParameterizedTest
    @ValueSource(ints = {MessageId.SPLIT_CONTAINER, MessageId.ACKN, MessageId.CLM_DISCONNECTION, 1000, 1999})
    void shouldNotDeliverWhatMayNotComeInParts(final int id) {
        assertFalse(add(id, 2, 0, 0, 10));
        assertFalse(add(id, 2, 1, 10, 10));
        assertTrue(add(ID, 1, 0, 0, 10), "the state is that of the beginning");
    }

    @Test
    void shouldForgetPartsOnReset() {
        assertFalse(add(ID, 2, 0, 0, 10));
        assembler.reset();
        assertFalse(add(ID, 2, 1, 10, 10));
    }
}
