package tutti.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import tutti.protocol.MessageId;
import tutti.server.stats.Counter;

class AdmissionTest {

    private static final int FRAMES_OF_TWO_SECONDS = 750;

    private final Admission admission = new Admission(true);

    private void run(final int frames, final long workNanos) {
        for (int frame = 0; frame < frames; frame++) {
            admission.note(workNanos);
        }
    }

    @Test
    void shouldHaveRoomWhileFramesAreShort() {
        run(FRAMES_OF_TWO_SECONDS, 1_000_000);
        assertTrue(admission.hasRoom(40));
    }

    @Test
    void shouldHaveNoRoomWhenOneMoreWouldFillTheFrame() {
        run(FRAMES_OF_TWO_SECONDS, 2_200_000);
        assertFalse(admission.hasRoom(40));
        assertTrue(admission.hasRoom(Admission.ALWAYS_ROOM_FOR - 1));
    }

    @Test
    void shouldNotMindFramesThatTheMachineHeldUp() {
        run(FRAMES_OF_TWO_SECONDS, 1_000_000);
        for (int i = 0; i < 100; i++) {
            admission.note(50_000_000);
            run(3, 1_000_000);
        }
        assertTrue(admission.hasRoom(40));
    }

    @Test
    void shouldHaveRoomAgainSoonAfterTheLoadFell() {
        run(FRAMES_OF_TWO_SECONDS, 2_200_000);
        run(FRAMES_OF_TWO_SECONDS / 2, 1_000_000);
        assertTrue(admission.hasRoom(40));
    }

    @Test
    void shouldAlwaysHaveRoomWhenItIsOff() {
        final Admission off = new Admission(false);
        for (int frame = 0; frame < FRAMES_OF_TWO_SECONDS; frame++) {
            off.note(5_000_000);
        }
        assertTrue(off.hasRoom(140));
    }

    @Test
    void shouldRefuseANewcomerAsIfTheServerWereFullAndKeepTheOthers() {
        final Rig rig = new Rig(40);
        final TestClient[] band = new TestClient[Admission.ALWAYS_ROOM_FOR];
        for (int i = 0; i < band.length; i++) {
            band[i] = new TestClient(rig, 6000 + i, "Member " + i, 1, 128, 1, 45, 300 + 50 * i);
        }
        TestClient.playTogether(rig, 50, band);
        rig.network.setFlushNanos(2_400_000);
        TestClient.playTogether(rig, 1000, band);
        final TestClient late = new TestClient(rig, 7000, "Late");
        late.play(20);
        assertEquals(1, rig.count(Counter.REFUSED_NO_ROOM) > 0 ? 1 : 0);
        assertEquals(0, late.messages(MessageId.CLIENT_ID).size());
        assertTrue(late.messages(MessageId.CLM_SERVER_FULL).size() > 0);
        assertEquals(band.length, rig.count(Counter.CLIENTS));

        rig.network.setFlushNanos(0);
        TestClient.playTogether(rig, 1000, band);
        late.play(50);
        assertEquals(band.length + 1, rig.count(Counter.CLIENTS));
    }
}
