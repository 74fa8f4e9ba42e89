package tutti.mixer;

import static java.lang.foreign.ValueLayout.JAVA_FLOAT;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Random;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

class MixKernelsTest {

    private static final int FADED_IN = 1125;
    private static final int[] COUNTS = {0, 1, 2, 3, 7, 40, 149, 150};

    private final Arena arena = Arena.ofConfined();

    @AfterEach
    void freeMemory() {
        arena.close();
    }

    @ParameterizedTest
    @EnumSource
    void shouldEqualTheModelWhenInputIsRandom(final Kernels kernels) {
        assertEqualsModel(kernels, false);
    }

    @ParameterizedTest
    @EnumSource
    void shouldEqualTheModelWhenInputIsExtreme(final Kernels kernels) {
        assertEqualsModel(kernels, true);
    }

    @Property(tries = 200)
    void shouldEqualTheModelWhateverTheInput(@ForAll final Kernels kernels, @ForAll final long seed,
                                             @ForAll @IntRange(max = MixScenario.MAX_CHANNELS) final int count,
                                             @ForAll final boolean extreme) {
        final MixScenario scenario = MixScenario.create(new Random(seed), count, extreme);
        assertArrayEquals(scenario.expectedStereo(), scenario.stereo(kernels.get()));
        assertArrayEquals(scenario.expectedMono(), scenario.mono(kernels.get()));
    }

    @Property(tries = 100)
    void modelShouldBeCloseToExactArithmetic(
            @ForAll final long seed, @ForAll @IntRange(min = 1, max = MixScenario.MAX_CHANNELS) final int count) {
        final MixScenario scenario = MixScenario.create(new Random(seed), count, false);
        final short[] mixed = scenario.expectedStereo();
        final double[] exact = scenario.exactLeft();
        for (int i = 0; i < exact.length; i++) {
            final double clamped = Math.clamp(exact[i], Short.MIN_VALUE, Short.MAX_VALUE);
            assertEquals(clamped, mixed[2 * i], 1.5, "truncation takes up to 1, the rounding of floats less than 0.5");
        }
    }

    /** The verified example of section 5.6: sources -1001 (mono) and (3001, -2000) (stereo). */
    @ParameterizedTest
    @EnumSource
    void shouldMixTheVerifiedExample(final Kernels kernels) {
        final GainTable gains = fadedIn(2);
        assertArrayEquals(Pcm.constant(-500), mixExample(kernels, gains, 1));
        assertArrayEquals(Pcm.constant(2000, -3001), mixExample(kernels, gains, 2));
        gains.setPan(1, 0, 0x2000);
        assertArrayEquals(Pcm.constant(2000, -2500), mixExample(kernels, gains, 2));
        gains.setPan(1, 0, 0x4000);
        gains.setPan(1, 1, 0x6000);
        assertArrayEquals(Pcm.constant(499, -3001), mixExample(kernels, gains, 2));
    }

