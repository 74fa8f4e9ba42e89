package tutti.mixer;

import java.util.Arrays;
import java.util.Objects;

/**
 * How loud, and where between left and right, every listener hears every source (sections 4.4, 4.5 and 5.6), kept as
 * the factors that the mix kernels multiply with.
 *
 * <p>The effective gain with which listener l hears source s is {@code gain[l][s] * fade[s]}, times {@code fade[l]}
 * unless l is s: a musician's own fade-in acts once on what they hear of themselves. With pan p from 0 (left) to 1
 * (right), the left factor is that times {@code 2 * min(0.5, 1 - p)} and the right one that times {@code 2 * min(0.5,
 * p)}. Everything is computed in floats, in this order.
 *
 * <p>A gain or a pan changes one factor at once. A fade changes a row and a column, and in the three seconds after a
 * join it changes with every datagram: it only marks the rows, and a row is computed again when it is next read.
 *
 * <p>Belongs to one thread. While nothing is changed, several threads may read rows, of different listeners: computing
 * a row again writes only what is that listener's. Nothing here allocates after construction.
 */
public final class GainTable {

    /** Wire value of gain 1.0 and of pan 1.0 (hard right). */
    public static final int WIRE_UNITY = 0x8000;

    private static final float WIRE_STEP = 1.0f / WIRE_UNITY;

    private final int maxChannels;
    private final float[][] gain;
    private final float[][] panLeft;
    private final float[][] panRight;
    private final float[] fade;
    private final int[] muted;

    private final MixSettings settings;
    private final long[][] mono;
    private final long[][] stereo;
    private final int[] rowVersion;
    private int fadeVersion;

    /**
     * Creates a table of gains 1.0 and pans 0.5, in which every channel is faded out.
     *
     * @param maxChannels number of channels, at least 1; their ids are 0 to {@code maxChannels - 1}
     * @throws IllegalArgumentException if {@code maxChannels} is less than 1
     */
    public GainTable(final int maxChannels) {
        if (maxChannels < 1) {
            throw new IllegalArgumentException("maxChannels must be at least 1, but is " + maxChannels);
        }
        this.maxChannels = maxChannels;
        gain = new float[maxChannels][maxChannels];
        panLeft = new float[maxChannels][maxChannels];
        panRight = new float[maxChannels][maxChannels];
        fade = new float[maxChannels];
        muted = new int[maxChannels];
        settings = new MixSettings(maxChannels);
        mono = new long[maxChannels][maxChannels];
        stereo = new long[maxChannels][maxChannels];
        rowVersion = new int[maxChannels];
        for (int l = 0; l < maxChannels; l++) {
            Arrays.fill(gain[l], 1.0f);
            Arrays.fill(panLeft[l], 1.0f);
            Arrays.fill(panRight[l], 1.0f);
        }
    }

    /**
     * Sets the gain with which a listener hears a source.
     *
     * @param listener  channel id
     * @param source    channel id
     * @param wireGain  unsigned 16-bit value of CHANNEL_GAIN, 0 to 65535: gain times 32768. Values over 32768 amplify
     * @return whether the gain changed from 0 to more or from more to 0, so that the source must be told (section 4.6)
     * @throws IndexOutOfBoundsException if an id is out of range
     * @throws IllegalArgumentException  if the gain is out of range
     */
    public boolean setGain(final int listener, final int source, final int wireGain) {
        checkPair(listener, source);
        checkWire("gain", wireGain);
        final boolean wasMuted = isMuted(listener, source);
        gain[listener][source] = wireGain * WIRE_STEP;
        final boolean toggled = wasMuted != isMuted(listener, source);
        if (toggled) {
            muted[listener] += wasMuted ? -1 : 1;
        }
        settings.setGain(listener, source, wireGain);
        update(listener, source);
        return toggled;
    }

    /**
     * Sets where a stereo listener hears a source.
     *
     * @param listener channel id
     * @param source   channel id
     * @param wirePan  unsigned 16-bit value of CHANNEL_PAN, 0 (left) to 32768 (right); values over 32768, up to 65535,
     *                 count as 32768
     * @throws IndexOutOfBoundsException if an id is out of range
     * @throws IllegalArgumentException  if the pan is out of range
     */
    public void setPan(final int listener, final int source, final int wirePan) {
        checkPair(listener, source);
        checkWire("pan", wirePan);
        final int clampedPan = Math.min(wirePan, WIRE_UNITY);
        final float pan = clampedPan * WIRE_STEP;
        settings.setPan(listener, source, clampedPan);
        panLeft[listener][source] = 2.0f * Math.min(0.5f, 1.0f - pan);
        panRight[listener][source] = 2.0f * Math.min(0.5f, pan);
        update(listener, source);
    }

    /**
     * Sets how far a channel has faded in, to {@code counter / maximum} (section 4.4).
     *
     * @param channel channel id
     * @param counter datagrams counted, 0 to {@code maximum}
     * @param maximum count at which the channel is heard in full, at least 1
     * @throws IndexOutOfBoundsException if the id is out of range
     * @throws IllegalArgumentException  if the counter or the maximum is out of range
     */
    public void setFade(final int channel, final int counter, final int maximum) {
        Objects.checkIndex(channel, maxChannels);
        if (counter < 0 || maximum < 1 || counter > maximum) {
            throw new IllegalArgumentException(
                "fade must be 0/maximum to maximum/maximum, but is " + counter + "/" + maximum);
        }
        setFade(channel, (float) counter / maximum);
    }

