package tutti.protocol;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

class ClientListTest {
    private static final int AT = 3;

    private final ClientList list = new ClientList();
    private final ClientList.Writer writer = new ClientList.Writer();
    private final UnsafeBuffer buffer = new UnsafeBuffer(new byte[20_000]);

    private ChannelInfo info(final int country, final String name, final String city) {
        final UnsafeBuffer body = new UnsafeBuffer(new byte[300]);
        final ChannelInfo info = new ChannelInfo();
        assertTrue(info.wrap(body, 1, ChannelInfo.write(body, 1, country, 10, 2, name, city)));
        return info;
    }

    @Test
    void shouldWriteTheEntryOfTheReferenceFromEitherSource() {
        final String entry = "00 52 00 0a 00 00 00 02 00 00 00 00 04 00 41 6e 6e 61 05 00 4b c3 b6 6c 6e";
        buffer.setMemory(0, buffer.capacity(), (byte) 0xEE);
        writer.begin(buffer, AT);
        writer.add(0, info(82, "Anna", "Köln"));
        assertEquals(entry, Datagrams.hex(buffer, AT, writer.end()));

        buffer.setMemory(0, buffer.capacity(), (byte) 0xEE);
        writer.begin(buffer, AT);
        writer.add(0, 82, 10, 2, Datagrams.text("Anna"), Datagrams.text("Köln"));
        assertEquals(entry, Datagrams.hex(buffer, AT, writer.end()));
    }

    @Test
    void shouldGiveTheEntriesInOrderAndAgainAfterRewinding() {
        writer.begin(buffer, AT);
        writer.add(0, info(82, "Anna", "Köln"));
        writer.add(7, info(1, "", ""));
        writer.add(149, info(2, "田中さくら ♪", "東京"));

        assertTrue(list.wrap(buffer, AT, writer.end()));
        assertEquals(3, list.count());
        for (int round = 0; round < 2; round++) {
            assertTrue(list.next());
            assertEquals(0, list.channelId());
            assertEquals(82, list.country());
            assertEquals(10, list.instrument());
            assertEquals(2, list.skill());
            assertEquals("Anna", list.name().toString());
            assertEquals("Köln", list.city().toString());
            assertTrue(list.next());
            assertEquals(7, list.channelId());
            assertEquals("", list.name().toString());
            assertTrue(list.next());
            assertEquals(149, list.channelId());
            assertEquals("田中さくら ♪", list.name().toString());
            assertEquals("東京", list.city().toString());
            assertFalse(list.next());
            assertFalse(list.next());
            list.rewind();
        }
    }

    @Test
    void shouldAcceptAnEmptyList() {
        writer.begin(buffer, AT);
        assertEquals(0, writer.end());
        assertTrue(list.wrap(buffer, AT, 0));
        assertEquals(0, list.count());
        assertFalse(list.next());
    }

    @Test
    void shouldHoldAFullServerWithTheLongestNames() {
        final ChannelInfo longest = info(1, "田".repeat(16), "東".repeat(20));
        writer.begin(buffer, AT);
        for (int channel = 0; channel < Limits.MAX_CHANNELS; channel++) {
            writer.add(channel, longest);
        }
        assertEquals(18_600, writer.end());
        assertEquals(ClientList.MAX_BODY_LENGTH, writer.end());
        assertTrue(list.wrap(buffer, AT, writer.end()));
        assertEquals(150, list.count());
    }

    @Test
    void shouldDiscardTheWholeListForOneBadEntry() {
        writer.begin(buffer, AT);
        writer.add(1, info(82, "Anna", "Köln"));
        final int good = writer.end();
        writer.add(2, info(82, "Bob", "Ulm"));
        final int whole = writer.end();

        for (int length = 0; length <= whole + 1; length++) {
            assertEquals(length == 0 || length == good || length == whole, list.wrap(buffer, AT, length),
                "length " + length);
        }

        buffer.putByte(AT + good, (byte) 150);
        assertFalse(list.wrap(buffer, AT, whole), "channel 150");
    }

    @Test
    void shouldRefuseTooLongNamesAndCities() {
        writer.begin(buffer, AT);
        writer.add(1, 0, 0, 0, Datagrams.text("x".repeat(17)), Datagrams.text(""));
        assertFalse(list.wrap(buffer, AT, writer.end()));
        writer.begin(buffer, AT);
        writer.add(1, 0, 0, 0, Datagrams.text("x".repeat(16)), Datagrams.text("x".repeat(21)));
        assertFalse(list.wrap(buffer, AT, writer.end()));
    }
}
