package tutti.fleet;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import org.HdrHistogram.Histogram;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tutti.protocol.Frame;
import tutti.protocol.MessageId;
import tutti.protocol.Ping;

/** Lets clients come and go by a clock of its own, in front of a server that says nothing. */
class ChurnTest {

    private static final StreamFormat FORMAT = new StreamFormat(128, 1, 45, 1);
    private static final int CLIENTS = 4;
    private static final long MILLI = 1_000_000L;
    private static final long STAY = 8_000 * MILLI;
    private static final long TIME = 300_000 * MILLI;

    private final Arena arena = Arena.ofConfined();
    private final Map<SocketAddress, Integer> farewells = new HashMap<>();
    private final Set<SocketAddress> peers = new HashSet<>();
    private final List<Integer> visitsOfFirst = new ArrayList<>();
    private final FleetClient[] clients = new FleetClient[CLIENTS];
    private final long audio = arena.allocate(FORMAT.datagramBytes(true)).address();
    private DatagramChannel server;
    private ClientSockets sockets;

    @BeforeEach
    void open() throws IOException {
        server = DatagramChannel.open();
        server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        server.configureBlocking(false);
        sockets = new ClientSockets((InetSocketAddress) server.getLocalAddress(), CLIENTS);
        for (int i = 0; i < CLIENTS; i++) {
            clients[i] = client(i, 0);
            clients[i].start(0);
        }
    }

    @AfterEach
    void close() throws IOException {
        sockets.close();
        server.close();
        arena.close();
    }

    private FleetClient client(final int number, final int visit) {
        final ClientSocket socket = new ClientSocket(sockets, number);
        final NetworkPath path = new NetworkPath(socket, Hardship.NONE, new SplittableRandom(1), memory(64));
        final ClientProtocol protocol = new ClientProtocol(new Identity("Churn", number, visit),
                TonePlan.of(CLIENTS, 0), FORMAT, new GainPlan(Faders.DEFAULT, CLIENTS, 0),
                memory(ClientProtocol.memoryBytes()), path);
        final PingMeter pings = new PingMeter(memory(Frame.OVERHEAD + Ping.BODY_LENGTH), new Histogram(2), 0);
        return new FleetClient(FORMAT, (counterBytes, sequence) -> audio, socket, path, protocol, pings, null);
    }

    private UnsafeBuffer memory(final int bytes) {
        return new UnsafeBuffer(arena.allocate(bytes, 8).address(), bytes);
    }

    private Churn run() throws IOException {
        final Churn churn = new Churn(clients, (number, visit) -> {
            if (number == 0) {
                visitsOfFirst.add(visit);
            }
            sockets.reopen(number);
            return client(number, visit);
        }, STAY, new SplittableRandom(1));
        churn.begin(0);
        for (long now = 0; now < TIME; now += 10 * MILLI) {
            churn.check(now);
            for (final FleetClient client : clients) {
                client.play(now);
            }
            readServer();
        }
        return churn;
    }

    private void readServer() throws IOException {
        final ByteBuffer buffer = ByteBuffer.allocate(2048);
        final UnsafeBuffer view = new UnsafeBuffer(buffer);
        for (SocketAddress from = server.receive(buffer); from != null; from = server.receive(buffer.clear())) {
            peers.add(from);
            if (Frame.isMessage(view, 0, buffer.position()) && Frame.id(view, 0) == MessageId.CLM_DISCONNECTION) {
                farewells.merge(from, 1, Integer::sum);
            }
        }
    }

    @Test
    void clientsLeaveOrVanishAndComeBackFromOtherPorts() throws IOException {
        final Churn churn = run();
        final double expected = (double) CLIENTS * TIME / (STAY + 1_350 * MILLI);
        assertEquals(expected, churn.visits(), 0.2 * expected);
        assertTrue(churn.farewells() > churn.visits() / 4 && churn.crashes() > churn.visits() / 4);
        assertEquals(churn.visits(), churn.farewells() + churn.crashes(), CLIENTS);
        // Each farewell is said twice, each visit has a port of its own; a port may come up again, though rarely.
        assertEquals(churn.farewells(), farewells.size(), 2);
        assertEquals(churn.visits(), peers.size(), 3);
        assertNotEquals(0, visitsOfFirst.size());
        for (int i = 0; i < visitsOfFirst.size(); i++) {
            assertEquals(i + 1, visitsOfFirst.get(i));
        }
    }

    @Test
    void longVisitsWithoutSoundHaveFailed() throws IOException {
        final Churn churn = run();
        // Nobody ever hears anything here; visits of less than 5 s, one in eight, are not blamed on the server.
        final long ended = churn.farewells() + churn.crashes();
        assertTrue(churn.failed() > ended / 2 && churn.failed() < ended, churn.failed() + " of " + ended);
    }
}