    /** Section 4.4: datagram number k after the first is scaled by k/1125. */
    @ParameterizedTest
    @EnumSource
    void shouldFadeInLinearly(final Kernels kernels) {
        final GainTable gains = new GainTable(1);
        final TalkerPlanes planes = new TalkerPlanes(1, arena);
        final MemorySegment out = Pcm.room(arena, 2);
        kernels.get().load(planes, 0, 1, Pcm.toNative(arena, Pcm.constant(-32768)));
        for (int k = 0; k <= FADED_IN; k++) {
            gains.setFade(0, k, FADED_IN);
            kernels.get().mixStereo(planes, new int[] {0}, 1, gains.stereoFactors(0), out.address());
            final int expected = (int) (-32768.0 * k / FADED_IN);
            assertArrayEquals(Pcm.constant(expected, expected), out.toArray(JAVA_SHORT), "datagram " + k);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "0x8000,  32767,  32767", "0x8000, -32768, -32768",
        "0xFFFF,  16384,  32767", "0xFFFF,  16385,  32767", "0xFFFF, -16384, -32767", "0xFFFF, -16385, -32768",
        "0x4000,      1,      0", "0x4000,     -1,      0", "0x4000,      3,      1", "0x4000,     -3,     -1",
        "0,       32767,      0", "0,      -32768,      0"})
    void shouldClampAndTruncateTowardZero(final String wireGain, final int sample, final int expected) {
        final GainTable gains = fadedIn(1);
        gains.setGain(0, 0, Integer.decode(wireGain));
        for (final Kernels kernels : Kernels.values()) {
            final TalkerPlanes planes = new TalkerPlanes(1, arena);
            final MemorySegment out = Pcm.room(arena, 1);
            kernels.get().load(planes, 0, 1, Pcm.toNative(arena, Pcm.constant(sample)));
            kernels.get().mixMono(planes, new int[] {0}, 1, gains.monoFactors(0), out.address());
            assertArrayEquals(Pcm.constant(expected), out.toArray(JAVA_SHORT), kernels::name);
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldMixOnlyTheListedTalkers(final Kernels kernels) {
        final GainTable gains = fadedIn(4);
        final TalkerPlanes planes = new TalkerPlanes(4, arena);
        for (int talker = 0; talker < 4; talker++) {
            kernels.get().load(planes, talker, 1, Pcm.toNative(arena, Pcm.constant(1 << talker)));
        }
        final MemorySegment out = Pcm.room(arena, 1);
        kernels.get().mixMono(planes, new int[] {1, 3, 2}, 2, gains.monoFactors(0), out.address());
        assertArrayEquals(Pcm.constant(2 + 8), out.toArray(JAVA_SHORT));
    }

    @ParameterizedTest
    @EnumSource
    void shouldLoadBothPlanesOfAMonoTalker(final Kernels kernels) {
        final short[] pcm = Pcm.random(new Random(1), 1);
        final TalkerPlanes planes = loaded(kernels, pcm, 1);
        for (int i = 0; i < MixKernels.FRAME_SAMPLES; i++) {
            assertEquals(pcm[i], value(planes.stereoAddress(1), 2 * i));
            assertEquals(pcm[i], value(planes.stereoAddress(1), 2 * i + 1));
            assertEquals(pcm[i], value(planes.monoAddress(1), i));
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldLoadBothPlanesOfAStereoTalker(final Kernels kernels) {
        final short[] pcm = Pcm.extreme(new Random(2), 2);
        final TalkerPlanes planes = loaded(kernels, pcm, 2);
        for (int i = 0; i < MixKernels.FRAME_SAMPLES; i++) {
            assertEquals(pcm[2 * i], value(planes.stereoAddress(1), 2 * i));
            assertEquals(pcm[2 * i + 1], value(planes.stereoAddress(1), 2 * i + 1));
            assertEquals((pcm[2 * i] + pcm[2 * i + 1]) / 2.0f, value(planes.monoAddress(1), i));
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldLeaveOtherTalkersAloneWhenOneIsLoaded(final Kernels kernels) {
        final TalkerPlanes planes = loaded(kernels, Pcm.constant(7, 9), 2);
        assertEquals(0, sumOfPlanes(planes, 0));
        assertEquals((7 + 9 + 8) * MixKernels.FRAME_SAMPLES, sumOfPlanes(planes, 1));
        assertEquals(0, sumOfPlanes(planes, 2));
    }

    @ParameterizedTest
    @EnumSource
    void shouldRefuseATalkerThatHasNoPlanes(final Kernels kernels) {
        final TalkerPlanes planes = new TalkerPlanes(3, arena);
        final long pcm = Pcm.toNative(arena, Pcm.constant(1));
        assertThrows(IndexOutOfBoundsException.class, () -> kernels.get().load(planes, 3, 1, pcm));
        assertThrows(IndexOutOfBoundsException.class, () -> kernels.get().load(planes, -1, 1, pcm));
    }

    private static void assertEqualsModel(final Kernels kernels, final boolean extreme) {
        for (final int count : COUNTS) {
            for (int seed = 0; seed < 10; seed++) {
                final MixScenario scenario = MixScenario.create(new Random(seed), count, extreme);
                final String what = count + " talkers, seed " + seed;
                assertArrayEquals(scenario.expectedStereo(), scenario.stereo(kernels.get()), what);
                assertArrayEquals(scenario.expectedMono(), scenario.mono(kernels.get()), what);
            }
        }
    }

    private short[] mixExample(final Kernels kernels, final GainTable gains, final int channels) {
        final TalkerPlanes planes = new TalkerPlanes(2, arena);
        kernels.get().load(planes, 0, 1, Pcm.toNative(arena, Pcm.constant(-1001)));
        kernels.get().load(planes, 1, 2, Pcm.toNative(arena, Pcm.constant(3001, -2000)));
        final int[] talkers = {0, 1};
        final MemorySegment out = Pcm.room(arena, channels);
        if (channels == 2) {
            kernels.get().mixStereo(planes, talkers, 2, gains.stereoFactors(1), out.address());
        } else {
            kernels.get().mixMono(planes, talkers, 2, gains.monoFactors(1), out.address());
        }
        return out.toArray(JAVA_SHORT);
    }

    private TalkerPlanes loaded(final Kernels kernels, final short[] pcm, final int channels) {
        final TalkerPlanes planes = new TalkerPlanes(3, arena);
        kernels.get().load(planes, 1, channels, Pcm.toNative(arena, pcm));
        return planes;
    }

    private static GainTable fadedIn(final int channels) {
        final GainTable gains = new GainTable(channels);
        for (int channel = 0; channel < channels; channel++) {
            gains.setFade(channel, FADED_IN, FADED_IN);
        }
        return gains;
    }

    private static float sumOfPlanes(final TalkerPlanes planes, final int talker) {
        float sum = 0.0f;
        for (int i = 0; i < MixKernels.FRAME_SAMPLES; i++) {
            sum += value(planes.stereoAddress(talker), 2 * i) + value(planes.stereoAddress(talker), 2 * i + 1);
            sum += value(planes.monoAddress(talker), i);
        }
        return sum;
    }

    private static float value(final long plane, final int index) {
        return MemorySegment.ofAddress(plane).reinterpret(Float.BYTES * (index + 1L)).getAtIndex(JAVA_FLOAT, index);
    }
}
