package tutti.fleet;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

class ToneVerifierTest {

    private static final int TONES = 12;
    private static final int FRAME = 128;
    private static final int FRAMES_A_WINDOW = TonePlan.LOOP_SAMPLES / FRAME;
    private static final Tolerance TOLERANCE = new Tolerance(0.03f, 0.1f);
    private static final long MILLI = 1_000_000L;

    private final TonePlan plan = TonePlan.of(TONES, 0);
    private final float[] gains = new float[TONES];
    private final float[] played = new float[TONES];
    private int position;
    private float foreign;
    private boolean exchanged;

    ToneVerifierTest() {
        Arrays.fill(gains, 1);
        Arrays.fill(played, 1);
    }

    private ToneVerifier verifier(final int channels) {
        final ToneVerifier verifier = new ToneVerifier(3, plan, gains, channels, TOLERANCE);
        verifier.startCounting();
        return verifier;
    }

    private void play(final ToneVerifier verifier, final int channels, final int frames) {
        for (int frame = 0; frame < frames; frame++) {
            play(verifier, channels);
        }
    }

    private void playWindows(final ToneVerifier verifier, final int channels, final int windows) {
        play(verifier, channels, windows * FRAMES_A_WINDOW);
    }

    private void play(final ToneVerifier verifier, final int channels) {
        final UnsafeBuffer pcm = new UnsafeBuffer(new byte[FRAME * channels * Short.BYTES]);
        for (int i = 0; i < FRAME; i++, position++) {
            for (int channel = 0; channel < channels; channel++) {
                double sum = foreign * TonePlan.sample(40, position);
                for (int tone = 0; tone < TONES; tone++) {
                    final float amplitude = plan.amplitude(exchanged ? 1 - channel : channel);
                    sum += played[tone] * amplitude * TonePlan.sample(tone, position);
                }
                pcm.putShort((i * channels + channel) * Short.BYTES, (short) Math.round(sum), ByteOrder.nativeOrder());
            }
        }
        verifier.accept(pcm, FRAME);
    }

    @Test
    void isContentWithTheExpectedMix() {
        for (final int channels : new int[] {1, 2}) {
            final ToneVerifier verifier = verifier(channels);
            playWindows(verifier, channels, 20);
            assertEquals(20, verifier.windows());
            assertEquals(0, verifier.disturbedWindows());
            assertEquals(0, verifier.wrongTones());
            assertTrue(verifier.worstResidual() < 0.01);
        }
    }

    @Test
    void expectsTheGainsItWasToldOf() {
        gains[2] = 0.5f;
        gains[5] = 0;
        played[2] = 0.5f;
        played[5] = 0;
        final ToneVerifier verifier = verifier(2);
        playWindows(verifier, 2, 20);
        assertEquals(0, verifier.disturbedWindows());
    }

    @Test
    void findsAMissingTone() {
        played[4] = 0;
        final ToneVerifier verifier = verifier(1);
        playWindows(verifier, 1, ToneVerifier.PERSISTENT);
        final List<WrongTone> wrong = verifier.describeWrongTones();
        assertEquals(1, wrong.size());
        assertEquals(WrongTone.Kind.MISSING, wrong.getFirst().kind());
        assertEquals("Tone 005", wrong.getFirst().tone());
        assertEquals("Tone 004", wrong.getFirst().listener());
        assertEquals(1, wrong.getFirst().expected());
        assertEquals(0, wrong.getFirst().heard(), 0.01);
        assertEquals(TonePlan.hertz(TonePlan.line(4)), wrong.getFirst().frequency());
        assertEquals("mono", wrong.getFirst().side());
        assertEquals(ToneVerifier.PERSISTENT, verifier.disturbedWindows());
    }

    @Test
    void findsAWrongLevelOnBothSides() {
        played[7] = 0.7f;
        final ToneVerifier verifier = verifier(2);
        playWindows(verifier, 2, ToneVerifier.PERSISTENT + 3);
        final List<WrongTone> wrong = verifier.describeWrongTones();
        assertEquals(List.of("left", "right"), wrong.stream().map(WrongTone::side).toList());
        for (final WrongTone tone : wrong) {
            assertEquals(WrongTone.Kind.WRONG_LEVEL, tone.kind());
            assertEquals("Tone 008", tone.tone());
            assertEquals(0.7, tone.heard(), 0.01);
            assertEquals(ToneVerifier.PERSISTENT + 3, tone.windows());
        }
    }

    @Test
    void findsAForeignTone() {
        foreign = 600;
        final ToneVerifier verifier = verifier(1);
        playWindows(verifier, 1, ToneVerifier.PERSISTENT);
        final List<WrongTone> wrong = verifier.describeWrongTones();
        assertEquals(1, wrong.size());
        assertEquals(WrongTone.Kind.FOREIGN, wrong.getFirst().kind());
        assertEquals(TonePlan.hertz(TonePlan.line(40)), wrong.getFirst().frequency());
        assertEquals(0, wrong.getFirst().expected());
        assertEquals(600 / plan.amplitude(), wrong.getFirst().heard(), 0.01);
    }

