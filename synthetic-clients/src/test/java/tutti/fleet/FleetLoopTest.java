package tutti.fleet;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import org.HdrHistogram.Histogram;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tutti.opus.CodedSilence;
import tutti.opus.OpusCodec;
import tutti.opus.OpusLibrary;
import tutti.protocol.ClientId;
import tutti.protocol.Frame;
import tutti.protocol.MessageId;
import tutti.protocol.Ping;

/**
 * Drives the fleet slot by slot with a clock of its own, against a socket that this test reads and writes by hand: a
 * loopback socket has a datagram as soon as it was sent.
 */
class FleetLoopTest {

    private static final StreamFormat FORMAT = new StreamFormat(128, 1, 45, 1);
    private static final int CLIENTS = 3;
    private static final long MILLI = 1_000_000L;
    private static final long COUNTED = 50 * MILLI;

    private static OpusCodec codec;

    /** A datagram that arrived at the server. */
    private record Arrived(SocketAddress from, byte[] content) {

        boolean isMessage(final int id) {
            final UnsafeBuffer buffer = new UnsafeBuffer(content);
            return Frame.isMessage(buffer, 0, content.length) && Frame.id(buffer, 0) == id;
        }

        boolean isAudio() {
            return !Frame.isMessage(new UnsafeBuffer(content), 0, content.length);
        }
    }

    private final Arena arena = Arena.ofConfined();
    private final Histogram roundTrips = new Histogram(10_000 * MILLI, 3);
    private final List<SocketAddress> peers = new ArrayList<>();
    private DatagramChannel server;
    private ClientSockets sockets;
    private FleetClient[] clients;
    private RunControl control;
    private FleetLoop loop;
    private FleetOptions options;
    private long slot;

    @BeforeAll
    static void loadCodec() {
        codec = new OpusCodec(OpusLibrary.find(Optional.empty()));
    }

    @BeforeEach
    void openServer() throws IOException {
        server = DatagramChannel.open();
        server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        server.configureBlocking(false);
    }

    @AfterEach
    void close() throws IOException {
        sockets.close();
        server.close();
        arena.close();
    }

    private void build(final boolean handshake, final long rampNanos) throws IOException {
        build(handshake, rampNanos, 0);
    }

    private void build(final boolean handshake, final long rampNanos, final int muted) throws IOException {
        options = new FleetOptions((InetSocketAddress) server.getLocalAddress(), CLIENTS, muted, 0,
                Identity.DEFAULT_BAND, Hardship.NONE, 1, Duration.ofNanos(COUNTED), Duration.ofNanos(rampNanos), FORMAT,
                Faders.DEFAULT, 0, handshake, Optional.empty(), Optional.empty());
        sockets = new ClientSockets(options.server(), CLIENTS);
        final TonePlan plan = TonePlan.of(CLIENTS, muted);
        final CodedTones tones = new CodedTones(arena, codec, FORMAT, plan);
        clients = new FleetClient[CLIENTS];
        for (int i = 0; i < CLIENTS; i++) {
            final ClientSocket socket = new ClientSocket(sockets, i);
            final NetworkPath path = new NetworkPath(socket, Hardship.NONE, new SplittableRandom(1), memory(64));
            final ClientProtocol protocol = handshake
                    ? new ClientProtocol(new Identity(Identity.DEFAULT_BAND, i, 0), plan, FORMAT, options.gains(),
                            memory(ClientProtocol.memoryBytes()), socket)
                    : null;
            final PingMeter pings = handshake
                    ? new PingMeter(memory(Frame.OVERHEAD + Ping.BODY_LENGTH), roundTrips, 0)
                    : null;
            clients[i] = new FleetClient(FORMAT, new LoopedTone(tones, i), socket, path, protocol, pings, null);
        }
        final RunTimes times = new RunTimes(CLIENTS, rampNanos, 20 * MILLI, COUNTED);
        control = new RunControl(clients, times, null);
        final SlotPlan slots = new SlotPlan(FORMAT, CLIENTS);
        loop = new FleetLoop(clients, slots, Turns.exact(slots, CLIENTS), times, control);
        control.begin(0);
    }

