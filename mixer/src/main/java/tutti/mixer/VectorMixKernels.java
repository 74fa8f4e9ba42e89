package tutti.mixer;

import static tutti.mixer.NativeMemory.ALL;

import java.nio.ByteOrder;
import java.util.Objects;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.LongVector;
import jdk.incubator.vector.ShortVector;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorShape;
import jdk.incubator.vector.VectorShuffle;
import jdk.incubator.vector.VectorSpecies;

/**
 * The mix with the Vector API. The width is a constant of the class, since only constant species compile to vector
 * instructions.
 *
 * <p>Loops over vectors call the Vector API and nothing else. The compiler always inlines that, but may refuse to
 * inline a helper of ours in a method that has grown large, and then every vector that passes through the helper is an
 * object on the heap.
 *
 * <p>The class is only to be touched where the module {@code jdk.incubator.vector} is present: {@link KernelChoice}
 * sees to it.
 */
final class VectorMixKernels implements MixKernels {

    private static final VectorShape SHAPE = VectorShape.forBitSize(KernelChoice.vectorBits());
    private static final VectorSpecies<Float> FLOATS = VectorSpecies.of(float.class, SHAPE);
    private static final VectorSpecies<Integer> INTS = VectorSpecies.of(int.class, SHAPE);
    private static final VectorSpecies<Long> PAIRS = VectorSpecies.of(long.class, SHAPE);
    private static final VectorSpecies<Short> SAMPLES =
        VectorSpecies.of(short.class, VectorShape.forBitSize(SHAPE.vectorBitSize() / 2));
    private static final ByteOrder ORDER = ByteOrder.nativeOrder();

    private static final int LANES = FLOATS.length();
    private static final int VECTOR_BYTES = LANES * Float.BYTES;

    /** Vectors of sums that stay in registers while the talkers pass by: half of AVX2's sixteen registers. */
    private static final int TILE_VECTORS = 8;

    private static final VectorShuffle<Float> LOW_HALF_TWICE = VectorShuffle.fromOp(FLOATS, lane -> lane / 2);
    private static final VectorShuffle<Float> HIGH_HALF_TWICE =
        VectorShuffle.fromOp(FLOATS, lane -> (LANES + lane) / 2);

    private final float[] sums = new float[TalkerPlanes.STEREO_FLOATS];

    @Override
    public void load(final TalkerPlanes planes, final int talker, final int channels, final long pcmAddress) {
        Objects.checkIndex(talker, planes.maxTalkers());
        final long stereo = planes.stereoAddress(talker);
        final long mono = planes.monoAddress(talker);
        if (channels == 2) {
            loadStereo(stereo, mono, pcmAddress);
        } else {
            loadMono(stereo, mono, pcmAddress);
        }
    }

    @Override
    public void mixStereo(final TalkerPlanes planes, final int[] talkers, final int count, final long[] factors,
                          final long pcmAddress) {
        mix(planes.stereoAddress(0), TalkerPlanes.STEREO_FLOATS, talkers, count, factors, pcmAddress);
    }

    @Override
    public void mixMono(final TalkerPlanes planes, final int[] talkers, final int count, final long[] factors,
                        final long pcmAddress) {
        mix(planes.monoAddress(0), TalkerPlanes.MONO_FLOATS, talkers, count, factors, pcmAddress);
    }

    @Override
    public String describe() {
        return "vector, " + SHAPE.vectorBitSize() + " bits";
    }

    private static void loadStereo(final long stereo, final long mono, final long pcmAddress) {
        for (int i = 0; i < TalkerPlanes.STEREO_FLOATS; i += LANES) {
            ShortVector.fromMemorySegment(SAMPLES, ALL, pcmAddress + (long) i * Short.BYTES, ORDER)
                .convertShape(VectorOperators.S2F, FLOATS, 0)
                .intoMemorySegment(ALL, stereo + (long) i * Float.BYTES, ORDER);
        }
        for (int i = 0; i < TalkerPlanes.MONO_FLOATS; i += LANES) {
            // A sample frame is an int: one channel in its upper half, the other in its lower one.
            final IntVector frames =
                IntVector.fromMemorySegment(INTS, ALL, pcmAddress + (long) i * Integer.BYTES, ORDER);
            final IntVector upper = frames.lanewise(VectorOperators.ASHR, Short.SIZE);
            final IntVector lower =
                frames.lanewise(VectorOperators.LSHL, Short.SIZE).lanewise(VectorOperators.ASHR, Short.SIZE);
            final FloatVector sums = (FloatVector) upper.add(lower).convertShape(VectorOperators.I2F, FLOATS, 0);
            sums.mul(0.5f).intoMemorySegment(ALL, mono + (long) i * Float.BYTES, ORDER);
        }
    }

