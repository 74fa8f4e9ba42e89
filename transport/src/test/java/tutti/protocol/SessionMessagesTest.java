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
import org.junit.jupiter.params.provider.ValueSource;

/** The messages of a connection, field by field (section 3.3). */
class SessionMessagesTest {
    private static final int AT = 5;

    private final UnsafeBuffer buffer = new UnsafeBuffer(new byte[6000]);

    private boolean acceptsWritten(final MessageBody flyweight, final int bodyLength) {
        return flyweight.wrap(buffer, AT, bodyLength);
    }

    @Test
    void shouldReadAnAcknowledgement() {
        final String frame = "00 00 01 00 00 02 00 20 00 62 b4";
        assertEquals(MessageId.CLIENT_ID, body(new Acknowledgement(), MessageId.ACKN, frame).messageId());
        assertFalse(accepts(new Acknowledgement(), "20"));
        assertFalse(accepts(new Acknowledgement(), "20 00 00"));
    }

    @Test
    void shouldReadTheJitterBufferSize() {
        final JitterBufferSize size = new JitterBufferSize();
        body(size, MessageId.JITT_BUF_SIZE, "00 00 0a 00 00 02 00 06 00 0d 53");
        assertEquals(6, size.blocks());
        assertFalse(size.isAutomatic());
        body(size, MessageId.JITT_BUF_SIZE, "00 00 0a 00 02 02 00 15 00 ae 41");
        assertTrue(size.isAutomatic());
    }

    @ParameterizedTest
    @CsvSource({"00 00,false", "01 00,true", "14 00,true", "15 00,true", "16 00,false", "01 01,false", "05,false",
        "05 00 00,false"})
    void shouldCheckTheJitterBufferSize(final String body, final boolean valid) {
        assertEquals(valid, accepts(new JitterBufferSize(), body));
    }

    @Test
    void shouldReadGainAndPan() {
        final ChannelGain gain = new ChannelGain();
        body(gain, MessageId.CHANNEL_GAIN, "00 00 0d 00 07 03 00 03 00 40 a5 7f");
        assertEquals(3, gain.channelId());
        assertEquals(ChannelGain.UNITY / 2, gain.gain());
        body(gain, MessageId.CHANNEL_GAIN, "00 00 0d 00 08 03 00 03 00 80 ea 63");
        assertEquals(ChannelGain.UNITY, gain.gain());

        final ChannelPan pan = new ChannelPan();
        body(pan, MessageId.CHANNEL_PAN, "00 00 1e 00 09 03 00 03 00 40 c7 0a");
        assertEquals(3, pan.channelId());
        assertEquals(ChannelPan.CENTRE, pan.pan());
    }

    @ParameterizedTest
    @CsvSource({"95 00 80,true", "96 00 80,false", "ff ff ff,false", "00 ff ff,true", "00 80,false",
        "00 00 80 00,false"})
    void shouldCheckChannelAndLengthOfGainAndPan(final String body, final boolean valid) {
        assertEquals(valid, accepts(new ChannelGain(), body));
        assertEquals(valid, accepts(new ChannelPan(), body));
    }

    @ParameterizedTest
    @CsvSource({"0,0", "1,32768", "0.5,16384", "0.99999,32767", "3,65535", "-1,0", "1.99997,65535"})
    void shouldTruncateAndClampNumbersForTheWire(final double value, final int wire) {
        assertEquals(wire, ChannelGain.toWire(value));
    }

    @Test
    void shouldReadAndWriteAChatText() {
        final ChatText chat = new ChatText();
        body(chat, MessageId.CHAT_TEXT, "00 00 12 00 03 04 00 02 00 68 69 2e f2");
        assertEquals("hi", chat.text().toString());

        final byte[] utf8 = "♪ hi".getBytes(UTF_8);
        final String expected = "06 00 e2 99 aa 20 68 69";
        assertEquals(expected, Datagrams.hex(buffer, AT, ChatText.write(buffer, AT, "♪ hi")));
        assertEquals(expected, Datagrams.hex(buffer, AT, ChatText.write(buffer, AT, utf8)));
        assertEquals(expected,
            Datagrams.hex(buffer, AT, ChatText.write(buffer, AT, new UnsafeBuffer(utf8), 0, utf8.length)));
    }

