package tutti.fleet;

import java.util.Arrays;
import org.HdrHistogram.Histogram;
import org.agrona.DirectBuffer;

/**
 * Finds the bursts of a client in what it hears, and takes the time from one to the other: from the moment at which the
 * burst's first sample would have been at the microphone, which is as long before its packet leaves as the packet has
 * samples from there on, to the moment at which that sample could be played at the earliest, which is as long after the
 * arrival of its packet as the packet has samples before it.
 *
 * <p>Included are therefore the time that it takes to fill a packet, both ways on the network, the server's jitter
 * buffer, the wait for its frame, its work, and the delay of two encoders and two decoders. Not included are the
 * listener's own jitter buffer and both sound cards.
 *
 * <p>A burst is found where the sound resembles it most: both are compared at every sample. One thread uses an
 * instance; nothing is allocated after construction.
 */
final class LatencyMeter implements Ear {

    /** A burst that has not come back within so many samples heard is given up. */
    static final int LONGEST_SAMPLES = StreamFormat.SAMPLE_RATE / 2;

    /** Likeness, 1 at most, from which sound is taken for a burst. */
    private static final double LIKENESS = 0.5;
    /** The likeness is greatest when nothing greater follows within so many samples. */
    private static final int PEAK_SAMPLES = 128;
    /** Below this part of a burst's energy nothing is compared: there is silence. */
    private static final double AUDIBLE = 0.01;
    private static final int MAX_FRAME = 128;
    private static final int KEPT = Burst.SAMPLES - 1;
    private static final int NOT_BEGUN = -1;
    private static final double NANOS_PER_SAMPLE = 1e9 / StreamFormat.SAMPLE_RATE;

    private final int channels;
    private final Histogram latencies;
    private final double burstEnergy = Burst.energy();
    private final double quietEnergy;

    /** The last {@link #KEPT} samples, and the frame that is being heard. */
    private final int[] heard = new int[KEPT + MAX_FRAME];
    /** When each of the last frames could be played: the newest first. */
    private final long[] frameNanos;
    private final int frameSamples;

    private boolean counting;
    private int beginsBeforeEnd = NOT_BEGUN;
    private boolean awaited;
    private boolean spoilt;
    private long begunNanos;
    private int samplesSince;
    private double bestLikeness;
    private double bestNanos;
    private int samplesSinceBest;
    private long bursts;
    private long unheard;

    /**
     * @param amplitude of the bursts, in int16 steps
     * @param latencies receives the times in nanoseconds, while counting
     */
    LatencyMeter(final StreamFormat format, final float amplitude, final Histogram latencies) {
        this.channels = format.channels();
        this.frameSamples = format.frameSamples();
        this.frameNanos = new long[Math.ceilDiv(KEPT, frameSamples) + 1];
        this.latencies = latencies;
        this.quietEnergy = AUDIBLE * burstEnergy * amplitude * amplitude;
    }

    /** {@return whether no burst is on its way} */
    boolean isIdle() {
        return !awaited && beginsBeforeEnd == NOT_BEGUN;
    }

    /**
     * A burst begins in the packet that leaves next.
     *
     * @param samplesBeforeEnd samples of the packet from the burst's first one on, 1 or more
     */
    void begins(final int samplesBeforeEnd) {
        beginsBeforeEnd = samplesBeforeEnd;
    }

    /** A packet leaves now. @param wallNanos the clock of the kernel's stamps */
    void departs(final long wallNanos) {
        if (beginsBeforeEnd == NOT_BEGUN) {
            return;
        }
        begunNanos = wallNanos - Math.round(beginsBeforeEnd * NANOS_PER_SAMPLE);
        beginsBeforeEnd = NOT_BEGUN;
        awaited = true;
        spoilt = !counting;
        samplesSince = 0;
        bestLikeness = 0;
    }

    @Override
    public void arrives(final long wallNanos) {
        System.arraycopy(frameNanos, 0, frameNanos, 1, frameNanos.length - 1);
        frameNanos[0] = wallNanos;
    }

    @Override
    public void accept(final DirectBuffer pcm, final int samples) {
        for (int i = 0; i < samples; i++) {
            heard[KEPT + i] = pcm.getShort(i * channels * Short.BYTES);
        }
        if (awaited) {
            search(samples);
        }
        System.arraycopy(heard, samples, heard, 0, KEPT);
    }

    private void search(final int samples) {
        long energy = 0;
        for (int i = 0; i < KEPT; i++) {
            energy += (long) heard[i] * heard[i];
        }
        for (int from = 0; from < samples && awaited; from++) {
            energy += (long) heard[from + KEPT] * heard[from + KEPT];
            compare(from, energy);
            energy -= (long) heard[from] * heard[from];
        }
    }

    /** Compares the burst with the samples from {@code from} on, whose energy is given. */
    private void compare(final int from, final long energy) {
        samplesSince++;
        samplesSinceBest++;
        if (energy >= quietEnergy) {
            final double likeness = Burst.compare(heard, from) / Math.sqrt(energy * burstEnergy);
            if (likeness >= LIKENESS && likeness > bestLikeness) {
                bestLikeness = likeness;
                bestNanos = playedNanos(from - KEPT);
                samplesSinceBest = 0;
            }
        }
        if (bestLikeness > 0 && samplesSinceBest >= PEAK_SAMPLES) {
            end(true);
        } else if (samplesSince >= LONGEST_SAMPLES) {
            end(bestLikeness > 0);
        }
    }

    /** {@return when a sample can be played; it is counted from the first one of the newest frame, 0 or negative} */
    private double playedNanos(final int sample) {
        final int framesBack = Math.ceilDiv(-sample, frameSamples);
        return frameNanos[framesBack] + (sample + framesBack * frameSamples) * NANOS_PER_SAMPLE;
    }

    private void end(final boolean found) {
        awaited = false;
        if (spoilt || !counting) {
            return;
        }
        bursts++;
        if (found) {
            latencies.recordValue(Math.clamp(Math.round(bestNanos - begunNanos), 0,
                    latencies.getHighestTrackableValue()));
        } else {
            unheard++;
        }
    }

    @Override
    public void markUnusable() {
        spoilt = true;
    }

    @Override
    public void excuse(final long nanos) {
        spoilt = true;
    }

    @Override
    public void startCounting() {
        counting = true;
        spoilt = true;
        Arrays.fill(heard, 0);
    }

    @Override
    public void stopCounting() {
        counting = false;
    }

    /** {@return bursts that came to an end while counting: heard, or given up} */
    long bursts() {
        return bursts;
    }

    /** {@return those of them that were never heard} */
    long unheard() {
        return unheard;
    }
}
