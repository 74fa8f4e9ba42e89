package tutti.protocol;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static tutti.protocol.Datagrams.accepts;
import static tutti.protocol.Datagrams.body;

import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The connectionless messages, field by field (sections 3.4 and 7). */
class ConnectionlessMessagesTest {
    private static final int AT = 5;
    private static final byte[] NAME = "My server".getBytes(UTF_8);
    private static final byte[] ADDRESS = "192.168.1.20".getBytes(UTF_8);
    private static final byte[] CITY = "Köln".getBytes(UTF_8);

    private final UnsafeBuffer buffer = new UnsafeBuffer(new byte[6000]);

    @Test
    void shouldReadPings() {
        final Ping ping = body(new Ping(), MessageId.CLM_PING_MS, "00 00 e9 03 00 04 00 e8 03 00 00 16 38");
        assertEquals(1000, ping.timeMillis());
        assertFalse(accepts(ping, "e8 03 00"));
        assertFalse(accepts(ping, "e8 03 00 00 00"));

        final PingWithClients answer = body(new PingWithClients(), MessageId.CLM_PING_MS_WITHNUMCLIENTS,
            "00 00 ea 03 00 05 00 e8 03 00 00 03 99 86");
        assertEquals(1000, answer.timeMillis());
        assertEquals(3, answer.clients());
        assertFalse(accepts(answer, "e8 03 00 00"));
        assertFalse(accepts(answer, "e8 03 00 00 03 00"));
    }

    @Test
    void shouldKeepAllBitsOfAPing() {
        final Ping ping = new Ping();
        assertTrue(ping.wrap(buffer, AT, Ping.write(buffer, AT, 0xFEDCBA98)));
        assertEquals(0xFEDCBA98, ping.timeMillis());
    }

    @Test
    void shouldReadLevelsLowNibbleFirst() {
        final ChannelLevels levels = new ChannelLevels();
        body(levels, MessageId.CLM_CHANNEL_LEVEL_LIST, "00 00 f7 03 00 02 00 83 f0 0d 53");
        assertEquals(3, levels.count());
        assertEquals(3, levels.level(0));
        assertEquals(8, levels.level(1));
        assertEquals(0, levels.level(2));
        body(levels, MessageId.CLM_CHANNEL_LEVEL_LIST, "00 00 f7 03 00 01 00 f0 c1 a1");
        assertEquals(1, levels.count());
    }

    @Test
    void shouldEndTheLevelsAtTheFirstFilledHighNibble() {
        final ChannelLevels levels = new ChannelLevels();
        assertTrue(accepts(levels, "21 f3 54"));
        assertEquals(3, levels.count());
        assertTrue(accepts(levels, "f1 f3 54"));
        assertEquals(1, levels.count());
        assertTrue(accepts(levels, "21 3f 54"));
        assertEquals(6, levels.count());
        assertTrue(accepts(levels, ""));
        assertEquals(0, levels.count());
    }

    @Test
    void shouldWriteLevelsForEvenAndOddNumbersOfChannels() {
        final byte[] levels = {3, 8, 0, 9};
        assertEquals("", Datagrams.hex(buffer, AT, ChannelLevels.write(buffer, AT, levels, 0)));
        assertEquals("f3", Datagrams.hex(buffer, AT, ChannelLevels.write(buffer, AT, levels, 1)));
        assertEquals("83", Datagrams.hex(buffer, AT, ChannelLevels.write(buffer, AT, levels, 2)));
        assertEquals("83 f0", Datagrams.hex(buffer, AT, ChannelLevels.write(buffer, AT, levels, 3)));
        assertEquals("83 90", Datagrams.hex(buffer, AT, ChannelLevels.write(buffer, AT, levels, 4)));
    }

    @Test
    void shouldLimitTheLevelsToTheMostChannels() {
        assertTrue(new ChannelLevels().wrap(buffer, AT, 75));
        assertFalse(new ChannelLevels().wrap(buffer, AT, 76));
        assertEquals(75, ChannelLevels.write(buffer, AT, new byte[150], 150));
    }