    @Test
    void shouldLimitAChatTextToEighteenHundredCharacters() {
        final ChatText chat = new ChatText();
        assertTrue(accepts(chat, "00 00"));
        assertTrue(acceptsWritten(chat, ChatText.write(buffer, AT, "田".repeat(1800))));
        assertEquals(5400, chat.text().length());
        assertTrue(acceptsWritten(chat, ChatText.write(buffer, AT, "𝄞".repeat(900))));
        assertFalse(acceptsWritten(chat, ChatText.write(buffer, AT, "x".repeat(1801))));
        assertFalse(acceptsWritten(chat, ChatText.write(buffer, AT, "𝄞".repeat(900) + "x")));
        assertFalse(accepts(chat, "02 00 68 69 00"), "a byte after the text");
        assertFalse(accepts(chat, "02 00 68"), "text cut short");
        assertFalse(accepts(chat, "02"));
        assertFalse(accepts(chat, ""));
    }

    @Test
    void shouldReadTransportPropertiesWithoutSequenceNumbers() {
        final TransportProperties properties = body(new TransportProperties(), MessageId.NETW_TRANSPORT_PROPS,
            "00 00 14 00 00 13 00 2d 00 00 00 01 00 01 80 bb 00 00 02 00 00 00 00 00 00 00 9d b7");
        assertEquals(45, properties.baseSize());
        assertEquals(45, properties.codedBytes());
        assertEquals(45, properties.datagramBytes());
        assertEquals(1, properties.blockFactor());
        assertEquals(1, properties.channels());
        assertEquals(48_000, properties.sampleRate());
        assertEquals(TransportProperties.CODEC_OPUS, properties.codec());
        assertEquals(0, properties.flags());
        assertFalse(properties.hasSequenceNumbers());
        assertEquals(0, properties.codecArgument());
    }

    @Test
    void shouldReadTransportPropertiesWithSequenceNumbers() {
        final TransportProperties properties = body(new TransportProperties(), MessageId.NETW_TRANSPORT_PROPS,
            "00 00 14 00 04 13 00 4a 00 00 00 02 00 02 80 bb 00 00 03 00 01 00 00 00 00 00 fe a5");
        assertEquals(74, properties.baseSize());
        assertEquals(73, properties.codedBytes());
        assertEquals(148, properties.datagramBytes());
        assertEquals(2, properties.blockFactor());
        assertEquals(2, properties.channels());
        assertEquals(TransportProperties.CODEC_OPUS64, properties.codec());
        assertTrue(properties.hasSequenceNumbers());
    }

    @ParameterizedTest
    @CsvSource({
        "10,1,1,2,true", "9,1,1,2,false", "0,1,1,2,false", "-1,1,1,2,false", "20000,1,1,2,true", "20001,1,1,2,false",
        "45,0,1,2,false", "45,2,1,2,true", "45,3,1,2,false", "45,4,1,2,true", "45,8,1,2,false",
        "45,1,0,2,false", "45,1,2,2,true", "45,1,3,2,false",
        "45,1,1,0,false", "45,1,1,1,true", "45,1,1,3,true", "45,1,1,4,false", "45,1,1,258,false"})
    void shouldCheckTransportProperties(final int baseSize, final int factor, final int channels, final int codec,
        final boolean valid) {
        final int length = TransportProperties.write(buffer, AT, baseSize, factor, channels, codec, 0);
        assertEquals(19, length);
        assertEquals(valid, acceptsWritten(new TransportProperties(), length));
        assertFalse(acceptsWritten(new TransportProperties(), length - 1));
        assertFalse(acceptsWritten(new TransportProperties(), length + 1));
    }

    @Test
    void shouldTakeOtherFlagsThanOneForNoSequenceNumbers() {
        final TransportProperties properties = new TransportProperties();
        for (final int flags : new int[] {0, 2, 3, 0x0101, 0xFFFF}) {
            assertTrue(acceptsWritten(properties, TransportProperties.write(buffer, AT, 45, 1, 1, 2, flags)));
            assertFalse(properties.hasSequenceNumbers(), "flags " + flags);
            assertEquals(45, properties.codedBytes());
            assertEquals(flags, properties.flags());
        }
    }

