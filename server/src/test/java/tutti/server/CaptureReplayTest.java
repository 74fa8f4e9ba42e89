package tutti.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tutti.protocol.MessageId;
import tutti.server.RecordedSession.Datagram;

/**
 * Recorded clients play on this server, and it must answer them as the recorded server did, message for message.
 * Counters and times may differ; what else may is said where it is let through.
 * <p>
 * Acknowledgements are compared apart from the server's own messages, because a server may send the answer to a request
 * before or after the request's acknowledgement (spec 2.3).
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class CaptureReplayTest {

    private static final Pattern TIME_OF_DAY = Pattern.compile("\\(\\d\\d:\\d\\d:\\d\\d [AP]M\\)");
    private static final Pattern VERSION = Pattern.compile("\\d+\\.\\d+\\.\\d+.{0,24}");

    /** When the recorded server sent the last datagram to client 2 of session d (captures/README.md). */
    private static final long END_OF_KILLED_CLIENT_NANOS = 41_855_000_000L;

    private final Map<String, Replay> replays = new HashMap<>();

    private Replay replay(final String session) {
        return replays.computeIfAbsent(session, name -> Replay.of(name, name.equals("e") ? 1 : 10));
    }

    /** Calls a check with every client's recorded and replayed datagrams of some kind. */
    private void forEachClient(final String session, final Predicate<Datagram> kind,
        final BiConsumer<List<Datagram>, List<Datagram>> check) {
        final Replay replay = replay(session);
        for (int client = 0; client < replay.clients().size(); client++) {
            check.accept(replay.recorded(client).stream().filter(kind).toList(),
                replay.replayed(client).stream().filter(kind).toList());
        }
    }

    private static Predicate<Datagram> id(final int id) {
        return one -> one.id() == id;
    }

    @ParameterizedTest
    @ValueSource(strings = {"a", "b", "c", "d", "e", "f"})
    void shouldSendTheRecordedMessagesInTheirOrder(final String session) {
        forEachClient(session, Datagram::isReliable, (recorded, replayed) -> {
            final Stream<String> expected = firstTransmissions(recorded).stream()
                .filter(one -> isOffered(session, recorded, one)).map(one -> text(session, one));
            assertEquals(lines(expected), lines(firstTransmissions(replayed).stream().map(one -> text(session, one))));
        });
    }

    /** Leaves out what session f's server had and this one has not: the licence, and a recorder to be switched. */
    private static boolean isOffered(final String session, final List<Datagram> recorded, final Datagram one) {
        return switch (one.id()) {
            case MessageId.LICENCE_REQUIRED -> false;
            case MessageId.RECORDER_STATE -> one == recorded.stream().filter(id(MessageId.RECORDER_STATE)).findFirst()
                .orElseThrow();
            default -> true;
        };
    }

    /** A message as it is compared: id and body, but for what may differ. */
    private static String text(final String session, final Datagram one) {
        final String body = switch (one.id()) {
            case MessageId.VERSION_AND_OS -> versionForm(one.body());
            case MessageId.CHAT_TEXT, MessageId.SPLIT_CONTAINER -> withoutTimeOfDay(one.body());
            // This server has no recorder: it tells state 1. The one in session f had.
            case MessageId.RECORDER_STATE -> session.equals("f") ? "a state" : one.bodyHex();
            default -> one.bodyHex();
        };
        return MessageId.name(one.id()) + " " + body;
    }

    /** The text is this server's own, but must begin so that clients compare it, and be short enough for old ones. */
    private static String versionForm(final byte[] body) {
        final String text = new String(body, 3, body.length - 3, StandardCharsets.UTF_8);
        return VERSION.matcher(text).matches() ? "a version" : text;
    }

    private static String withoutTimeOfDay(final byte[] body) {
        final String latin = new String(body, StandardCharsets.ISO_8859_1);
        return HexFormat.of().formatHex(TIME_OF_DAY.matcher(latin).replaceAll("(time)")
            .getBytes(StandardCharsets.ISO_8859_1));
    }

    /** Without repeats for want of an acknowledgement, and without jitter buffer reports, which depend on audio. */
    private static List<Datagram> firstTransmissions(final List<Datagram> reliable) {
        final List<Datagram> firsts = new ArrayList<>();
        Datagram previous = null;
        for (final Datagram one : reliable) {
            final boolean repeat = previous != null && previous.id() == one.id() && previous.counter() == one.counter();
            if (!repeat && one.id() != MessageId.JITT_BUF_SIZE) {
                firsts.add(one);
            }
            previous = one;
        }
        return firsts;
    }

    private static String lines(final Stream<String> texts) {
        return String.join("\n", texts.toList());
    }

    @ParameterizedTest
    @ValueSource(strings = {"a", "b", "c", "d", "e", "f"})
    void shouldAcknowledgeByteForByteAsRecorded(final String session) {
        forEachClient(session, id(MessageId.ACKN), (recorded, replayed) -> assertEquals(hex(recorded), hex(replayed)));
    }

    @Test
    void shouldEchoEveryPing() {
        forEachClient("d", id(MessageId.CLM_PING_MS),
            (recorded, replayed) -> assertEquals(hex(recorded), hex(replayed)));
        assertEquals(95, replay("d").replayed(0).stream().filter(id(MessageId.CLM_PING_MS)).count());
    }

    private static String hex(final List<Datagram> datagrams) {
        return lines(datagrams.stream().map(one -> HexFormat.of().formatHex(one.bytes())));
    }

    /** Also in session d, where the recorded server sent its first report to client 1 before the client id. */
    @ParameterizedTest
    @ValueSource(strings = {"a", "b", "c", "d", "f"})
    void shouldBeginWithTheClientIdAndReportTheJitterBufferFromSixBlocksOn(final String session) {
        forEachClient(session, Datagram::isReliable, (recorded, replayed) -> {
            assertEquals(MessageId.CLIENT_ID, replayed.getFirst().id());
            final List<String> reports =
                replayed.stream().filter(id(MessageId.JITT_BUF_SIZE)).map(Datagram::bodyHex).toList();
            assertEquals("0600", reports.getFirst());
            assertTrue(reports.stream().allMatch(report -> report.matches("(0[2-9]|0[ab])00")), reports::toString);
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {"a", "b", "c", "d", "e", "f"})
    void shouldSendLevelListsOfTheRecordedFormAsOften(final String session) {
        forEachClient(session, id(MessageId.CLM_CHANNEL_LEVEL_LIST), (recorded, replayed) -> {
            assertEquals(levelForms(recorded), levelForms(replayed));
            assertEquals(recorded.size(), replayed.size(), 1);
        });
    }

    /** Bytes of the lists and whether the last half-byte is unused, without repetitions. */
    private static List<String> levelForms(final List<Datagram> lists) {
        return withoutRepetitions(lists.stream().map(one -> {
            final byte[] body = one.body();
            return body.length + ((body[body.length - 1] & 0xF0) == 0xF0 ? " bytes, odd" : " bytes, even");
        }));
    }

    private static <T> List<T> withoutRepetitions(final Stream<T> texts) {
        final List<T> changes = new ArrayList<>();
        texts.filter(text -> changes.isEmpty() || !changes.getLast().equals(text)).forEach(changes::add);
        return changes;
    }

    /**
     * Whether a frame falls into the instant between two changes of the client's format is a matter of timing, so the
     * lengths before the last one may be missing.
     */
    @ParameterizedTest
    @ValueSource(strings = {"a", "b", "c", "d", "e", "f"})
    void shouldSendAudioOfTheRecordedLengthsInTheirOrder(final String session) {
        forEachClient(session, Datagram::isAudio, (recorded, replayed) -> {
            final List<Integer> expected = lengths(recorded);
            final List<Integer> found = lengths(replayed);
            assertEquals(expected.isEmpty(), found.isEmpty());
            assertEquals(expected.subList(expected.size() - found.size(), expected.size()), found);
        });
    }

    private static List<Integer> lengths(final List<Datagram> audio) {
        return withoutRepetitions(audio.stream().map(one -> one.bytes().length));
    }

    /**
     * In these sessions the client's first transport properties came before its audio. The recorded server did not know
     * the client yet and dropped them, and the client's queue stood still until it repeated them.
     */
    @ParameterizedTest
    @ValueSource(strings = {"a", "c", "e", "f"})
    void shouldStartTheMusicFourHundredMillisecondsSooner(final String session) {
        final long recorded = firstAudio(replay(session).recorded(0));
        final long replayed = firstAudio(replay(session).replayed(0));
        assertEquals(413_000_000, recorded - replayed, 8_000_000);
    }

    private static long firstAudio(final List<Datagram> datagrams) {
        return datagrams.stream().filter(Datagram::isAudio).findFirst().orElseThrow().nanos();
    }

    /** The recorded server answered every datagram; this one rations its answers to strangers. */
    @Test
    void shouldTellAStrangerSometimesThatTheServerIsFull() {
        final List<Datagram> recorded = replay("e").recorded(1);
        final List<Datagram> replayed = replay("e").replayed(1);
        assertTrue(recorded.stream().allMatch(id(MessageId.CLM_SERVER_FULL)));
        assertTrue(replayed.stream().allMatch(id(MessageId.CLM_SERVER_FULL)));
        assertEquals(hex(recorded.subList(0, 1)), hex(replayed.subList(0, 1)));
        assertTrue(replayed.size() <= recorded.size(), () -> replayed.size() + " answers");
    }

    @Test
    void shouldRepeatWhatAKilledClientDoesNotAcknowledgeUntilItsTimeOut() {
        final Predicate<Datagram> mute = id(MessageId.MUTE_STATE_CHANGED);
        assertEquals(replay("d").recorded(2).stream().filter(mute).count(),
            replay("d").replayed(2).stream().filter(mute).count(), 1);
    }

    @Test
    void shouldSendToAKilledClientForThirtySeconds() {
        assertEquals(END_OF_KILLED_CLIENT_NANOS, replay("d").replayed(2).getLast().nanos(), 20_000_000);
    }

    /** Also where the last audio and the goodbye fall into the same frame. */
    @ParameterizedTest
    @ValueSource(strings = {"a", "b", "c", "d", "e", "f"})
    void shouldStopSendingAtTheClientsFirstGoodbye(final String session) {
        final Replay replay = replay(session);
        for (int client = 0; client < replay.clients().size(); client++) {
            final long goodbye = replay.recording().sentBy(client).stream().filter(id(MessageId.CLM_DISCONNECTION))
                .mapToLong(Datagram::nanos).findFirst().orElse(Long.MAX_VALUE);
            final long last = replay.replayed(client).getLast().nanos();
            assertTrue(last - goodbye <= 2 * Rig.FRAME_NANOS, () -> "last sent " + last + ", goodbye " + goodbye);
        }
    }

    /** The replay itself: all recorded messages were said and heard, but those of the client that found no channel. */
    @ParameterizedTest
    @ValueSource(strings = {"a", "b", "c", "d", "e", "f"})
    void shouldHaveHeardAllTheClientsSaid(final String session) {
        final List<RecordedClient> clients = replay(session).clients();
        for (int client = 0; client < clients.size(); client++) {
            assertEquals(!session.equals("e") || client == 0, clients.get(client).isAllAcknowledged());
        }
    }
}
