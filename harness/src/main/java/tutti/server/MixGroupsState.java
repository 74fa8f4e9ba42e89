package tutti.server;

import java.lang.foreign.Arena;
import java.util.Optional;
import org.agrona.concurrent.UnsafeBuffer;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import tutti.harness.Expect;
import tutti.mixer.GainTable;
import tutti.opus.OpusCodec;
import tutti.opus.OpusLibrary;
import tutti.protocol.TransportProperties;
import tutti.server.stats.Counters;
import tutti.transport.PeerAddress;

/** Faded-in stereo listeners who all hear the same mix: one group. */
@State(Scope.Thread)
public class MixGroupsState {

    private static final int FIRST_PORT = 10_000;
    private static final int CODED_BYTES = 71;

    /** Listeners, each a talker as well. */
    @Param({"2", "16", "40", "64", "150"})
    public int clients;

    GainTable gains;
    MixGroups groups;
    Session[] sessions;

    private Arena arena;

    /** Connects all and lets them become one group. */
    @Setup
    public void prepare() {
        arena = Arena.ofConfined();
        final OpusCodec codec = new OpusCodec(OpusLibrary.find(Optional.empty()));
        gains = new GainTable(clients);
        groups = new MixGroups(clients, gains, codec, true, new Counters(), arena);
        sessions = new Session[clients];
        final TransportProperties properties = stereoOfOneBlock();
        for (int id = 0; id < clients; id++) {
            sessions[id] = new Session(id, codec, arena);
            sessions[id].connect(PeerAddress.ofIpv4(0x7F000001, FIRST_PORT + id), 0);
            sessions[id].setFormat(properties);
            sessions[id].setIdentified();
            gains.setConnected(id, true);
            fadeIn(sessions[id]);
            groups.begin(sessions[id]);
        }
        settle();
    }

    private static TransportProperties stereoOfOneBlock() {
        final UnsafeBuffer buffer = new UnsafeBuffer(new byte[TransportProperties.BODY_LENGTH]);
        TransportProperties.write(buffer, 0, CODED_BYTES + 1, 1, 2, TransportProperties.CODEC_OPUS,
            TransportProperties.FLAGS_SEQUENCE_NUMBERS);
        final TransportProperties properties = new TransportProperties();
        properties.wrap(buffer, 0, TransportProperties.BODY_LENGTH);
        return properties;
    }

    private void fadeIn(final Session session) {
        final UnsafeBuffer datagram = new UnsafeBuffer(new byte[CODED_BYTES + 1]);
        while (!session.isFadedIn()) {
            session.takeAudio(datagram, 0, CODED_BYTES + 1);
        }
        gains.setFade(session.id(), session.fadeDatagrams(), session.format().fadeMaximum());
    }

    /** Sets a listener's fader for the first talker, as its message would. */
    void moveFader(final Session listener, final int gain) {
        gains.setGain(listener.id(), 0, gain);
        groups.changed(listener);
    }

    /** Runs frames until all are one group again; few groups look for another one in the same frame. */
    void settle() {
        for (int frame = 0; groups.count() > 1; frame++) {
            Expect.equal("frames without an end, in units of the longest wait", 0,
                frame / (2 * MixGroups.HYSTERESIS_FRAMES));
            groups.afterFrame();
        }
    }

    /** Frees the memory. */
    @TearDown
    public void free() {
        arena.close();
    }
}