    @Test
    void findsAToneThatShouldBeSilent() {
        gains[9] = 0;
        final ToneVerifier verifier = verifier(1);
        playWindows(verifier, 1, ToneVerifier.PERSISTENT);
        assertEquals(1, verifier.wrongTones());
        assertEquals("Tone 010", verifier.describeWrongTones().getFirst().tone());
        assertEquals(WrongTone.Kind.FOREIGN, verifier.describeWrongTones().getFirst().kind());
    }

    @Test
    void expectsNothingOfTheMutedAndFindsOneWhoSounds() {
        final TonePlan half = new TonePlan(TONES, TONES / 2, plan.amplitude());
        final ToneVerifier verifier = new ToneVerifier(3, half, gains, 1, TOLERANCE);
        Arrays.fill(played, TONES / 2, TONES, 0);
        verifier.startCounting();
        playWindows(verifier, 1, ToneVerifier.PERSISTENT);
        assertEquals(0, verifier.disturbedWindows());
        played[TONES - 1] = 1;
        playWindows(verifier, 1, ToneVerifier.PERSISTENT);
        assertEquals(1, verifier.wrongTones());
        final WrongTone wrong = verifier.describeWrongTones().getFirst();
        assertEquals(WrongTone.Kind.FOREIGN, wrong.kind());
        assertEquals(TonePlan.name(TONES - 1), wrong.tone());
    }

    @Test
    void findsExchangedSides() {
        exchanged = true;
        final ToneVerifier verifier = verifier(2);
        playWindows(verifier, 2, ToneVerifier.PERSISTENT);
        assertEquals(2 * TONES, verifier.wrongTones());
    }

    @Test
    void oneDroppedFrameDisturbsAWindowButIsNoWrongTone() {
        final ToneVerifier verifier = verifier(2);
        playWindows(verifier, 2, 2);
        play(verifier, 2, 5);
        verifier.accept(new UnsafeBuffer(new byte[FRAME * 2 * Short.BYTES]), FRAME);
        position += FRAME;
        play(verifier, 2, FRAMES_A_WINDOW - 6);
        playWindows(verifier, 2, 20);
        assertEquals(23, verifier.windows());
        assertEquals(1, verifier.disturbedWindows());
        assertEquals(0, verifier.wrongTones());
    }

    @Test
    void aToneThatIsWrongForLessThanASecondIsNotCalledWrong() {
        final ToneVerifier verifier = verifier(1);
        played[0] = 0;
        playWindows(verifier, 1, ToneVerifier.PERSISTENT - 1);
        played[0] = 1;
        playWindows(verifier, 1, 1);
        played[0] = 0;
        playWindows(verifier, 1, ToneVerifier.PERSISTENT - 1);
        assertEquals(0, verifier.wrongTones());
        assertEquals(2 * (ToneVerifier.PERSISTENT - 1), verifier.disturbedWindows());
    }

    @Test
    void aWindowWithALostPacketIsNotJudged() {
        final ToneVerifier verifier = verifier(1);
        play(verifier, 1, 3);
        verifier.markUnusable();
        played[0] = 0;
        play(verifier, 1, FRAMES_A_WINDOW - 3);
        played[0] = 1;
        playWindows(verifier, 1, 4);
        assertEquals(4, verifier.windows());
        assertEquals(1, verifier.unusableWindows());
        assertEquals(0, verifier.disturbedWindows());
    }

    @Test
    void whatFollowsAStallIsNotJudgedForAWhile() {
        final ToneVerifier verifier = verifier(1);
        verifier.excuse(50 * MILLI);
        playWindows(verifier, 1, 3);
        assertEquals(2, verifier.unusableWindows());
        assertEquals(1, verifier.windows());
    }

    @Test
    void nothingIsJudgedBeforeOrAfterTheCount() {
        final ToneVerifier verifier = new ToneVerifier(0, plan, gains, 1, TOLERANCE);
        played[0] = 0;
        play(verifier, 1, 7);
        verifier.startCounting();
        played[0] = 1;
        playWindows(verifier, 1, 2);
        verifier.stopCounting();
        played[0] = 0;
        playWindows(verifier, 1, 20);
        assertEquals(2, verifier.windows());
        assertEquals(0, verifier.disturbedWindows());
        assertEquals(0, verifier.unusableWindows());
    }

    @Test
    void aToleranceTooWideToNoticeASoftToneIsRecognised() {
        assertTrue(TOLERANCE.resolves(plan, gains));
        gains[0] = 0.1f;
        assertTrue(!new Tolerance(0.2f, 0.5f).resolves(plan, gains));
        gains[0] = 0;
        assertTrue(TOLERANCE.resolves(plan, gains));
    }
}
