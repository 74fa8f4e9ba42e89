package tutti.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import tutti.protocol.MessageId;

/** What clients are told of others who come and go, and how often. */
class ClientListsTest {

    private static final String INFO = "5200 0a000000 02 0400 416e6e61 0500 4bc3b66c6e";
    private static final int INTERVAL_FRAMES = (int) (ServerLimits.LIST_INTERVAL_NANOS / Rig.FRAME_NANOS) + 2;

    private final Rig rig = new Rig(60);
    private final RawPeer witness = new RawPeer(rig, 5000).connect();

    private List<String> lists() {
        return witness.bodies(MessageId.CONN_CLIENTS_LIST);
    }

    @Test
    void shouldTellALoneChangeAtOnce() {
        witness.sayHex(MessageId.CHANNEL_INFOS, INFO);
        rig.runFrames(INTERVAL_FRAMES);
        final int before = lists().size();
        witness.sayHex(MessageId.CHANNEL_INFOS, INFO.replace(" 02 ", " 03 "));
        rig.runFrames(5);
        assertEquals(before + 1, lists().size());
    }

    @Test
    void shouldTellChangesOfOneMomentInTwoListsOfWhichTheLastHoldsThemAll() {
        rig.runFrames(INTERVAL_FRAMES);
        final int before = lists().size();
        for (int skill = 0; skill < 10; skill++) {
            witness.sayHex(MessageId.CHANNEL_INFOS, INFO.replace(" 02 ", " 0" + skill % 4 + " "));
            rig.runFrames(2);
        }
        rig.runFrames(INTERVAL_FRAMES);
        assertEquals(before + 2, lists().size());
        assertTrue(lists().getLast().startsWith("00" + "5200" + "0a000000" + "01"), lists().getLast());
    }

    /** Everybody in 200 ms: one list for each newcomer would be dozens for each who is there. */
    @Test
    void shouldTellAJoinStormInAFewListsToEach() {
        final List<RawPeer> crowd = new ArrayList<>();
        for (int port = 5001; port < 5060; port++) {
            final RawPeer peer = new RawPeer(rig, port);
            peer.sendGarbage();
            rig.runFrames(1);
            peer.sayHex(MessageId.CHANNEL_INFOS, INFO);
            crowd.add(peer);
        }
        rig.runFrames(2 * INTERVAL_FRAMES);
        final int most = 60 / INTERVAL_FRAMES + 3;
        crowd.add(witness);
        for (final RawPeer peer : crowd) {
            final List<String> lists = peer.bodies(MessageId.CONN_CLIENTS_LIST);
            assertTrue(lists.size() <= most, lists.size() + " lists");
            assertEquals(lists().getLast(), lists.getLast());
        }
        assertEquals(59, lists().getLast().split("416e6e61", -1).length - 1);
    }
}
