package tutti.protocol;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.FieldSource;

/** Recorded traffic of real clients and servers. */
class CaptureTest {
    static final List<String> FILES = Capture.FILES;

    /** Lines and stored audio datagrams of each file, from the captures' own description. */
    @ParameterizedTest
    @CsvSource({"a,890,800", "b,890,800", "c,895,800", "d,3318,2400", "e,2405,1200", "f,904,800"})
    void shouldTellMessagesFromAudio(final String file, final int lines, final int audio) {
        final List<Capture.Datagram> datagrams = Capture.read(file);
        assertEquals(lines, datagrams.size());
        assertEquals(audio, datagrams.stream().filter(datagram -> !datagram.isMessage()).count());
    }

    @ParameterizedTest
    @FieldSource("FILES")
    void shouldRewriteEveryMessageByteForByte(final String file) {
        for (final Capture.Datagram datagram : Capture.read(file)) {
            if (datagram.isMessage()) {
                assertEquals(datagram.hex(), Reencoder.reencoded(datagram.payload()),
                    () -> MessageId.name(datagram.id()) + " at " + datagram.seconds());
            }
        }
    }

    @Test
    void shouldKnowEveryRecordedMessage() {
        final Map<String, Integer> counts = new TreeMap<>();
        for (final String file : FILES) {
            for (final Capture.Datagram datagram : Capture.read(file)) {
                if (datagram.isMessage()) {
                    counts.merge(MessageId.name(datagram.id()), 1, Integer::sum);
                }
            }
        }
        assertEquals(25, counts.size(), counts::toString);
        assertFalse(counts.containsKey("UNKNOWN"));
        assertEquals(1105, counts.get("CLM_SERVER_FULL"));
        assertEquals(11, counts.get("SPLIT_CONTAINER"));
    }

    /** Retransmissions in each file, from the captures' own description: "sent n times" is n - 1 of them. */
    @ParameterizedTest
    @CsvSource({"a,1", "b,0", "c,1", "d,73", "e,8", "f,1"})
    void shouldRecogniseRetransmissions(final String file, final int retransmissions) {
        final Map<String, ReliableReceiver> receivers = new HashMap<>();
        int duplicates = 0;
        for (final Capture.Datagram datagram : reliable(file)) {
            final ReliableReceiver receiver =
                receivers.computeIfAbsent(direction(datagram, false), key -> new ReliableReceiver());
            if (receiver.isDuplicate(datagram.id(), datagram.counter())) {
                duplicates++;
            }
            receiver.remember(datagram.id(), datagram.counter());
        }
        assertEquals(retransmissions, duplicates);
    }

    /**
     * Queues the recorded bodies at our sender and feeds it the recorded acknowledgements: it must give every recorded
     * frame, in order, with the recorded counters.
     */
    @ParameterizedTest
    @FieldSource("FILES")
    void shouldSendWhatRealProgramsSent(final String file) {
        final Map<String, ReliableSender> senders = new HashMap<>();
        for (final Capture.Datagram datagram : Capture.read(file)) {
            if (!datagram.isMessage() || MessageId.isConnectionless(datagram.id())) {
                continue;
            }
            final boolean isAcknowledgement = datagram.id() == MessageId.ACKN;
            final ReliableSender sender =
                senders.computeIfAbsent(direction(datagram, isAcknowledgement), key -> new ReliableSender(8192));
            if (isAcknowledgement) {
                acknowledge(sender, datagram);
            } else {
                send(sender, datagram);
            }
        }
    }

    private static void acknowledge(final ReliableSender sender, final Capture.Datagram datagram) {
        final Acknowledgement acknowledgement = new Acknowledgement();
        assertTrue(acknowledgement.wrap(datagram.payload(), Frame.bodyOffset(0), datagram.bodyLength()));
        // A message that was sent twice is acknowledged twice; only the first one counts.
        sender.acknowledge(acknowledgement.messageId(), datagram.counter());
    }