    @Test
    void shouldReadAndWriteChannelInfos() {
        final String frame = "00 00 19 00 01 14 00 52 00 0a 00 00 00 02 04 00 41 6e 6e 61 05 00 4b c3 b6 6c 6e 57 68";
        final ChannelInfo info = body(new ChannelInfo(), MessageId.CHANNEL_INFOS, frame);
        assertEquals(82, info.country());
        assertEquals(10, info.instrument());
        assertEquals(ChannelInfo.SKILL_INTERMEDIATE, info.skill());
        assertEquals("Anna", info.name().toString());
        assertEquals("Köln", info.city().toString());

        final int length = ChannelInfo.write(buffer, AT, 82, 10, 2, "Anna", "Köln");
        assertEquals(frame.substring(21, frame.length() - 6), Datagrams.hex(buffer, AT, length));
        assertTrue(info.contentEquals(buffer, AT, length));
        assertFalse(info.contentEquals(buffer, AT, length - 1));
        buffer.putByte(AT + length - 1, (byte) 'm');
        assertFalse(info.contentEquals(buffer, AT, length));
    }

    @Test
    void shouldCheckLengthsOfNameAndCity() {
        final ChannelInfo info = new ChannelInfo();
        final String name = "𝄞".repeat(8);
        final String city = "田".repeat(20);
        final int longest = ChannelInfo.write(buffer, AT, 0, 0, 0, "田".repeat(16), city);
        assertEquals(ChannelInfo.MAX_BODY_LENGTH, longest);
        assertTrue(acceptsWritten(info, longest));
        assertTrue(acceptsWritten(info, ChannelInfo.write(buffer, AT, 0, 0, 0, "", "")));
        assertTrue(acceptsWritten(info, ChannelInfo.write(buffer, AT, 0, 0, 0, name, city)));
        assertFalse(acceptsWritten(info, ChannelInfo.write(buffer, AT, 0, 0, 0, name + "x", city)));
        assertFalse(acceptsWritten(info, ChannelInfo.write(buffer, AT, 0, 0, 0, name, city + "x")));

        final int length = ChannelInfo.write(buffer, AT, 0, 0, 0, "Anna", "Ulm");
        for (int cut = 0; cut < length; cut++) {
            assertFalse(acceptsWritten(info, cut), "cut to " + cut);
        }
        assertFalse(acceptsWritten(info, length + 1));
    }

    @Test
    void shouldCopyChannelInfosWellFormed() {
        final ChannelInfo info = new ChannelInfo();
        final byte[] halfSurrogates = {(byte) 0xED, (byte) 0xA0, (byte) 0x80, 'x', (byte) 0xC3};
        final byte[] city = "Köln".getBytes(UTF_8);
        assertTrue(acceptsWritten(info, ChannelInfo.write(buffer, AT, 82, 10, 2, halfSurrogates, city)));

        final UnsafeBuffer copy = new UnsafeBuffer(new byte[ChannelInfo.MAX_BODY_LENGTH]);
        final int length = info.copyWellFormedTo(copy, 1);

        final UnsafeBuffer expected = new UnsafeBuffer(new byte[ChannelInfo.MAX_BODY_LENGTH]);
        assertEquals(length, ChannelInfo.write(expected, 1, 82, 10, 2, "\uFFFDx\uFFFD", "Köln"));
        assertEquals(Datagrams.hex(expected, 1, length), Datagrams.hex(copy, 1, length));
    }

    @Test
    void shouldReadLicenceRecorderClientIdAndLevelRequest() {
        assertTrue(
            body(new LicenceRequired(), MessageId.LICENCE_REQUIRED, "00 00 1b 00 08 01 00 01 35 b5").isRequired());
        assertEquals(RecorderState.NOT_INITIALISED,
            body(new RecorderState(), MessageId.RECORDER_STATE, "00 00 21 00 08 01 00 01 bb 1c").state());
        assertEquals(5, body(new ClientId(), MessageId.CLIENT_ID, "00 00 20 00 00 01 00 05 5c 9c").channelId());
        final LevelListRequest request = new LevelListRequest();
        assertTrue(acceptsWritten(request, LevelListRequest.write(buffer, AT, true)));
        assertTrue(request.isWanted());
        assertTrue(acceptsWritten(request, LevelListRequest.write(buffer, AT, false)));
        assertFalse(request.isWanted());
    }