    /**
     * Makes a channel a newcomer's: gains 1.0 and pans 0.5 in both directions, faded out. Who has to be told that a
     * gain was 0 (section 4.6) is to be found with {@link #isMuted} before.
     *
     * @param channel channel id
     * @throws IndexOutOfBoundsException if the id is out of range
     */
    public void resetChannel(final int channel) {
        Objects.checkIndex(channel, maxChannels);
        for (int other = 0; other < maxChannels; other++) {
            resetPair(channel, other);
            resetPair(other, channel);
        }
        settings.reset(channel);
        setFade(channel, 0.0f);
    }

    /**
     * Says whether a channel is there to be heard. Settings for one that is not make no difference between mixes.
     *
     * @param channel   channel id
     * @param connected whether it is connected
     * @throws IndexOutOfBoundsException if the id is out of range
     */
    public void setConnected(final int channel, final boolean connected) {
        Objects.checkIndex(channel, maxChannels);
        settings.setConnected(channel, connected);
    }

    /**
     * Returns a key by which listeners with the same mix are found: it is equal for two listeners if gains, and for
     * stereo ones pans, are equal for all connected channels; the reverse is to be confirmed by {@link #sameMix}.
     * Fade-ins do not count.
     *
     * @param listener channel id
     * @param stereo   whether the listener is a stereo one
     */
    public long mixKey(final int listener, final boolean stereo) {
        return settings.key(listener, stereo);
    }

    /**
     * Returns whether two listeners of the same kind have set the same gains, and pans if they are stereo listeners,
     * for all connected channels.
     *
     * @param one    channel id
     * @param other  channel id
     * @param stereo whether they are stereo listeners
     */
    public boolean sameMix(final int one, final int other, final boolean stereo) {
        return settings.equal(one, other, stereo);
    }

    /**
     * Computes the row of factors of listeners who are faded in together, as if one of them were somebody who does not
     * hear themselves: everybody is heard with {@code gain * fade[source] * fade[listener]}. Changes nothing here.
     *
     * @param listener channel id of one of them
     * @param stereo   whether they are stereo listeners
     * @param into     where the row is written, by source id; at least {@code maxChannels} long
     */
    public void commonFactors(final int listener, final boolean stereo, final long[] into) {
        for (int source = 0; source < maxChannels; source++) {
            final float effective = gain[listener][source] * fade[source] * fade[listener];
            into[source] = stereo
                ? FactorPair.pack(effective * panLeft[listener][source], effective * panRight[listener][source])
                : FactorPair.pack(effective, effective);
        }
    }

    /**
     * Returns whether a listener has set the gain of a source to 0.
     *
     * @param listener channel id
     * @param source   channel id
     */
    public boolean isMuted(final int listener, final int source) {
        return gain[listener][source] == 0.0f;
    }

    /**
     * Returns how many sources a listener has set to 0, connected or not.
     *
     * @param listener channel id
     */
    public int mutedSources(final int listener) {
        return muted[listener];
    }

    /**
     * Returns the row of factors of a stereo listener, by source id, for {@link MixKernels#mixStereo}.
     *
     * @param listener channel id
     * @return the table's own row, to be read only and only until the table is next changed
     */
    public long[] stereoFactors(final int listener) {
        refresh(listener);
        return stereo[listener];
    }

    /**
     * Returns the row of factors of a mono listener, by source id, for {@link MixKernels#mixMono}. Pans do not act on
     * it.
     *
     * @param listener channel id
     * @return the table's own row, to be read only and only until the table is next changed
     */
    public long[] monoFactors(final int listener) {
        refresh(listener);
        return mono[listener];
    }

    private void setFade(final int channel, final float value) {
        if (fade[channel] != value) {
            fade[channel] = value;
            fadeVersion++;
        }
    }

    private void resetPair(final int listener, final int source) {
        if (isMuted(listener, source)) {
            muted[listener]--;
        }
        gain[listener][source] = 1.0f;
        panLeft[listener][source] = 1.0f;
        panRight[listener][source] = 1.0f;
        update(listener, source);
    }

    private void refresh(final int listener) {
        if (rowVersion[listener] == fadeVersion) {
            return;
        }
        rowVersion[listener] = fadeVersion;
        final float[] gains = gain[listener];
        final float[] lefts = panLeft[listener];
        final float[] rights = panRight[listener];
        final long[] monoRow = mono[listener];
        final long[] stereoRow = stereo[listener];
        final float listenerFade = fade[listener];
        for (int source = 0; source < maxChannels; source++) {
            final float effective = gains[source] * fade[source] * listenerFade;
            monoRow[source] = FactorPair.pack(effective, effective);
            stereoRow[source] = FactorPair.pack(effective * lefts[source], effective * rights[source]);
        }
        update(listener, listener);
    }

    private void update(final int listener, final int source) {
        final float faded = gain[listener][source] * fade[source];
        final float effective = listener == source ? faded : faded * fade[listener];
        mono[listener][source] = FactorPair.pack(effective, effective);
        stereo[listener][source] =
            FactorPair.pack(effective * panLeft[listener][source], effective * panRight[listener][source]);
    }

    private void checkPair(final int listener, final int source) {
        Objects.checkIndex(listener, maxChannels);
        Objects.checkIndex(source, maxChannels);
    }

    private static void checkWire(final String what, final int value) {
        if (value < 0 || value > 0xFFFF) {
            throw new IllegalArgumentException(what + " must be 0 to 65535, but is " + value);
        }
    }
}