    private UnsafeBuffer memory(final int bytes) {
        return new UnsafeBuffer(arena.allocate(bytes, 8).address(), bytes);
    }

    private List<Arrived> runSlot() throws IOException {
        loop.runSlot(slot, SlotPlan.nanosOf(slot));
        slot++;
        final List<Arrived> arrived = new ArrayList<>();
        final ByteBuffer buffer = ByteBuffer.allocate(2048);
        for (SocketAddress from = server.receive(buffer); from != null; from = server.receive(buffer)) {
            final byte[] content = new byte[buffer.flip().remaining()];
            buffer.get(content);
            buffer.clear();
            arrived.add(new Arrived(from, content));
            if (!peers.contains(from)) {
                peers.add(from);
            }
        }
        return arrived;
    }

    /** Runs slots, answering each audio datagram with itself, until the phase comes. */
    private List<Arrived> echoUntil(final Phase phase) throws IOException {
        final List<Arrived> all = new ArrayList<>();
        for (int i = 0; control.phase() != phase; i++) {
            assertTrue(i < 1_000_000, "never gets to " + phase);
            final List<Arrived> arrived = runSlot();
            for (final Arrived datagram : arrived) {
                if (datagram.isAudio()) {
                    server.send(ByteBuffer.wrap(datagram.content()), datagram.from());
                }
            }
            all.addAll(arrived);
        }
        return all;
    }

    private FleetSummary summary() {
        return new SummaryBuilder(options, control, loop, clients, null, null, roundTrips, roundTrips, null).build();
    }

    @Test
    void eachClientSendsFromItsOwnSocketOnceAPeriodInItsSlot() throws IOException {
        build(false, 0);
        final int slots = new SlotPlan(FORMAT, CLIENTS).slots();
        final Set<SocketAddress> sources = new HashSet<>();
        for (int period = 0; period < 3; period++) {
            for (int inPeriod = 0; inPeriod < slots; inPeriod++) {
                final List<Arrived> arrived = runSlot();
                final boolean turn = inPeriod == 0 || inPeriod == 5 || inPeriod == 10;
                assertEquals(turn ? 1 : 0, arrived.size(), "slot " + inPeriod);
                for (final Arrived datagram : arrived) {
                    assertEquals(46, datagram.content().length);
                    assertEquals(period, datagram.content()[45], "sequence byte");
                    sources.add(datagram.from());
                }
            }
        }
        assertEquals(CLIENTS, sources.size());
    }

    @Test
    void theMutedSendSilenceAndCountLikeTheOthers() throws IOException {
        build(false, 0, 2);
        final List<Arrived> all = echoUntil(Phase.DONE);
        final MemorySegment content = arena.allocate(46);
        final int[] silent = new int[CLIENTS];
        final int[] sounding = new int[CLIENTS];
        for (final Arrived datagram : all) {
            content.copyFrom(MemorySegment.ofArray(datagram.content()));
            final int[] kind = CodedSilence.matches(content.address(), 45, 1) ? silent : sounding;
            kind[peers.indexOf(datagram.from())]++;
        }
        assertTrue(sounding[0] > 0 && silent[0] == 0);
        assertEquals(sounding[0], silent[1], 1);
        assertEquals(sounding[0], silent[2], 1);
        assertEquals(0, sounding[1] + sounding[2]);
        final FleetSummary summary = summary();
        assertEquals(List.of(), summary.problems());
        assertEquals(2, summary.load().muted());
        assertTrue(SummaryText.of(summary).contains("2 of them: Tone 002 to Tone 003"));
    }

    @Test
    void clientsBeginOneAfterTheOtherOverTheRamp() throws IOException {
        build(false, 100 * MILLI);
        final long[] began = new long[CLIENTS];
        while (peers.size() < CLIENTS) {
            final int before = peers.size();
            runSlot();
            if (peers.size() > before) {
                began[before] = SlotPlan.nanosOf(slot - 1);
            }
        }
        final double period = 128e9 / 48_000;
        assertEquals(0, began[0]);
        assertEquals(50 * MILLI, began[1], period);
        assertEquals(100 * MILLI, began[2], period);
    }