    private static void send(final ReliableSender sender, final Capture.Datagram datagram) {
        if (sender.isEmpty()) {
            sender.offer(datagram.id(), datagram.payload(), Frame.bodyOffset(0), datagram.bodyLength());
        }
        assertEquals(datagram.hex(),
            Datagrams.hex(sender.headBuffer(), sender.headOffset(), sender.headLength()),
            () -> MessageId.name(datagram.id()) + " at " + datagram.seconds());
        sender.sent(0);
    }

    @Test
    void shouldAssembleAndSplitTheLongChatAsRealProgramsDid() {
        final Map<String, List<Capture.Datagram>> parts = new TreeMap<>();
        for (final Capture.Datagram datagram : reliable("d")) {
            if (datagram.id() == MessageId.SPLIT_CONTAINER) {
                parts.computeIfAbsent(direction(datagram, false), key -> new ArrayList<>()).add(datagram);
            }
        }
        assertEquals(List.of(3, 3, 3, 2), parts.values().stream().map(List::size).toList());
        parts.values().forEach(CaptureTest::assertAssemblesAndSplits);
    }

    private static void assertAssemblesAndSplits(final List<Capture.Datagram> parts) {
        final ReliableReceiver receiver = new ReliableReceiver();
        int completed = 0;
        for (final Capture.Datagram part : parts) {
            completed += receiver.assemble(part.payload(), Frame.bodyOffset(0), part.bodyLength()) ? 1 : 0;
        }
        assertEquals(1, completed);
        final SplitAssembler message = receiver.assembled();
        assertEquals(MessageId.CHAT_TEXT, message.messageId());
        assertTrue(new ChatText().wrap(message.buffer(), 0, message.length()));

        final ReliableSender sender = new ReliableSender(8192);
        sender.setPeerSplits(true);
        for (int counter = 0; counter < parts.getFirst().counter(); counter++) {
            sender.offerEmpty(MessageId.REQ_CONN_CLIENTS_LIST);
            sender.sent(0);
            sender.acknowledge(MessageId.REQ_CONN_CLIENTS_LIST, counter);
        }
        assertTrue(sender.offer(message.messageId(), message.buffer(), 0, message.length()));
        for (final Capture.Datagram part : parts) {
            assertEquals(part.hex(), Datagrams.hex(sender.headBuffer(), sender.headOffset(), sender.headLength()));
            sender.sent(0);
            assertTrue(sender.acknowledge(part.id(), part.counter()));
        }
        assertTrue(sender.isEmpty());
    }

    @Test
    void shouldListTheMusiciansByName() {
        final ClientList list = new ClientList();
        final List<String> names = new ArrayList<>();
        for (final Capture.Datagram datagram : reliable("d")) {
            if (datagram.id() == MessageId.CONN_CLIENTS_LIST && !datagram.toServer()) {
                final UnsafeBuffer payload = datagram.payload();
                assertTrue(list.wrap(payload, Frame.bodyOffset(0), datagram.bodyLength()));
                if (list.count() == 3 && names.isEmpty()) {
                    while (list.next()) {
                        names.add(list.channelId() + " " + list.name() + ", " + list.city());
                    }
                }
            }
        }
        assertEquals(List.of("0 Zoë Åström, Göteborg", "1 Łukasz Żółć, Łódź", "2 田中さくら ♪, 東京"), names);
    }

    private static List<Capture.Datagram> reliable(final String file) {
        return Capture.read(file).stream()
            .filter(Capture.Datagram::isMessage)
            .filter(datagram -> datagram.id() != MessageId.ACKN && !MessageId.isConnectionless(datagram.id()))
            .toList();
    }

    private static String direction(final Capture.Datagram datagram, final boolean opposite) {
        return (datagram.toServer() != opposite ? "to server " : "from server ") + datagram.client();
    }
}
