package tutti.mixer;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.Random;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class HeardTalkersTest {

    private static final int CHANNELS = 40;

    private final GainTable gains = new GainTable(CHANNELS);
    private final HeardTalkers heard = new HeardTalkers(CHANNELS);

    private void select(final int[] talkers) {
        heard.select(talkers, talkers.length, gains.stereoFactors(0), gains.mutedSources(0));
    }

    private int[] list() {
        return Arrays.copyOf(heard.ids(), heard.count());
    }

    @Test
    void shouldLeaveOutThoseWhoAreMutedWhenTheyAreMany() {
        fadeIn();
        for (final int source : new int[] {0, 3, 5, 6}) {
            gains.setGain(0, source, 0);
        }
        select(new int[] {0, 1, 2, 3, 5, 9});
        assertArrayEquals(new int[] {1, 2, 9}, list());
        gains.setPan(0, 1, 0);
        gains.setPan(0, 2, 0x8000);
        select(new int[] {0, 1, 2, 3, 5, 9});
        assertArrayEquals(new int[] {1, 2, 9}, list(), "one factor of 0 is no reason");
        select(new int[] {0, 3});
        assertEquals(0, heard.count());
        select(new int[0]);
        assertEquals(0, heard.count());
    }

    @Test
    void shouldTakeTheWholeListWhenFewAreMuted() {
        fadeIn();
        final int[] everybody = IntStream.range(0, CHANNELS).toArray();
        select(everybody);
        assertSame(everybody, heard.ids());
        for (int source = 0; source < CHANNELS / 4 - 1; source++) {
            gains.setGain(0, source, 0);
        }
        select(everybody);
        assertSame(everybody, heard.ids());
        assertEquals(CHANNELS, heard.count());
        gains.setGain(0, CHANNELS - 1, 0);
        select(everybody);
        assertEquals(CHANNELS - CHANNELS / 4, heard.count());
    }

    @Property(tries = 200)
    void shouldNotChangeASample(@ForAll final Kernels kernels, @ForAll final long seed,
                                @ForAll @IntRange(max = CHANNELS) final int count,
                                @ForAll @IntRange(max = 100) final int mutedPercent) {
        final Random random = new Random(seed);
        final int[] talkers = random.ints(0, CHANNELS).distinct().limit(count).sorted().toArray();
        try (Arena arena = Arena.ofConfined()) {
            final TalkerPlanes planes = new TalkerPlanes(CHANNELS, arena);
            for (final int talker : talkers) {
                kernels.get().load(planes, talker, 2, Pcm.toNative(arena, Pcm.random(random, 2)));
            }
            for (int source = 0; source < CHANNELS; source++) {
                gains.setFade(source, random.nextInt(3), 2);
                gains.setGain(0, source, random.nextInt(100) < mutedPercent ? 0 : random.nextInt(0x10000));
                gains.setPan(0, source, random.nextInt(3) * 0x4000);
            }
            select(talkers);
            final MemorySegment all = Pcm.room(arena, 2);
            final MemorySegment some = Pcm.room(arena, 2);
            kernels.get().mixStereo(planes, talkers, talkers.length, gains.stereoFactors(0), all.address());
            kernels.get().mixStereo(planes, heard.ids(), heard.count(), gains.stereoFactors(0), some.address());
            assertArrayEquals(all.toArray(ValueLayout.JAVA_SHORT), some.toArray(ValueLayout.JAVA_SHORT));
        }
    }

    private void fadeIn() {
        for (int channel = 0; channel < CHANNELS; channel++) {
            gains.setFade(channel, 1, 1);
        }
    }
}