    @Test
    void countsOneWindowAfterEverybodyHasHeardTheServerAndThenLeaves() throws IOException {
        build(false, 0);
        echoUntil(Phase.SETTLING);
        assertEquals(0, control.countedNanos());
        echoUntil(Phase.COUNTING);
        assertTrue(SlotPlan.nanosOf(slot) >= 20 * MILLI, "fade-in");
        echoUntil(Phase.LEAVING);
        final List<Arrived> after = echoUntil(Phase.DONE);
        assertTrue(after.stream().noneMatch(Arrived::isAudio));
        assertEquals(COUNTED, control.countedNanos(), 3 * MILLI);
        final FleetSummary summary = summary();
        assertEquals(CLIENTS, summary.load().connected());
        final long sent = summary.packets().sent();
        assertTrue(sent >= CLIENTS * 18 && sent <= CLIENTS * 20, "sent " + sent);
        assertEquals(summary.packets().sent(), summary.packets().received(), CLIENTS);
        assertEquals(0, summary.packets().lost());
        assertEquals(List.of(), summary.problems());
        assertTrue(summary.ok());
    }

    @Test
    void countsWhatTheServerLosesRepeatsAndMixesUp() throws IOException {
        build(false, 0);
        echoUntil(Phase.COUNTING);
        final SocketAddress peer = peers.getFirst();
        int next = Byte.toUnsignedInt(lastSequence(peer)) + 1;
        for (final int offset : new int[] {0, 1, 3, 3, 2, 7}) {
            final byte[] audio = new byte[46];
            audio[45] = (byte) (next + offset);
            server.send(ByteBuffer.wrap(audio), peer);
        }
        server.send(ByteBuffer.wrap(new byte[45]), peer);
        for (int i = 0; i < 16; i++) {
            runSlot();
        }
        control.requestStop();
        for (int i = 0; i < 16; i++) {
            runSlot();
        }
        final FleetSummary summary = summary();
        assertEquals(3, summary.packets().lost());
        assertEquals(1, summary.packets().duplicate());
        assertEquals(1, summary.packets().reordered());
        assertEquals(1, summary.packets().wrongSize());
        assertFalse(summary.ok());
        assertTrue(summary.problems().contains("3 blocks lost on the way from the server"),
                summary.problems().toString());
    }

    /** The sequence byte that the echo sent last to a peer, which is that of the datagram it sent last itself. */
    private byte lastSequence(final SocketAddress peer) throws IOException {
        byte last = 0;
        boolean found = false;
        while (!found) {
            for (final Arrived datagram : runSlot()) {
                server.send(ByteBuffer.wrap(datagram.content()), datagram.from());
                if (datagram.from().equals(peer)) {
                    last = datagram.content()[45];
                    found = true;
                }
            }
        }
        return last;
    }

    @Test
    void ignoresWhatStrangersSend() throws IOException {
        build(false, 0);
        echoUntil(Phase.COUNTING);
        try (DatagramChannel stranger = DatagramChannel.open()) {
            stranger.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            for (int i = 0; i < 20; i++) {
                stranger.send(ByteBuffer.wrap(new byte[46]), peers.getFirst());
            }
        }
        echoUntil(Phase.LEAVING);
        assertEquals(0, summary().packets().lost());
        assertEquals(0, summary().packets().duplicate());
    }

    @Test
    void saysFarewellTwiceAfterAPauseAndAnswersLateAudioWithAnother() throws IOException {
        build(true, 0);
        final List<Arrived> first = runSlot();
        assertTrue(first.getFirst().isMessage(MessageId.NETW_TRANSPORT_PROPS));
        assertTrue(first.get(1).isAudio());
        assertEquals(45, first.get(1).content().length, "no counter byte yet");
        control.requestStop();
        for (int i = 0; i < 16; i++) {
            runSlot();
        }
        assertEquals(Phase.LEAVING, control.phase());
        final long leaving = SlotPlan.nanosOf(slot);
        final List<Long> farewells = new ArrayList<>();
        while (control.phase() != Phase.DONE) {
            for (final Arrived datagram : runSlot()) {
                assertFalse(datagram.isAudio());
                if (datagram.isMessage(MessageId.CLM_DISCONNECTION) && datagram.from().equals(peers.getFirst())) {
                    farewells.add(SlotPlan.nanosOf(slot) - leaving);
                    if (farewells.size() == 2) {
                        server.send(ByteBuffer.wrap(new byte[46]), datagram.from());
                    }
                }
            }
        }
        assertEquals(3, farewells.size());
        assertEquals(100 * MILLI, farewells.get(0), 6 * MILLI);
        assertEquals(200 * MILLI, farewells.get(1), 6 * MILLI);
        assertTrue(farewells.get(2) < 206 * MILLI);
        assertTrue(summary().problems().contains("stopped before the counting began"));
    }

