package tutti.transport;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import tutti.libc.LibC;
import tutti.libc.NativeException;

/** What only the Linux transport has: steering, its fall-back, the set-up of the sockets, answers of the kernel. */
@EnabledOnOs(OS.LINUX)
final class LinuxTransportTest {
    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(20);
    private static final long MOMENT_NANOS = TimeUnit.MILLISECONDS.toNanos(2);
    private static final byte[] MESSAGE = {0, 0, 1, 2, 3};
    private static final byte[] AUDIO = {0, 1, 0, 0};

    /** A program without a return: the kernel's checker refuses it. */
    private static final BpfInstruction REFUSED = new BpfInstruction(LibC.BPF_LD + LibC.BPF_H + LibC.BPF_ABS, 0, 0, 0);

    private static LinuxTransport open(final TransportOptions options) throws IOException {
        return LinuxTransport.open(options);
    }

    private static LinuxTransport openScripted(final DatagramCalls kernel, final TransportOptions options)
        throws IOException {
        return LinuxTransport.open(options, SendFailureListener.NONE, kernel, LinuxSockets.STEERING);
    }

    private static void send(final DatagramSocket from, final DatagramTransport to, final byte... payload)
        throws IOException {
        from.send(new DatagramPacket(payload, payload.length, from.getLocalAddress(), to.localPort()));
    }

    /** Waits until a lane holds datagrams; fails if others arrive first. */
    private static int receive(final DatagramTransport transport, final Lane lane, final ReceiveBatch into) {
        final long deadline = System.nanoTime() + PATIENCE_NANOS;
        while (transport.receive(lane, into) == 0) {
            assertTrue(transport.await(deadline, true), "nothing has arrived");
        }
        return into.count();
    }

    @Test
    void messagesAndAudioArriveOnTheirLanesFromIpv4AndIpv6() throws IOException {
        try (LinuxTransport transport = open(TransportOptions.onPort(0));
            DatagramSocket ipv4 = TransportSuite.peer(TransportSuite.IPV4);
            DatagramSocket ipv6 = TransportSuite.peer(TransportSuite.IPV6)) {
            assertTrue(transport.isSteered());
            final ReceiveBatch batch = transport.newReceiveBatch(64);
            for (final DatagramSocket peer : new DatagramSocket[] {ipv4, ipv6}) {
                for (int i = 0; i < 20; i++) {
                    send(peer, transport, MESSAGE);
                    send(peer, transport, AUDIO);
                }
                int messages = 0;
                while (messages < 20) {
                    messages += receive(transport, Lane.CONTROL, batch);
                    assertEquals(MESSAGE.length, batch.length(0));
                }
                int packets = 0;
                while (packets < 20) {
                    packets += receive(transport, Lane.AUDIO, batch);
                    assertEquals(AUDIO.length, batch.length(0));
                }
                assertEquals(0, transport.receive(Lane.CONTROL, batch));
                assertEquals(0, transport.receive(Lane.AUDIO, batch));
            }
        }
    }

    @Test
    void datagramsTooShortForAMessageGoToTheAudioLane() throws IOException {
        try (LinuxTransport transport = open(TransportOptions.onPort(0));
            DatagramSocket peer = TransportSuite.peer(TransportSuite.IPV4)) {
            send(peer, transport);
            send(peer, transport, (byte) 0);
            final ReceiveBatch batch = transport.newReceiveBatch(1);
            assertEquals(1, receive(transport, Lane.AUDIO, batch));
            assertEquals(1, receive(transport, Lane.AUDIO, batch));
        }
    }

    @Test
    void audioDoesNotEndTheSleepUnlessAskedFor() throws IOException {
        try (LinuxTransport transport = open(TransportOptions.onPort(0));
            DatagramSocket peer = TransportSuite.peer(TransportSuite.IPV4)) {
            send(peer, transport, AUDIO);
            assertTrue(transport.await(System.nanoTime() + PATIENCE_NANOS, true));
            assertFalse(transport.await(System.nanoTime() + MOMENT_NANOS, false));
            send(peer, transport, MESSAGE);
            assertTrue(transport.await(System.nanoTime() + PATIENCE_NANOS, false));
        }
    }

