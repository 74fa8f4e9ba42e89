package tutti.mixer;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.foreign.Arena;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LevelMeterTest {

    private final Arena arena = Arena.ofConfined();
    private final LevelMeter meter = new LevelMeter(3);

    @AfterEach
    void freeMemory() {
        arena.close();
    }

    /** The table of section 4.9: the smallest amplitude of each level, and the one below it. */
    @ParameterizedTest
    @CsvSource({
        "0, 0", "103, 0", "104, 1", "212, 1", "213, 2", "436, 2", "437, 3", "897, 3", "898, 4", "1842, 4", "1843, 5",
        "3783, 5", "3784, 6", "7770, 6", "7771, 7", "15956, 7", "15957, 8", "32767, 8", "32768, 9"})
    void shouldShowTheLevelOfAnAmplitude(final int amplitude, final int level) {
        assertEquals(level, meter.update(0, 1, constant(-amplitude)));
    }

    /** Verified in section 4.9: -1001 shows 4, and after it stops 3, 2, 1, 0. */
    @Test
    void shouldHalveFromListToList() {
        assertEquals(4, meter.update(0, 1, constant(-1001)));
        assertEquals(3, meter.updateSilent(0));
        assertEquals(2, meter.updateSilent(0));
        assertEquals(1, meter.update(0, 1, constant(0)));
        assertEquals(0, meter.updateSilent(0));
    }

    @Test
    void shouldNotForgetFractionsWhileItHalves() {
        assertEquals(2, meter.update(0, 1, constant(-415)));
        assertEquals(1, meter.updateSilent(0), "207.5");
        assertEquals(1, meter.updateSilent(0), "103.75, where the limit is 103.6");
        assertEquals(0, meter.updateSilent(0), "51.875");
    }

    @Test
    void shouldRiseAtOnceWhileItHalves() {
        meter.update(0, 1, constant(-32768));
        assertEquals(8, meter.update(0, 1, constant(-16383)), "the decayed peak, 16384");
        assertEquals(9, meter.update(0, 1, constant(-32768)));
    }

    @Test
    void shouldNotCountPositiveSamples() {
        assertEquals(0, meter.update(0, 1, constant(20000)));
    }

    @Test
    void shouldLookAtBothChannels() {
        assertEquals(9, meter.update(0, 2, constant(0, -32768)));
        assertEquals(9, meter.update(1, 2, constant(-32768, 0)));
    }

    @Test
    void shouldLookAtEveryThirdSampleFrameOnly() {
        for (int i = 0; i < MixKernels.FRAME_SAMPLES; i++) {
            final int expected = i % 3 == 0 ? 9 : 0;
            final short[] mono = Pcm.constant(0);
            mono[i] = -32768;
            meter.reset(0);
            assertEquals(expected, meter.update(0, 1, Pcm.toNative(arena, mono)), "mono sample " + i);
            final short[] stereo = Pcm.constant(0, 0);
            stereo[2 * i + 1] = -32768;
            meter.reset(0);
            assertEquals(expected, meter.update(0, 2, Pcm.toNative(arena, stereo)), "stereo sample " + i);
        }
    }

    @Test
    void shouldKeepChannelsApartAndForgetOneThatIsReset() {
        meter.update(0, 1, constant(-32768));
        meter.update(2, 1, constant(-1001));
        assertEquals(0, meter.updateSilent(1));
        meter.reset(0);
        assertEquals(0, meter.updateSilent(0));
        assertEquals(3, meter.updateSilent(2));
    }

    private long constant(final int... samples) {
        return Pcm.toNative(arena, Pcm.constant(samples));
    }
}
