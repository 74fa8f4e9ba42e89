package tutti.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.agrona.concurrent.SystemEpochClock;
import org.junit.jupiter.api.Test;
import tutti.server.events.EventLog;
import tutti.server.stats.Counter;
import tutti.server.stats.Counters;
import tutti.transport.LinuxTransport;
import tutti.transport.TransportOptions;

class RehearsalTest {

    private static final int MUSICIANS = 6;
    private static final int ROOM = 16;
    private static final int TEMPO = 8;
    private static final int PATIENCE_FRAMES = 20_000;

    /** What the compiler must have seen before the first real musician comes. */
    private static final List<Counter> PROGRAMME = List.of(Counter.AUDIO_SENT, Counter.BLOCKS_DECODED,
        Counter.BLOCKS_CONCEALED, Counter.BLOCKS_SILENT, Counter.PINGS, Counter.MIX_GROUP_SPLITS,
        Counter.MIX_GROUP_MERGES, Counter.LEFT_DISCONNECT, Counter.REFUSED_AUDIO_SIZE);

    @Test
    void shouldPlayEverythingThatHappensInAConcert() throws Exception {
        final InetAddress loopback = InetAddress.getLoopbackAddress();
        final LinuxTransport transport = LinuxTransport.open(TransportOptions.onPort(0).withBindAddress(loopback));
        final ServerMonitor monitor = ServerMonitor.create();
        final Counters counters = monitor.counters();
        final TuttiServer stage = new TuttiServer(Rig.config(ROOM, "", true), Rig.codec(), failures -> transport,
            Rig.scalarKernels(1), monitor, new EventLog(SystemEpochClock.INSTANCE), ServerClocks.ofTempo(TEMPO));
        long most = 0;
        try (RehearsalBand band = RehearsalBand.gather(new InetSocketAddress(loopback, transport.localPort()),
            MUSICIANS, ROOM, Rig.codec())) {
            for (int frame = 0; frame < PATIENCE_FRAMES && !isComplete(counters); frame++) {
                band.playFrame();
                stage.loop().turn();
                most = Math.max(most, counters.get(Counter.CLIENTS));
            }
        } finally {
            stage.requestStop();
            stage.serve();
        }
        for (final Counter counter : PROGRAMME) {
            assertTrue(counters.get(counter) > 0, counter + " is zero");
        }
        assertTrue(counters.get(Counter.JOINS) > ROOM, "nobody came back");
        assertEquals(ROOM, most, "musicians and guests on stage");
        assertEquals(0, counters.get(Counter.REFUSED_SERVER_FULL));
        assertEquals(0, counters.get(Counter.REFUSED_BAD_BODY));
    }

    @Test
    void shouldMakeRoomForTheFirstMusicianAndSaySo() throws Exception {
        final CompletableFuture<String> line = new CompletableFuture<>();
        final Rehearsal rehearsal = Rehearsal.start(Rig.codec(), Rig.config(MUSICIANS, "", true), line::complete,
            () -> { });
        rehearsal.end();

        final String said = line.get(1, TimeUnit.MINUTES);
        assertTrue(said.matches("rehearsal over after [0-9.]+ s: cut short by the first musician; .*"), said);
    }

    private static boolean isComplete(final Counters counters) {
        return PROGRAMME.stream().allMatch(counter -> counters.get(counter) > 0)
            && counters.get(Counter.JOINS) > ROOM;
    }
}
