package tutti.transport;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tutti.libc.LibC;

/** What every transport must do, judged from outside through ordinary sockets on the loopback interface. */
abstract class TransportSuite {
    /** How long a datagram may take on a machine that is busy with other things. */
    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(20);
    private static final int SLOTS = 16;

    static final InetAddress IPV4 = address("127.0.0.1");
    static final InetAddress IPV6 = address("::1");

    final List<String> failures = new ArrayList<>();
    DatagramTransport transport;
    ReceiveBatch received;
    SendBatch toSend;

    abstract DatagramTransport open(TransportOptions options, SendFailureListener listener) throws IOException;

    /** Whether IPv6 peers can reach the transport under test. */
    boolean takesIpv6() {
        return true;
    }

    @BeforeEach
    void openTransport() throws IOException {
        transport = open(TransportOptions.onPort(0), (owner, errno) -> failures.add(owner + ":" + errno));
        received = transport.newReceiveBatch(SLOTS);
        toSend = transport.newSendBatch(SLOTS, 100);
    }

    @AfterEach
    void closeTransport() {
        transport.close();
    }

    static InetAddress address(final String literal) {
        try {
            return InetAddress.getByName(literal);
        } catch (final IOException e) {
            throw new AssertionError(e);
        }
    }

    /** A musician's socket on the loopback interface. */
    static DatagramSocket peer(final InetAddress local) throws IOException {
        final DatagramSocket socket = new DatagramSocket(new InetSocketAddress(local, 0));
        socket.setSoTimeout((int) TimeUnit.NANOSECONDS.toMillis(PATIENCE_NANOS));
        return socket;
    }

    DatagramSocket ipv6Peer() throws IOException {
        assumeTrue(takesIpv6(), "not an IPv6 transport");
        try {
            return peer(IPV6);
        } catch (final SocketException e) {
            assumeTrue(false, "this machine has no IPv6 loopback address: " + e.getMessage());
            throw e;
        }
    }

    static PeerAddress addressOf(final DatagramSocket socket) {
        return new PeerAddress((InetSocketAddress) socket.getLocalSocketAddress());
    }

    void sendFrom(final DatagramSocket peer, final byte... payload) throws IOException {
        peer.send(new DatagramPacket(payload, payload.length, peer.getLocalAddress(), transport.localPort()));
    }

    static byte[] receiveAt(final DatagramSocket peer) throws IOException {
        final DatagramPacket packet = new DatagramPacket(new byte[65536], 65536);
        peer.receive(packet);
        return Arrays.copyOf(packet.getData(), packet.getLength());
    }

