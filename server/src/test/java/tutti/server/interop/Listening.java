package tutti.server.interop;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * What is heard in a recording of one or more stereo outputs that should carry the left tone on the left and the right
 * tone on the right, without a gap. A stretch of time is good if that is so in every channel.
 */
final class Listening {
    private static final double LEVEL_TOLERANCE = JackServer.TONE_AMPLITUDE * 0.15;
    /** How much of one side's tone may be heard on the other side: coding noise. */
    private static final double CROSSTALK = JackServer.TONE_AMPLITUDE * 0.1;

    private final List<ToneWindows> ownTones = new ArrayList<>();
    private final List<ToneWindows> otherTones = new ArrayList<>();
    private final int count;
    private int good;
    private int longestGood;

    /**
     * @param recording full scale at 1, first index the channel: left, right, left, right, ...
     */
    Listening(final float[][] recording) {
        for (int channel = 0; channel < recording.length; channel++) {
            final boolean left = channel % 2 == 0;
            ownTones.add(new ToneWindows(recording[channel], left ? JackServer.LEFT_TONE : JackServer.RIGHT_TONE));
            otherTones.add(new ToneWindows(recording[channel], left ? JackServer.RIGHT_TONE : JackServer.LEFT_TONE));
        }
        count = ownTones.getFirst().count();
        int run = 0;
        for (int stretch = 0; stretch < count; stretch++) {
            run = isGood(stretch) ? run + 1 : 0;
            good += run > 0 ? 1 : 0;
            longestGood = Math.max(longestGood, run);
        }
    }

    private boolean isGood(final int stretch) {
        return ownTones.stream().allMatch(t -> t.isWithin(stretch, JackServer.TONE_AMPLITUDE, LEVEL_TOLERANCE))
                && otherTones.stream().allMatch(t -> t.isWithin(stretch, 0, CROSSTALK));
    }

    /** @return which part of the recording is good, 0 to 1 */
    double goodPart() {
        return (double) good / count;
    }

    /** @return the longest time without a gap, in seconds */
    double longestGoodSeconds() {
        return longestGood * ToneWindows.STEP / ToneWindows.SAMPLE_RATE;
    }

    @Override
    public String toString() {
        return String.format(Locale.ROOT, "right %.1f %% of the time, at most %.2f s on end; levels by channel %s",
                100 * goodPart(), longestGoodSeconds(), ownTones);
    }
}
