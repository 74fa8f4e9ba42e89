package tutti.fleet;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.util.Arrays;
import java.util.Optional;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tutti.opus.OpusCodec;
import tutti.opus.OpusLibrary;

class CodedTonesTest {

    private static OpusCodec codec;

    private final Arena arena = Arena.ofConfined();

    @BeforeAll
    static void loadCodec() {
        codec = new OpusCodec(OpusLibrary.find(Optional.empty()));
    }

    @AfterEach
    void freeMemory() {
        arena.close();
    }

    /** A listener that is sent one client's loop over and over hears that tone, at its level, and nothing else. */
    @ParameterizedTest
    @CsvSource({"128, 1, 45", "128, 2, 71", "64, 1, 22", "64, 2, 35", "128, 2, 165", "64, 1, 12"})
    void aCodedLoopSoundsLikeItsToneWithoutASeam(final int frame, final int channels, final int bytes) {
        final StreamFormat format = new StreamFormat(frame, channels, bytes, 1);
        final TonePlan plan = TonePlan.of(3, 0);
        final CodedTones tones = new CodedTones(arena, codec, format, plan);
        final float[] gains = {0, 0, 1};
        final Tolerance tolerance = Calibration.measure(codec, format, plan, tones, gains);
        final ToneVerifier verifier = new ToneVerifier(0, plan, gains, channels, tolerance);
        final Listener listener = new Listener(arena, codec, format, verifier);
        final int loops = 8;
        for (int block = 0; block < loops * tones.blocksInLoop(); block++) {
            if (block == 2 * tones.blocksInLoop()) {
                verifier.startCounting();
            }
            listener.hear(0, tones.blockAddress(2, block % tones.blocksInLoop()));
        }
        assertEquals(loops - 2, verifier.windows());
        assertEquals(0, verifier.disturbedWindows());
        assertEquals(0, listener.decoderErrors());
        assertEquals(0, verifier.wrongTones());
    }

    @Test
    void lostBlocksAreConcealedAndTheirWindowIsNotJudged() {
        final StreamFormat format = new StreamFormat(128, 1, 45, 1);
        final TonePlan plan = TonePlan.of(1, 0);
        final CodedTones tones = new CodedTones(arena, codec, format, plan);
        final ToneVerifier verifier = new ToneVerifier(0, plan, new float[] {1}, 1, new Tolerance(0.02f, 0.02f));
        final Listener listener = new Listener(arena, codec, format, verifier);
        verifier.startCounting();
        listener.hear(0, tones.blockAddress(0, 0));
        for (int block = 1; block < 2 * tones.blocksInLoop(); block++) {
            final boolean lost = block == 4 || block == 5;
            if (!lost) {
                listener.hear(block == 6 ? 2 : 0, tones.blockAddress(0, block % tones.blocksInLoop()));
            }
        }
        assertEquals(1, verifier.unusableWindows());
        assertEquals(1, verifier.windows(), "the concealed blocks keep the windows in step");
        assertEquals(0, verifier.disturbedWindows());
    }

    @Test
    void datagramsHoldTheirBlocksEachWithItsSequenceByte() {
        final StreamFormat format = new StreamFormat(64, 1, 22, 4);
        final CodedTones tones = new CodedTones(arena, codec, format, TonePlan.of(2, 0));
        assertEquals(64, tones.blocksInLoop());
        assertEquals(16, tones.datagramsInLoop());
        final UnsafeBuffer datagram = new UnsafeBuffer(tones.withCounter(1, 3, 254), format.datagramBytes(true));
        final UnsafeBuffer compact = new UnsafeBuffer(tones.withoutCounter(1, 3), format.datagramBytes(false));
        for (int block = 0; block < 4; block++) {
            assertEquals((byte) (254 + block), datagram.getByte(block * 23 + 22));
            final byte[] expected = new byte[22];
            new UnsafeBuffer(tones.blockAddress(1, 12 + block), 22).getBytes(0, expected);
            final byte[] actual = new byte[22];
            datagram.getBytes(block * 23, actual);
            assertTrue(Arrays.equals(expected, actual), "block " + block);
            compact.getBytes(block * 22, actual);
            assertTrue(Arrays.equals(expected, actual), "block " + block + " without sequence bytes");
        }
    }

    @Test
    void theToleranceFollowsFromTheCodecAndFortyTonesAreTold() {
        final TonePlan plan = TonePlan.of(40, 0);
        final float[] gains = new float[40];
        Arrays.fill(gains, 1);
        final StreamFormat normal = new StreamFormat(128, 2, 71, 1);
        final StreamFormat poor = new StreamFormat(64, 1, 12, 1);
        final Tolerance fine =
                Calibration.measure(codec, normal, plan, new CodedTones(arena, codec, normal, plan), gains);
        final Tolerance coarse =
                Calibration.measure(codec, poor, plan, new CodedTones(arena, codec, poor, plan), gains);
        assertTrue(fine.resolves(plan, gains), fine.toString());
        assertTrue(coarse.line() > fine.line() && coarse.residual() > fine.residual());
    }
}