    @Test
    void worksOnOneSocketWhenTheKernelRefusesToSteer() throws IOException {
        try (LinuxTransport transport = LinuxTransport.open(
                TransportOptions.onPort(0), SendFailureListener.NONE, new LibCDatagramCalls(), REFUSED);
            DatagramSocket peer = TransportSuite.peer(TransportSuite.IPV4)) {
            assertFalse(transport.isSteered());
            assertTrue(transport.describe().contains("not steered, because setsockopt"), transport::describe);
            final ReceiveBatch batch = transport.newReceiveBatch(64);
            int received = 0;
            for (int i = 0; i < 20; i++) {
                send(peer, transport, MESSAGE);
                send(peer, transport, AUDIO);
            }
            while (received < 40) {
                received += receive(transport, received % 2 == 0 ? Lane.CONTROL : Lane.AUDIO, batch);
            }
            send(peer, transport, AUDIO);
            assertTrue(transport.await(System.nanoTime() + PATIENCE_NANOS, false));
            assertThrows(PortInUseException.class, () -> open(TransportOptions.onPort(transport.localPort())));
        }
    }

    @Test
    void theTransportsDoNotShareAPort() throws IOException {
        try (LinuxTransport transport = open(TransportOptions.onPort(0))) {
            final TransportOptions same = TransportOptions.onPort(transport.localPort());
            assertThrows(PortInUseException.class, () -> PortableTransport.open(same));
            assertThrows(PortInUseException.class, () -> open(same.withBindAddress(TransportSuite.IPV4)));
        }
        try (PortableTransport transport = PortableTransport.open(TransportOptions.onPort(0))) {
            assertThrows(PortInUseException.class, () -> open(TransportOptions.onPort(transport.localPort())));
        }
    }

    @Test
    void bothSocketsCarryTheTrafficClassOfBothFamilies() throws IOException {
        final int expedited = 46 << 2;
        try (LinuxSockets sockets = LinuxSockets.open(
                TransportOptions.onPort(0).withTrafficClass(expedited), LinuxSockets.STEERING)) {
            for (final LinuxSocket socket : new LinuxSocket[] {sockets.audio(), sockets.control()}) {
                assertEquals(expedited, socket.get(LibC.IPPROTO_IP, LibC.IP_TOS));
                assertEquals(expedited, socket.get(LibC.IPPROTO_IPV6, LibC.IPV6_TCLASS));
            }
        }
    }

    @Test
    void tellsTheReceiveBufferTheKernelGranted() throws IOException {
        final int modest = 64 * 1024;
        try (LinuxTransport transport = open(TransportOptions.onPort(0).withReceiveBufferBytes(modest))) {
            assertEquals(2 * modest, transport.receiveBufferBytes(), "the kernel doubles what is asked for");
        }
    }

    @Test
    void afterClosingNothingIsSentOrReceived() throws IOException {
        final LinuxTransport transport = open(TransportOptions.onPort(0));
        final ReceiveBatch batch = transport.newReceiveBatch(1);
        final SendBatch toSend = transport.newSendBatch(1, 0);
        transport.close();
        assertFalse(transport.await(System.nanoTime() + MOMENT_NANOS, true));
        assertEquals(0, transport.receive(Lane.AUDIO, batch));
        assertEquals(1, transport.counters().receiveFailures());
        toSend.add(PeerAddress.ofIpv4(0x7F000001, 9), 1, 0, 0);
        assertEquals(0, transport.flush(toSend));
        assertEquals(1, transport.counters().sendFailures(SendFailureKind.OTHER));
    }

    @Test
    void anIpv4SocketReportsIpv6PeersAsFailed() throws IOException {
        try (LinuxTransport transport = open(TransportOptions.onPort(0).withBindAddress(TransportSuite.IPV4))) {
            final SendBatch toSend = transport.newSendBatch(1, 0);
            toSend.add(new PeerAddress(0, 1, 9, 0), 1, 0, 0);
            assertEquals(0, transport.flush(toSend));
            assertEquals(1, transport.counters().sendFailures(SendFailureKind.OTHER));
        }
    }

