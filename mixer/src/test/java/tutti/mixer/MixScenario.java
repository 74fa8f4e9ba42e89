package tutti.mixer;

import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.Random;
import java.util.stream.IntStream;

/** A listener among talkers with made-up frames, gains, pans and fades, as the model sees it and as the kernels do. */
final class MixScenario {

    static final int MAX_CHANNELS = 150;

    private static final int[] EXTREME_GAINS = {0, 1, 0x7FFF, 0x8000, 0xFFFF};
    private static final int[] EXTREME_PANS = {0, 1, 0x2000, 0x4000, 0x6000, 0x7FFF, 0x8000, 0xFFFF};
    private static final int[] FADE_MAXIMA = {1125, 562, 281, 2250};

    private final int[] talkers;
    private final MixModel.Source[] sources;
    private final GainTable gains = new GainTable(MAX_CHANNELS);
    private final int listener;
    private final float listenerFade;

    private MixScenario(final int[] talkers, final MixModel.Source[] sources, final int listener, final int fadeCounter,
                        final int fadeMaximum) {
        this.talkers = talkers;
        this.sources = sources;
        this.listener = listener;
        listenerFade = (float) fadeCounter / fadeMaximum;
        gains.setFade(listener, fadeCounter, fadeMaximum);
        for (int t = 0; t < talkers.length; t++) {
            final MixModel.Source source = sources[t];
            gains.setGain(listener, talkers[t], source.wireGain());
            gains.setPan(listener, talkers[t], source.wirePan());
            gains.setFade(talkers[t], source.fadeCounter(), source.fadeMaximum());
        }
    }

    /**
     * Makes up a scenario.
     *
     * @param random  the source of everything
     * @param count   number of talkers, 0 to {@value #MAX_CHANNELS}; they have random ids in ascending order
     * @param extreme whether samples, gains and pans are taken from the ends of their ranges
     */
    static MixScenario create(final Random random, final int count, final boolean extreme) {
        final int[] ids = IntStream.range(0, MAX_CHANNELS).toArray();
        for (int i = 0; i < count; i++) {
            final int other = i + random.nextInt(MAX_CHANNELS - i);
            final int id = ids[other];
            ids[other] = ids[i];
            ids[i] = id;
        }
        final int[] talkers = Arrays.copyOf(ids, count);
        Arrays.sort(talkers);
        final boolean talking = count > 0 && random.nextBoolean();
        final int listener = talking ? talkers[random.nextInt(count)] : random.nextInt(MAX_CHANNELS);
        final MixModel.Source[] sources = new MixModel.Source[count];
        int listenerMaximum = FADE_MAXIMA[random.nextInt(FADE_MAXIMA.length)];
        int listenerCounter = random.nextBoolean() ? listenerMaximum : random.nextInt(listenerMaximum + 1);
        for (int t = 0; t < count; t++) {
            sources[t] = source(random, extreme, talkers[t] == listener);
            if (sources[t].own()) {
                listenerMaximum = sources[t].fadeMaximum();
                listenerCounter = sources[t].fadeCounter();
            }
        }
        return new MixScenario(talkers, sources, listener, listenerCounter, listenerMaximum);
    }

    private static MixModel.Source source(final Random random, final boolean extreme, final boolean own) {
        final int channels = 1 + random.nextInt(2);
        final int fadeMaximum = FADE_MAXIMA[random.nextInt(FADE_MAXIMA.length)];
        return new MixModel.Source(
            extreme ? Pcm.extreme(random, channels) : Pcm.random(random, channels),
            channels,
            extreme ? EXTREME_GAINS[random.nextInt(EXTREME_GAINS.length)] : random.nextInt(0x10000),
            extreme ? EXTREME_PANS[random.nextInt(EXTREME_PANS.length)] : random.nextInt(0x8001),
            random.nextBoolean() ? fadeMaximum : random.nextInt(fadeMaximum + 1),
            fadeMaximum,
            own);
    }

    /** Returns what the stereo listener hears according to the model. */
    short[] expectedStereo() {
        return MixModel.stereo(sources, listenerFade);
    }

    /** Returns what the mono listener hears according to the model. */
    short[] expectedMono() {
        return MixModel.mono(sources, listenerFade);
    }

    /** Returns the left sums according to the model in double precision. */
    double[] exactLeft() {
        return MixModel.exactLeft(sources, listenerFade);
    }

    /** Returns what the stereo listener hears according to the kernels. */
    short[] stereo(final MixKernels kernels) {
        try (Arena arena = Arena.ofConfined()) {
            final TalkerPlanes planes = load(kernels, arena);
            final MemorySegment out = Pcm.room(arena, 2);
            kernels.mixStereo(planes, talkers, talkers.length, gains.stereoFactors(listener), out.address());
            return out.toArray(JAVA_SHORT);
        }
    }

    /** Returns what the mono listener hears according to the kernels. */
    short[] mono(final MixKernels kernels) {
        try (Arena arena = Arena.ofConfined()) {
            final TalkerPlanes planes = load(kernels, arena);
            final MemorySegment out = Pcm.room(arena, 1);
            kernels.mixMono(planes, talkers, talkers.length, gains.monoFactors(listener), out.address());
            return out.toArray(JAVA_SHORT);
        }
    }

    private TalkerPlanes load(final MixKernels kernels, final Arena arena) {
        final TalkerPlanes planes = new TalkerPlanes(MAX_CHANNELS, arena);
        for (int t = 0; t < talkers.length; t++) {
            kernels.load(planes, talkers[t], sources[t].channels(), Pcm.toNative(arena, sources[t].pcm()));
        }
        return planes;
    }
}