    private static void loadMono(final long stereo, final long mono, final long pcmAddress) {
        for (int i = 0; i < TalkerPlanes.MONO_FLOATS; i += LANES) {
            final FloatVector values = (FloatVector) ShortVector
                .fromMemorySegment(SAMPLES, ALL, pcmAddress + (long) i * Short.BYTES, ORDER)
                .convertShape(VectorOperators.S2F, FLOATS, 0);
            final long pairs = stereo + 2L * i * Float.BYTES;
            values.intoMemorySegment(ALL, mono + (long) i * Float.BYTES, ORDER);
            values.rearrange(LOW_HALF_TWICE).intoMemorySegment(ALL, pairs, ORDER);
            values.rearrange(HIGH_HALF_TWICE).intoMemorySegment(ALL, pairs + VECTOR_BYTES, ORDER);
        }
    }

    /**
     * Mixes planes of {@code floats} floats each, the first at {@code planes}, in tiles of sums small enough for the
     * registers.
     */
    private void mix(final long planes, final int floats, final int[] talkers, final int count, final long[] factors,
                     final long pcmAddress) {
        final long planeBytes = (long) floats * Float.BYTES;
        for (int tile = 0; tile < floats; tile += TILE_VECTORS * LANES) {
            mixTile(planes + (long) tile * Float.BYTES, planeBytes, talkers, count, factors, sums, tile);
        }
        store(sums, floats, pcmAddress);
    }

    private static void mixTile(final long planes, final long planeBytes, final int[] talkers, final int count,
                                final long[] factors, final float[] sums, final int tile) {
        FloatVector sum0 = FloatVector.zero(FLOATS);
        FloatVector sum1 = FloatVector.zero(FLOATS);
        FloatVector sum2 = FloatVector.zero(FLOATS);
        FloatVector sum3 = FloatVector.zero(FLOATS);
        FloatVector sum4 = FloatVector.zero(FLOATS);
        FloatVector sum5 = FloatVector.zero(FLOATS);
        FloatVector sum6 = FloatVector.zero(FLOATS);
        FloatVector sum7 = FloatVector.zero(FLOATS);
        for (int t = 0; t < count; t++) {
            final int talker = talkers[t];
            final long plane = planes + talker * planeBytes;
            final FloatVector factor = LongVector.broadcast(PAIRS, factors[talker]).reinterpretAsFloats();
            sum0 = sum0.add(FloatVector.fromMemorySegment(FLOATS, ALL, plane, ORDER).mul(factor));
            sum1 = sum1.add(FloatVector.fromMemorySegment(FLOATS, ALL, plane + VECTOR_BYTES, ORDER).mul(factor));
            sum2 = sum2.add(FloatVector.fromMemorySegment(FLOATS, ALL, plane + 2L * VECTOR_BYTES, ORDER).mul(factor));
            sum3 = sum3.add(FloatVector.fromMemorySegment(FLOATS, ALL, plane + 3L * VECTOR_BYTES, ORDER).mul(factor));
            sum4 = sum4.add(FloatVector.fromMemorySegment(FLOATS, ALL, plane + 4L * VECTOR_BYTES, ORDER).mul(factor));
            sum5 = sum5.add(FloatVector.fromMemorySegment(FLOATS, ALL, plane + 5L * VECTOR_BYTES, ORDER).mul(factor));
            sum6 = sum6.add(FloatVector.fromMemorySegment(FLOATS, ALL, plane + 6L * VECTOR_BYTES, ORDER).mul(factor));
            sum7 = sum7.add(FloatVector.fromMemorySegment(FLOATS, ALL, plane + 7L * VECTOR_BYTES, ORDER).mul(factor));
        }
        sum0.intoArray(sums, tile);
        sum1.intoArray(sums, tile + LANES);
        sum2.intoArray(sums, tile + 2 * LANES);
        sum3.intoArray(sums, tile + 3 * LANES);
        sum4.intoArray(sums, tile + 4 * LANES);
        sum5.intoArray(sums, tile + 5 * LANES);
        sum6.intoArray(sums, tile + 6 * LANES);
        sum7.intoArray(sums, tile + 7 * LANES);
    }

    /** Truncates toward zero first and clamps the ints: the same samples as clamping the floats, which costs more. */
    private static void store(final float[] sums, final int length, final long pcmAddress) {
        for (int i = 0; i < length; i += LANES) {
            ((IntVector) FloatVector.fromArray(FLOATS, sums, i).convertShape(VectorOperators.F2I, INTS, 0))
                .max(Short.MIN_VALUE).min(Short.MAX_VALUE)
                .convertShape(VectorOperators.I2S, SAMPLES, 0)
                .intoMemorySegment(ALL, pcmAddress + (long) i * Short.BYTES, ORDER);
        }
    }
}
