package tutti.server;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tutti.protocol.MessageId;
import tutti.server.stats.Counter;

/**
 * One member of an ensemble behaves as no client should. What everybody else hears must be, byte for byte, what they
 * hear from a server on which that member sits still. It plays silence, so that only its manners can be heard.
 */
class TroublemakerTest {

    private static final int OTHERS = 3;
    private static final int SETTLED = 1125 + 2 * MixGroups.HYSTERESIS_FRAMES + 50;
    private static final int TROUBLED_FRAMES = 750;

    /** What it does in one frame. */
    enum Trouble {
        /** Three messages a frame: more than 1,000 a second. */
        MOVES_FADERS {
            @Override
            void make(final TestClient who, final int frame) {
                for (int message = 0; message < 3; message++) {
                    final int step = 3 * frame + message;
                    if (step % 2 == 0) {
                        who.sendGain(step % (OTHERS + 1), step * 7919 & 0xFFFF);
                    } else {
                        who.sendPan(step % (OTHERS + 1), step * 7919 % 0x8001);
                    }
                }
                who.playFrame(frame);
            }
        },
        /** Gains for channels that do not exist, or are far away. */
        TURNS_WHAT_IS_NOT_THERE {
            @Override
            void make(final TestClient who, final int frame) {
                who.sendGain(OTHERS + 1 + frame % (256 - OTHERS - 1), 0xFFFF);
                who.sendPan(OTHERS + 1 + frame % (256 - OTHERS - 1), 0xFFFF);
                who.playFrame(frame);
            }
        },
        /** Another form of its stream in every frame; its encoder on the server starts afresh each time. */
        CHANGES_ITS_STREAM {
            @Override
            void make(final TestClient who, final int frame) {
                who.sequenced = frame % 2 == 0;
                who.changeFactor(1 << frame % 3);
                who.playFrame(frame);
            }
        },
        /** Falls silent on the wire, comes back before its time is over, and falls silent for good. */
        VANISHES {
            @Override
            void make(final TestClient who, final int frame) {
                if (frame / 100 % 2 == 1) {
                    who.playFrame(frame);
                }
            }
        },
        /** Says goodbye and goes on playing. */
        SAYS_GOODBYE_AND_STAYS {
            @Override
            void make(final TestClient who, final int frame) {
                who.sendConnectionless(MessageId.CLM_DISCONNECTION);
                who.playFrame(frame);
            }
        };

        abstract void make(TestClient who, int frame);
    }

    @ParameterizedTest
    @EnumSource(Trouble.class)
    void shouldChangeNothingForOthers(final Trouble trouble) {
        final Rig troubled = new Rig(8);
        final TestClient[] listeners = ensemble(troubled);
        final Rig quiet = new Rig(8);
        final TestClient[] expected = ensemble(quiet);

        TestClient.playTogether(troubled, SETTLED, listeners);
        TestClient.playTogether(quiet, SETTLED, expected);
        for (int frame = 0; frame < TROUBLED_FRAMES; frame++) {
            for (int other = 0; other < OTHERS; other++) {
                listeners[other].playFrame(frame);
            }
            trouble.make(listeners[OTHERS], frame);
            troubled.runFrames(1);
        }
        TestClient.playTogether(quiet, TROUBLED_FRAMES, expected);

        for (int other = 0; other < OTHERS; other++) {
            assertSameBlocks(expected[other].audio, listeners[other].audio, "listener " + other);
        }
        assertEquals(quiet.count(Counter.FRAMES), troubled.count(Counter.FRAMES));
        assertEquals(0, troubled.count(Counter.FRAMES_SKIPPED));
    }

    @Test
    void shouldCopyAnEncoderOnceHoweverOftenAFaderMoves() {
        final Rig rig = new Rig(8);
        final TestClient[] listeners = ensemble(rig);
        TestClient.playTogether(rig, SETTLED, listeners);
        assertEquals(1, rig.count(Counter.MIX_GROUPS));
        for (int frame = 0; frame < TROUBLED_FRAMES; frame++) {
            Trouble.MOVES_FADERS.make(listeners[OTHERS], frame);
            for (int other = 0; other < OTHERS; other++) {
                listeners[other].playFrame(frame);
            }
            rig.runFrames(1);
        }
        assertEquals(1, rig.count(Counter.MIX_GROUP_SPLITS));
        assertEquals(2, rig.count(Counter.MIX_GROUPS));
        assertTrue(rig.count(Counter.MESSAGES_RECEIVED) > 3 * TROUBLED_FRAMES);
    }

    /** Three who sound and one, the last, who does not. */
    private static TestClient[] ensemble(final Rig rig) {
        final TestClient[] clients = new TestClient[OTHERS + 1];
        for (int i = 0; i < clients.length; i++) {
            clients[i] = new TestClient(rig, 5000 + i, "Client " + i, 2, 128, 1, 71, 400 + 300 * i);
            clients[i].setAmplitude(i < OTHERS ? 3000 : 0);
        }
        return clients;
    }

    private static void assertSameBlocks(final List<byte[]> expected, final List<byte[]> actual, final String who) {
        assertEquals(expected.size(), actual.size(), who);
        for (int packet = 0; packet < expected.size(); packet++) {
            final int number = packet;
            assertArrayEquals(Arrays.copyOf(expected.get(packet), 71), Arrays.copyOf(actual.get(packet), 71),
                () -> who + ", packet " + number);
        }
    }
}