    @Test
    void shouldReadServerFeatures() {
        final ServerFeatures features = body(new ServerFeatures(), MessageId.CLM_SERVER_FEATURES,
            "00 00 fb 03 00 04 00 60 05 00 00 d4 47");
        assertEquals(ServerFeatures.IPV6 | ServerFeatures.RAW_AUDIO | ServerFeatures.WELCOME_MESSAGE
            | ServerFeatures.LICENCE_REQUIRED, features.mask());
        assertFalse(accepts(features, "60 05 00"));
        assertFalse(accepts(features, "60 05 00 00 00"));
    }

    @Test
    void shouldLimitTheWelcomeMessage() {
        final WelcomeMessage welcome = new WelcomeMessage();
        assertTrue(accepts(welcome, "00 00"));
        assertTrue(welcome.wrap(buffer, AT, WelcomeMessage.write(buffer, AT, "♪".repeat(1600))));
        assertEquals("♪".repeat(1600), welcome.text().toString());
        assertFalse(welcome.wrap(buffer, AT, WelcomeMessage.write(buffer, AT, "x".repeat(1601))));
        assertFalse(accepts(welcome, ""));
    }

    @Test
    void shouldReadARegistration() {
        final String frame = "00 00 ec 03 00 26 00 6c 56 52 00 0a 00 09 00 4d 79 20 73 65 72 76 65 72 0c 00 31 39 32 2e"
            + " 31 36 38 2e 31 2e 32 30 05 00 4b c3 b6 6c 6e fe 9f";
        final RegisterServer record = body(new RegisterServer(), MessageId.CLM_REGISTER_SERVER, frame);
        assertEquals(22_124, record.port());
        assertEquals(82, record.country());
        assertEquals(10, record.maxClients());
        assertFalse(record.isPermanent());
        assertEquals("My server", record.name().toString());
        assertEquals("192.168.1.20", record.internalAddress().toString());
        assertEquals("Köln", record.city().toString());
        assertFalse(new RegisterServerEx().wrap(record.buffer(), record.offset(), record.length()));
    }

    @Test
    void shouldReadARegistrationWithVersion() {
        final RegisterServerEx record = body(new RegisterServerEx(), MessageId.CLM_REGISTER_SERVER_EX,
            "00 00 f9 03 00 42 00 ba 9c 00 00 0a 00 03 00 53 72 76 09 00 31 39 32 2e 30 2e 32 2e 32 04 00 54"
                + " 6f 77 6e 02 23 00 33 2e 31 32 2e 34 64 65 76 2d 31 31 61 32 38 64 35 37 2d 64 69 72 74 79 3a 31"
                + " 37 38 36 39 38 39 38 38 32 3b c7");
        assertEquals(40_122, record.port());
        assertEquals("Srv", record.name().toString());
        assertEquals("192.0.2.2", record.internalAddress().toString());
        assertEquals("Town", record.city().toString());
        assertEquals(VersionAndOs.OS_LINUX, record.os());
        assertEquals("3.12.4dev-11a28d57-dirty:1786989882", record.version().toString());
        assertFalse(new RegisterServer().wrap(record.buffer(), record.offset(), record.length()));
    }

    @Test
    void shouldRefuseRegistrationsCutShortOrWithTooLongTexts() {
        final RegisterServerEx record = new RegisterServerEx();
        final byte[] version = "4.0.0".getBytes(UTF_8);
        final int length =
            RegisterServerEx.write(buffer, AT, 22_124, 82, 10, true, NAME, ADDRESS, CITY, 2, version);
        assertTrue(record.wrap(buffer, AT, length));
        assertTrue(record.isPermanent());
        for (int cut = 0; cut < length; cut++) {
            assertFalse(record.wrap(buffer, AT, cut), "cut to " + cut);
        }
        assertFalse(record.wrap(buffer, AT, length + 1));

        assertFalse(registers("x".repeat(21), "", ""));
        assertFalse(registers("", "1".repeat(16), ""));
        assertFalse(registers("", "", "x".repeat(21)));
        assertTrue(registers("x".repeat(20), "1".repeat(15), "x".repeat(20)));
    }

    private boolean registers(final String name, final String address, final String city) {
        return new RegisterServer().wrap(buffer, AT, RegisterServer.write(buffer, AT, 1, 1, 1, false,
            name.getBytes(UTF_8), address.getBytes(UTF_8), city.getBytes(UTF_8)));
    }