    @Test
    void anInterruptedWaitGoesOnForTheTimeThatIsLeft() throws IOException {
        final ScriptedKernel kernel = new ScriptedKernel(-LibC.EINTR, -LibC.EINTR, 1);
        try (LinuxTransport transport = openScripted(kernel, TransportOptions.onPort(0))) {
            assertTrue(transport.await(System.nanoTime() + PATIENCE_NANOS, false));
            assertEquals(3, kernel.waits.size());
            assertTrue(kernel.waits.get(0) <= PATIENCE_NANOS, kernel.waits::toString);
            assertTrue(kernel.waits.get(1) < kernel.waits.get(0), kernel.waits::toString);
            assertTrue(kernel.waits.get(2) < kernel.waits.get(1), kernel.waits::toString);
            assertEquals(3, transport.counters().waitCalls());
        }
    }

    @Test
    void watchesTheSecondSocketOnlyForAudio() throws IOException {
        final ScriptedKernel kernel = new ScriptedKernel(1, 1, 1);
        try (LinuxTransport steered = openScripted(kernel, TransportOptions.onPort(0));
            LinuxTransport unsteered = openScripted(kernel, TransportOptions.onPort(0).withSteering(false))) {
            steered.await(System.nanoTime() + PATIENCE_NANOS, false);
            steered.await(System.nanoTime() + PATIENCE_NANOS, true);
            unsteered.await(System.nanoTime() + PATIENCE_NANOS, true);
            assertEquals(List.of(1, 2, 1), kernel.watched);
        }
    }

    @Test
    void aWaitTheKernelRefusesIsNotRepeated() throws IOException {
        final ScriptedKernel kernel = new ScriptedKernel(-LibC.EINVAL);
        try (LinuxTransport transport = openScripted(kernel, TransportOptions.onPort(0))) {
            final NativeException thrown = assertThrows(
                NativeException.class, () -> transport.await(System.nanoTime() + PATIENCE_NANOS, false));
            assertEquals("ppoll", thrown.call());
            assertEquals(LibC.EINVAL, thrown.errno());
        }
    }

    @Test
    void receivingIsRepeatedWhenInterruptedAndCountedWhenItFails() throws IOException {
        final ScriptedKernel kernel = new ScriptedKernel(-LibC.EINTR, 3, -LibC.ECONNREFUSED, -LibC.EAGAIN);
        try (LinuxTransport transport = openScripted(kernel, TransportOptions.onPort(0))) {
            final ReceiveBatch batch = transport.newReceiveBatch(8);
            assertEquals(3, transport.receive(Lane.AUDIO, batch));
            assertEquals(0, transport.receive(Lane.AUDIO, batch));
            assertEquals(0, transport.receive(Lane.AUDIO, batch));
            assertEquals(4, transport.counters().receiveCalls());
            assertEquals(1, transport.counters().receiveFailures());
            assertEquals(3, transport.counters().datagramsReceived());
        }
    }

    @Test
    void receivingOneByOneEndsWithTheFirstCallThatFindsNothing() throws IOException {
        final ScriptedKernel kernel =
            new ScriptedKernel(10, -LibC.EINTR, 20, -LibC.EAGAIN, 1, 2, 5, -LibC.ECONNREFUSED);
        try (LinuxTransport transport =
            openScripted(kernel, TransportOptions.onPort(0).withBatchReceive(false))) {
            final ReceiveBatch batch = transport.newReceiveBatch(2);
            assertEquals(2, transport.receive(Lane.AUDIO, batch));
            assertEquals(10, batch.length(0));
            assertEquals(20, batch.length(1));
            assertEquals(0, transport.receive(Lane.AUDIO, batch));
            assertEquals(2, transport.receive(Lane.AUDIO, batch));
            assertEquals(1, transport.receive(Lane.AUDIO, batch));
            assertEquals(1, transport.counters().receiveFailures());
        }
    }
}
