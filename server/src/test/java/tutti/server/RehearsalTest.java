package tutti.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.InetAddress;
import org.agrona.concurrent.SystemEpochClock;
import org.agrona.concurrent.SystemNanoClock;
import org.junit.jupiter.api.Test;
import tutti.server.events.EventLog;
import tutti.server.stats.Counter;
import tutti.transport.LinuxTransport;
import tutti.transport.TransportOptions;

class RehearsalTest {

    private static final int MUSICIANS = 6;
    private static final int PATIENCE_FRAMES = 20_000;

    /** The band must get through the handshake and be mixed, or the rehearsal would compile the wrong code. */
    @Test
    void shouldMakeEveryMusicianOfTheBandHeard() throws Exception {
        final InetAddress loopback = InetAddress.getLoopbackAddress();
        final LinuxTransport transport = LinuxTransport.open(TransportOptions.onPort(0).withBindAddress(loopback));
        final ServerMonitor monitor = ServerMonitor.create();
        final TuttiServer stage = new TuttiServer(Rig.config(MUSICIANS, "", true), Rig.codec(), failures -> transport,
            Rig.scalarKernels(1), monitor, new EventLog(SystemEpochClock.INSTANCE), SystemNanoClock.INSTANCE,
            SystemEpochClock.INSTANCE);
        try (RehearsalBand band =
            RehearsalBand.open(loopback, transport.localPort(), MUSICIANS, Rig.codec())) {
            for (int frame = 0; frame < PATIENCE_FRAMES && monitor.counters().get(Counter.AUDIO_SENT) < 1000; frame++) {
                band.playFrame();
                stage.loop().turn();
            }
        } finally {
            stage.requestStop();
            stage.serve();
        }
        assertEquals(MUSICIANS, monitor.counters().get(Counter.JOINS));
        assertTrue(monitor.counters().get(Counter.AUDIO_SENT) >= 1000);
        assertTrue(monitor.counters().get(Counter.BLOCKS_DECODED) > 0);
        assertTrue(monitor.counters().get(Counter.PINGS) > 0);
        assertTrue(monitor.counters().get(Counter.MIX_GROUP_SPLITS) > 0);
    }
}