    @Test
    void pingsTheServerAndTimesTheAnswers() throws IOException {
        build(true, 0);
        for (int i = 0; i < 3_100; i++) {
            for (final Arrived datagram : runSlot()) {
                if (datagram.isMessage(MessageId.CLM_PING_MS)) {
                    server.send(ByteBuffer.wrap(datagram.content()), datagram.from());
                }
            }
            if (i == 16) {
                for (final FleetClient client : clients) {
                    client.startCounting();
                }
            }
        }
        assertEquals(CLIENTS, roundTrips.getTotalCount(), "one each, half a second after the one at the start");
        assertNotEquals(0, roundTrips.getMaxValue());
    }

    @Test
    void aClientInTheMiddleOfItsHandshakeAnswersInTheNextSlot() throws IOException {
        build(true, 0);
        runSlot();
        final UnsafeBuffer frame = new UnsafeBuffer(new byte[64]);
        final int body = ClientId.write(frame, Frame.bodyOffset(0), 7);
        final int length = Frame.write(frame, 0, MessageId.CLIENT_ID, 0, body);
        server.send(ByteBuffer.wrap(frame.byteArray(), 0, length), peers.getFirst());
        final List<Arrived> next = runSlot();
        assertEquals(1, next.size());
        assertTrue(next.getFirst().isMessage(MessageId.ACKN));
    }

    @Test
    void sendingAndReceivingAllocatesNothingOnceItIsCompiled() throws IOException {
        build(false, 0);
        echoUntil(Phase.SETTLING);
        final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long allocated = Long.MAX_VALUE;
        for (int round = 0; round < 60 && allocated > 0; round++) {
            allocated = 0;
            for (int i = 0; i < 2_000; i++) {
                final long before = threads.getCurrentThreadAllocatedBytes();
                loop.runSlot(slot, 0);
                allocated += threads.getCurrentThreadAllocatedBytes() - before;
                slot++;
                echo();
            }
        }
        assertEquals(0, allocated, "bytes in 2000 slots");
    }

    private void echo() throws IOException {
        final ByteBuffer buffer = ByteBuffer.allocate(2048);
        for (SocketAddress from = server.receive(buffer); from != null; from = server.receive(buffer.clear())) {
            server.send(buffer.flip(), from);
        }
    }

    @Test
    void givesUpWhenNothingComesBack() throws IOException {
        build(true, 0);
        while (control.phase() != Phase.DONE) {
            loop.runSlot(slot, SlotPlan.nanosOf(slot));
            slot += 5;
            assertTrue(slot < 60_000);
        }
        assertTrue(control.heardNothing());
        final FleetSummary summary = summary();
        assertEquals(1, summary.problems().size(), summary.problems().toString());
        assertTrue(summary.problems().getFirst().startsWith("nothing came back from 127.0.0.1:"));
        assertTrue(SummaryText.of(summary).contains("WRONG"));
    }

    @Test
    void countsAllTheSameWhenSomebodyNeverGetsIn() throws IOException {
        build(false, 0);
        while (control.phase() != Phase.LEAVING) {
            for (final Arrived datagram : runSlot()) {
                if (!datagram.from().equals(peers.getFirst())) {
                    server.send(ByteBuffer.wrap(datagram.content()), datagram.from());
                }
            }
        }
        final FleetSummary summary = summary();
        assertEquals(CLIENTS - 1, summary.load().connected());
        assertTrue(summary.problems().contains("only 2 of 3 clients were connected"), summary.problems().toString());
        assertTrue(summary.problems().stream().anyMatch(p -> p.startsWith("1 clients received less than")));
    }
}