    static byte[] bytes(final String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    /** Waits for datagrams on a lane until the batch holds some; returns their number. */
    int receiveSome(final Lane lane) {
        final long deadline = System.nanoTime() + PATIENCE_NANOS;
        while (transport.receive(lane, received) == 0) {
            assertTrue(transport.await(deadline, true), "nothing has arrived");
        }
        return received.count();
    }

    byte[] payload(final int index) {
        final byte[] copy = new byte[received.length(index)];
        received.buffer().getBytes(received.offset(index), copy);
        return copy;
    }

    @Test
    void tellsThePortTheKernelChose() throws IOException {
        assertTrue(transport.localPort() > 0);
        assertTrue(transport.describe().contains(Integer.toString(transport.localPort())), transport.describe());
    }

    @Test
    void receivesNothingWhenNothingWaits() {
        assertEquals(0, transport.receive(Lane.CONTROL, received));
        assertEquals(0, transport.receive(Lane.AUDIO, received));
        assertEquals(0, transport.counters().datagramsReceived());
        assertEquals(2, transport.counters().receiveCalls());
        assertEquals(0, transport.counters().receiveFailures());
    }

    @Test
    void receivesFromIpv4WithTheSendersAddress() throws IOException {
        try (DatagramSocket peer = peer(IPV4)) {
            sendFrom(peer, bytes("audio"));
            assertEquals(1, receiveSome(Lane.AUDIO));
            assertArrayEquals(bytes("audio"), payload(0));
            final PeerAddress sender = new PeerAddress();
            received.sender(0, sender);
            assertEquals(addressOf(peer), sender);
            assertTrue(sender.isIpv4());
            assertTrue(sender.matches(received.senderHigh(0), received.senderLow(0), received.senderPort(0),
                received.senderScope(0)));
        }
    }

    @Test
    void receivesFromIpv6OnTheSamePort() throws IOException {
        try (DatagramSocket ipv4 = peer(IPV4); DatagramSocket ipv6 = ipv6Peer()) {
            sendFrom(ipv6, bytes("six"));
            assertEquals(1, receiveSome(Lane.AUDIO));
            final PeerAddress sender = new PeerAddress();
            received.sender(0, sender);
            assertEquals(addressOf(ipv6), sender);
            assertFalse(sender.isIpv4());
            sendFrom(ipv4, bytes("four"));
            assertEquals(1, receiveSome(Lane.AUDIO));
            received.sender(0, sender);
            assertEquals(addressOf(ipv4), sender);
        }
    }

    @Test
    void sendsToIpv4AndIpv6InOneBatch() throws IOException {
        try (DatagramSocket ipv4 = peer(IPV4); DatagramSocket ipv6 = ipv6Peer()) {
            final UnsafeBuffer payload = new UnsafeBuffer(bytes("hello"));
            assertTrue(toSend.addCopy(addressOf(ipv4), 1, payload, 0, 5));
            assertTrue(toSend.addCopy(addressOf(ipv6), 2, payload, 1, 4));
            assertEquals(2, transport.flush(toSend));
            assertArrayEquals(bytes("hello"), receiveAt(ipv4));
            assertArrayEquals(bytes("ello"), receiveAt(ipv6));
        }
    }

    @Test
    void answersComeFromThePortThatWasAsked() throws IOException {
        try (DatagramSocket peer = peer(IPV4)) {
            toSend.addCopy(addressOf(peer), 1, new UnsafeBuffer(bytes("pong")), 0, 4);
            transport.flush(toSend);
            final DatagramPacket packet = new DatagramPacket(new byte[10], 10);
            peer.receive(packet);
            assertEquals(transport.localPort(), packet.getPort());
        }
    }

    @Test
    void joinsTwoPiecesIntoOneDatagram() throws IOException {
        try (DatagramSocket peer = peer(IPV4)) {
            final UnsafeBuffer memory = new UnsafeBuffer(ByteBuffer.allocateDirect(16));
            memory.putBytes(0, bytes("sharedX"));
            final long address = memory.addressOffset();
            assertTrue(toSend.add(addressOf(peer), 1, address, 6, address + 6, 1));
            assertTrue(toSend.add(addressOf(peer), 1, address, 6));
            assertEquals(2, transport.flush(toSend));
            assertArrayEquals(bytes("sharedX"), receiveAt(peer));
            assertArrayEquals(bytes("shared"), receiveAt(peer));
            // A slot that had two pieces forgets the second.
            assertTrue(toSend.add(addressOf(peer), 1, address, 3));
            assertEquals(1, transport.flushEach(toSend));
            assertArrayEquals(bytes("sha"), receiveAt(peer));
        }
    }

    @Test
    void sendsTheSameInBothWays() throws IOException {
        try (DatagramSocket peer = peer(IPV4)) {
            for (int way = 0; way < 2; way++) {
                for (int i = 0; i < SLOTS; i++) {
                    final UnsafeBuffer payload = new UnsafeBuffer(new byte[i]);
                    payload.setMemory(0, i, (byte) i);
                    assertTrue(toSend.addCopy(addressOf(peer), i, payload, 0, i));
                }
                assertEquals(SLOTS, way == 0 ? transport.flush(toSend) : transport.flushEach(toSend));
                for (int i = 0; i < SLOTS; i++) {
                    final byte[] expected = new byte[i];
                    Arrays.fill(expected, (byte) i);
                    assertArrayEquals(expected, receiveAt(peer));
                }
            }
            assertEquals(2 * SLOTS, transport.counters().datagramsSent());
        }
    }

    @Test
    void refusesWhatDoesNotFitIntoTheBatch() throws IOException {
        try (DatagramSocket peer = peer(IPV4)) {
            final PeerAddress to = addressOf(peer);
            final UnsafeBuffer payload = new UnsafeBuffer(new byte[101]);
            for (int i = 0; i < SLOTS; i++) {
                assertFalse(toSend.isFull());
                assertTrue(toSend.addCopy(to, i, payload, 0, 100));
            }
            assertTrue(toSend.isFull());
            assertFalse(toSend.addCopy(to, SLOTS, payload, 0, 1));
            assertFalse(toSend.add(to, SLOTS, 0, 0));
            assertFalse(toSend.add(to, SLOTS, 0, 0, 0, 0));
            assertEquals(SLOTS, toSend.size());
            toSend.clear();
            assertEquals(0, toSend.size());
            assertEquals(0, transport.flush(toSend));
            assertThrows(IllegalArgumentException.class, () -> toSend.addCopy(to, 1, payload, 0, 101));
            assertEquals(0, toSend.size());
        }
    }

    @Test
    void keepsOrderAndSaysByFullBatchesThatMoreIsWaiting() throws IOException {
        try (DatagramSocket peer = peer(IPV4)) {
            final int total = 2 * SLOTS + 3;
            for (int i = 0; i < total; i++) {
                sendFrom(peer, (byte) 1, (byte) i);
            }
            int next = 0;
            while (next < total) {
                final int count = receiveSome(Lane.AUDIO);
                assertEquals(received.count(), count);
                assertTrue(count <= SLOTS);
                for (int i = 0; i < count; i++) {
                    assertArrayEquals(new byte[] {1, (byte) next++}, payload(i));
                }
            }
            assertEquals(total, transport.counters().datagramsReceived());
        }
    }

    @Test
    void marksCutDatagramsAndOnlyThem() throws IOException {
        try (DatagramSocket peer = peer(IPV4)) {
            sendFrom(peer, new byte[ReceiveBatch.SLOT_BYTES + 500]);
            receiveSome(Lane.CONTROL);
            assertTrue(received.truncated(0));
            assertEquals(ReceiveBatch.SLOT_BYTES, received.length(0));
            sendFrom(peer, new byte[ReceiveBatch.SLOT_BYTES]);
            receiveSome(Lane.CONTROL);
            assertFalse(received.truncated(0));
            assertEquals(ReceiveBatch.SLOT_BYTES, received.length(0));
        }
    }

    @Test
    void emptyDatagramsAreDatagrams() throws IOException {
        try (DatagramSocket peer = peer(IPV4)) {
            sendFrom(peer);
            assertEquals(1, receiveSome(Lane.AUDIO));
            assertEquals(0, received.length(0));
            assertTrue(toSend.addCopy(addressOf(peer), 1, new UnsafeBuffer(new byte[1]), 0, 0));
            assertEquals(1, transport.flush(toSend));
            assertEquals(0, receiveAt(peer).length);
        }
    }

    @Test
    void sendsTheRestWhenOneDatagramIsTooLong() throws IOException {
        final ByteBuffer tooLong = ByteBuffer.allocateDirect(70_000);
        try (DatagramSocket peer = peer(IPV4)) {
            final PeerAddress to = addressOf(peer);
            for (int way = 0; way < 2; way++) {
                failures.clear();
                toSend.addCopy(to, 10, new UnsafeBuffer(bytes("first")), 0, 5);
                toSend.add(to, 11, new UnsafeBuffer(tooLong).addressOffset(), tooLong.capacity());
                toSend.addCopy(to, 12, new UnsafeBuffer(bytes("last")), 0, 4);
                assertEquals(2, way == 0 ? transport.flush(toSend) : transport.flushEach(toSend));
                assertEquals(0, toSend.size());
                assertArrayEquals(bytes("first"), receiveAt(peer));
                assertArrayEquals(bytes("last"), receiveAt(peer));
                assertEquals(List.of("11:" + LibC.EMSGSIZE), failures);
            }
            assertEquals(2, transport.counters().sendFailures(SendFailureKind.TOO_BIG));
            assertEquals(2, transport.counters().sendFailures());
            assertEquals(4, transport.counters().datagramsSent());
        }
    }

    @Test
    void awaitEndsAtTheDeadline() {
        assertFalse(transport.await(System.nanoTime() + 3_500_000, true));
        assertFalse(transport.await(System.nanoTime() - 1, true));
    }

    @Test
    void awaitEndsWhenAMessageArrives() throws IOException {
        try (DatagramSocket peer = peer(IPV4)) {
            sendFrom(peer, (byte) 0, (byte) 0, (byte) 1);
            assertTrue(transport.await(System.nanoTime() + PATIENCE_NANOS, false));
            assertEquals(1, transport.receive(Lane.CONTROL, received));
            assertArrayEquals(new byte[] {0, 0, 1}, payload(0));
        }
    }

    @Test
    void sleepingGoesOnWhateverArrives() throws IOException {
        try (DatagramSocket peer = peer(IPV4)) {
            sendFrom(peer, (byte) 0, (byte) 0, (byte) 1);
            final long deadline = System.nanoTime() + 1_500_000;
            transport.sleepUntil(deadline);
            assertTrue(System.nanoTime() - deadline >= 0);
            assertEquals(1, receiveSome(Lane.CONTROL));
        }
    }

    @Test
    void aPortInUseIsAClearError() {
        final TransportOptions same = TransportOptions.onPort(transport.localPort());
        final PortInUseException thrown =
            assertThrows(PortInUseException.class, () -> open(same, SendFailureListener.NONE));
        assertEquals(transport.localPort(), thrown.port());
        assertTrue(
            thrown.getMessage().contains("UDP port " + transport.localPort() + " is in use"), thrown::getMessage);
        assertTrue(thrown.getMessage().contains("--port"), thrown::getMessage);
    }

    @Test
    void anAddressOfAnotherMachineIsNotAPortInUse() {
        final TransportOptions elsewhere = TransportOptions.onPort(0).withBindAddress(address("192.0.2.1"));
        final IOException thrown =
            assertThrows(IOException.class, () -> open(elsewhere, SendFailureListener.NONE).close());
        assertFalse(thrown instanceof PortInUseException, thrown::toString);
        assertTrue(thrown.getMessage().contains("bind(192.0.2.1:0) failed: "), thrown::getMessage);
    }

    @Test
    void noOtherSocketCanShareThePort() throws IOException {
        final InetSocketAddress same = new InetSocketAddress(transport.localPort());
        assertThrows(SocketException.class, () -> new DatagramSocket(same).close());
    }

    @Test
    void thePortIsFreeAfterClosing() throws IOException {
        final int port = transport.localPort();
        transport.close();
        transport.close();
        open(TransportOptions.onPort(port), SendFailureListener.NONE).close();
    }

    @Test
    void batchesNeedSlots() {
        assertThrows(IllegalArgumentException.class, () -> transport.newReceiveBatch(0));
        assertThrows(IllegalArgumentException.class, () -> transport.newSendBatch(0, 0));
        assertThrows(IllegalArgumentException.class, () -> transport.newSendBatch(1, -1));
    }

    @Test
    void tellsTheReceiveBuffer() {
        assertTrue(transport.receiveBufferBytes() > 0);
    }
}