    @ParameterizedTest
    @CsvSource({"00,true", "01,true", "02,false", "01 00,false", "'',false"})
    void shouldCheckTheLicenceType(final String body, final boolean valid) {
        assertEquals(valid, accepts(new LicenceRequired(), body));
    }

    @ParameterizedTest
    @CsvSource({"00,false", "01,true", "02,true", "03,true", "04,false", "03 00,false", "'',false"})
    void shouldCheckTheRecorderState(final String body, final boolean valid) {
        assertEquals(valid, accepts(new RecorderState(), body));
    }

    @ParameterizedTest
    @CsvSource({"00,true", "95,true", "96,false", "00 00,false", "'',false"})
    void shouldCheckTheClientId(final String body, final boolean valid) {
        assertEquals(valid, accepts(new ClientId(), body));
    }

    @Test
    void shouldReadTheMuteState() {
        final MuteState mute =
            body(new MuteState(), MessageId.MUTE_STATE_CHANGED, "00 00 1f 00 0c 02 00 02 01 1f 4a");
        assertEquals(2, mute.channelId());
        assertTrue(mute.isMuted());
        assertTrue(accepts(mute, "02 00"));
        assertFalse(mute.isMuted());
        assertTrue(accepts(mute, "02 80"));
        assertTrue(mute.isMuted());
        assertFalse(accepts(mute, "96 00"));
        assertFalse(accepts(mute, "02"));
        assertFalse(accepts(mute, "02 01 00"));
    }

    @Test
    void shouldReadVersionAndOperatingSystem() {
        final VersionAndOs version = body(new VersionAndOs(), MessageId.VERSION_AND_OS,
            "00 00 1d 00 08 09 00 02 06 00 33 2e 31 31 2e 30 6c 84");
        assertEquals(VersionAndOs.OS_LINUX, version.os());
        assertEquals("3.11.0", version.version().toString());
        assertTrue(acceptsWritten(version, VersionAndOs.write(buffer, AT, 2, "3".repeat(50))));
        assertFalse(acceptsWritten(version, VersionAndOs.write(buffer, AT, 2, "3".repeat(51))));
        assertFalse(accepts(version, "02 01 00"));
        assertFalse(accepts(version, "02 01 00 33 00"));
        assertFalse(accepts(version, ""));
    }

    @ParameterizedTest
    @CsvSource({"3.6.0,true", "3.11.0,true", "3.12.4dev-11a28d57:1786989882,true", "4,true", "3.6,true", "3.5.12,false",
        "3.5,false", "3,false", "2.99.99,false", "v4.0,false", "mymixer 1,false", "'',false", ".4,false",
        "99999999999999999999.0,true", "3.99999999999999999999,true", "3.6dev,true", "3.6.x,true", "3.06.0,true"})
    void shouldCompareTheLeadingNumbersOfAVersion(final String text, final boolean withSequenceNumbers) {
        final VersionAndOs version = new VersionAndOs();
        assertTrue(acceptsWritten(version, VersionAndOs.write(buffer, AT, 2, text)));
        assertEquals(withSequenceNumbers, version.isAtLeast(3, 6, 0));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "00", "d1 07 03"})
    void shouldRefuseASplitPartWithoutAHeader(final String body) {
        assertFalse(accepts(new SplitPart(), body));
    }

    @Test
    void shouldReadASplitPart() {
        final SplitPart part = new SplitPart();
        assertTrue(accepts(part, "18 00 03 01 aa bb"));
        assertEquals(MessageId.CONN_CLIENTS_LIST, part.messageId());
        assertEquals(3, part.parts());
        assertEquals(1, part.index());
        assertEquals(4, part.dataOffset());
        assertEquals(2, part.dataLength());
        assertTrue(accepts(part, "18 00 03 01"));
        assertEquals(0, part.dataLength());
    }
}