    @ParameterizedTest
    @CsvSource({"00,true", "03,true", "04,false", "00 00,false", "'',false"})
    void shouldCheckTheResultOfARegistration(final String result, final boolean valid) {
        assertEquals(valid, accepts(new RegisterResponse(), result));
    }

    @Test
    void shouldReadTheAddressOfAClient() {
        final SendEmptyMessage message = body(new SendEmptyMessage(), MessageId.CLM_SEND_EMPTY_MESSAGE,
            "00 00 f0 03 00 06 00 07 71 00 cb 76 56 93 e5");
        assertEquals(0xCB007107, message.address());
        assertEquals(22_134, message.port());
        assertFalse(accepts(message, "07 71 00 cb 76"));
        assertFalse(accepts(message, "07 71 00 cb 76 56 00"));
    }

    @Test
    void shouldReadAServerList() {
        final ServerList list = body(new ServerList(), MessageId.CLM_SERVER_LIST,
            "00 00 ee 03 00 3d 00 00 00 00 00 00 00 52 00 14 01 08 00 44 69 72 20 6e 61 6d 65 00 00 07 00 48"
                + " 61 6d 62 75 72 67 01 00 00 7f b8 a0 52 00 0a 00 09 00 4d 79 20 73 65 72 76 65 72 00 00 05 00 4b"
                + " c3 b6 6c 6e 62 2d");
        assertEquals(2, list.count());
        assertTrue(list.next());
        assertEquals(0, list.address());
        assertEquals(0, list.port());
        assertEquals(20, list.maxClients());
        assertTrue(list.isPermanent());
        assertEquals("Dir name", list.name().toString());
        assertEquals("Hamburg", list.city().toString());
        assertTrue(list.next());
        assertEquals(0x7F000001, list.address());
        assertEquals(41_144, list.port());
        assertEquals(82, list.country());
        assertFalse(list.isPermanent());
        assertEquals("My server", list.name().toString());
        assertFalse(list.next());
    }

    @Test
    void shouldAcceptAnAddressTextInAServerListOfUpToFifteenCharacters() {
        final String start = "07 71 00 cb 6c 56 52 00 0a 01 00 00 ";
        assertTrue(accepts(new ServerList(), start + "0f 00" + " 31".repeat(15) + " 00 00"));
        assertFalse(accepts(new ServerList(), start + "10 00" + " 31".repeat(16) + " 00 00"));
        assertFalse(accepts(new ServerList(), start + "00 00 00"));
    }

    @Test
    void shouldReadAReducedServerList() {
        final ReducedServerList list = body(new ReducedServerList(), MessageId.CLM_RED_SERVER_LIST,
            "00 00 fa 03 00 1f 00 00 00 00 00 00 00 08 44 69 72 20 6e 61 6d 65 01 00 00 7f b8 a0 09 4d 79 20"
                + " 73 65 72 76 65 72 8a b6");
        assertEquals(2, list.count());
        assertTrue(list.next());
        assertEquals("Dir name", list.name().toString());
        assertTrue(list.next());
        assertEquals(0x7F000001, list.address());
        assertEquals(41_144, list.port());
        assertEquals("My server", list.name().toString());
        assertFalse(accepts(list, "01 00 00 7f b8 a0"));
        assertFalse(accepts(list, "01 00 00 7f b8 a0 15" + " 78".repeat(21)));
    }

    @Test
    void shouldFitTheLongestEntriesIntoTheStatedSizes() {
        final Utf8Field name = Datagrams.text("田".repeat(20));
        final ServerList.Writer writer = new ServerList.Writer();
        writer.begin(buffer, AT);
        writer.add(1, 1, 1, 1, true, name, name);
        assertEquals(ServerList.MAX_ENTRY_LENGTH, writer.end());
        final ReducedServerList.Writer reduced = new ReducedServerList.Writer();
        reduced.begin(buffer, AT);
        reduced.add(1, 1, name);
        assertEquals(ReducedServerList.MAX_ENTRY_LENGTH, reduced.end());
    }
}
