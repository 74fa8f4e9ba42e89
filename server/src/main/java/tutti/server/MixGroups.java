package tutti.server;

import java.lang.foreign.Arena;
import tutti.mixer.GainTable;
import tutti.opus.OpusCodec;
import tutti.server.stats.Counter;
import tutti.server.stats.Counters;

/**
 * Who hears the same mix. Most listeners of a large ensemble do; mixed, encoded once and sent to all of them, a frame
 * costs one decode and one send per client and almost nothing else.
 * <p>
 * Groups change only when something happens, never by themselves:
 * <ul>
 * <li>A listener who moves a fader leaves at once and takes a copy of the group's encoder along, so its decoder sees
 *     one continuous stream.</li>
 * <li>A group whose mix has not been changed for {@link #HYSTERESIS_FRAMES} looks once for another one with the same
 *     mix and joins it. A decoder that moves to another encoder's stream is off for one frame and exact from the third
 *     on; the wait keeps a moving fader from doing that again and again.</li>
 * <li>Newcomers hear everything fade in over three seconds. Those who come within a quarter of a second of each other
 *     are faded in together, so that 150 who connect at once are one mix from their first frame. One whose datagrams
 *     stop coming is left behind, alone, or the others would hear nothing either.</li>
 * </ul>
 */
final class MixGroups {

    /** Frames without a change after which a group may join another: half a second. */
    static final int HYSTERESIS_FRAMES = 188;

    /** How far, of its whole fade-in, a group may be when a newcomer joins it, and a member behind the others. */
    private static final float LATEST_JOIN = 0.085f;

    /** Groups that look for an equal one in one frame. */
    private static final int LOOKS_PER_FRAME = 16;

    private final GainTable gains;
    private final OpusCodec codec;
    private final Counters counters;
    private final MixGroup[] groups;
    private int count;
    private boolean sharing;
    private long frame;

    /**
     * @param maxClients most listeners, and so most groups.
     * @param sharing whether to begin with sharing on; off, every listener is a group of one.
     */
    MixGroups(final int maxClients, final GainTable gains, final OpusCodec codec, final boolean sharing,
        final Counters counters, final Arena arena) {
        this.gains = gains;
        this.codec = codec;
        this.counters = counters;
        this.sharing = sharing;
        groups = new MixGroup[maxClients];
        for (int i = 0; i < maxClients; i++) {
            groups[i] = new MixGroup(maxClients, codec, arena);
        }
    }

    /** Number of groups: mixes made in a frame. */
    int count() {
        return count;
    }

    /** A group, 0 to {@link #count()} - 1. */
    MixGroup group(final int index) {
        return groups[index];
    }

    /**
     * Takes in a listener who is to be sent audio from now on, or whose coded blocks changed their form: its encoder
     * starts afresh.
     */
    void begin(final Session listener) {
        end(listener);
        if (sharing && joinOtherNewcomers(listener)) {
            return;
        }
        final MixGroup group = open(listener);
        final StreamFormat format = listener.format();
        codec.resetEncoder(group.encoder(), format.blockSamples(), format.channels(), format.codedBytes());
        group.setMergeDue(frame + HYSTERESIS_FRAMES);
    }

    /** Lets go of a listener who is sent no more audio; nothing happens if it was sent none. */
    void end(final Session listener) {
        final MixGroup group = listener.mixGroup();
        if (group != null) {
            group.remove(listener);
            if (group.size() == 0) {
                close(group);
            }
        }
    }

    /** Notes that a listener has changed its gains or pans. */
    void changed(final Session listener) {
        final MixGroup group = listener.mixGroup();
        if (group == null) {
            return;
        }
        (group.size() > 1 ? splitOff(listener) : group).setMergeDue(frame + HYSTERESIS_FRAMES);
    }

    /**
     * Notes that a listener's place in its fade-in was moved by something else than its datagrams: those who were faded
     * in with it are not affected.
     */
    void fadeMoved(final Session listener) {
        changed(listener);
        if (listener.mixGroup() != null && !listener.isFadedIn()) {
            listener.mixGroup().fadeInAgain();
        }
    }

    /** Notes that a source has left: mixes that differed only in it are equal now. */
    void sourceLeft() {
        for (int i = 0; i < count; i++) {
            groups[i].setMergeDue(Math.min(groups[i].mergeDue(), frame + HYSTERESIS_FRAMES));
        }
    }

    /** Switches sharing. Off, everybody goes on alone, each with a copy of its group's encoder. */
    void setSharing(final boolean on) {
        sharing = on;
        for (int i = count - 1; i >= 0; i--) {
            while (!on && groups[i].size() > 1) {
                splitOff(groups[i].member(groups[i].size() - 1));
            }
            groups[i].setMergeDue(frame + 1);
        }
    }

    /** Lets groups that have become equal join; a bounded number of looks a frame. */
    void afterFrame() {
        frame++;
        int looks = 0;
        for (int i = count - 1; i >= 0 && looks < LOOKS_PER_FRAME; i--) {
            final MixGroup group = groups[i];
            if (group.isFadingIn() && group.size() > 1) {
                leaveBehind(group.laggard(LATEST_JOIN));
            }
            if (group.isFadingIn() && group.leader().isFadedIn()) {
                group.endFadeIn();
                group.setMergeDue(Math.min(group.mergeDue(), frame));
            }
            if (group.mergeDue() <= frame && !group.isFadingIn()) {
                looks++;
                group.clearMergeDue();
                if (sharing) {
                    merge(group);
                }
            }
        }
        counters.set(Counter.MIX_GROUPS, count);
    }

    private void leaveBehind(final Session laggard) {
        if (laggard != null) {
            changed(laggard);
        }
    }

    private void merge(final MixGroup group) {
        for (int i = 0; i < count; i++) {
            final MixGroup other = groups[i];
            if (other != group && !other.isFadingIn() && isSameMix(group.leader(), other.leader())) {
                final MixGroup target = other.size() >= group.size() ? other : group;
                final MixGroup source = target == other ? group : other;
                while (source.size() > 0) {
                    final Session mover = source.member(source.size() - 1);
                    source.remove(mover);
                    target.add(mover);
                }
                close(source);
                counters.increment(Counter.MIX_GROUP_MERGES);
                return;
            }
        }
    }

    private boolean joinOtherNewcomers(final Session listener) {
        for (int i = 0; i < count; i++) {
            final MixGroup group = groups[i];
            if (group.isFadingIn() && Math.abs(group.leader().fade() - listener.fade()) < LATEST_JOIN
                && listener.fade() < LATEST_JOIN && isSameMix(group.leader(), listener)) {
                group.add(listener);
                return true;
            }
        }
        return false;
    }

    private MixGroup splitOff(final Session listener) {
        final MixGroup former = listener.mixGroup();
        former.remove(listener);
        final MixGroup own = open(listener);
        codec.copyEncoder(former.encoder(), own.encoder());
        counters.increment(Counter.MIX_GROUP_SPLITS);
        return own;
    }

    private MixGroup open(final Session listener) {
        final MixGroup group = groups[count++];
        group.begin(listener, !listener.isFadedIn());
        return group;
    }

    private void close(final MixGroup group) {
        int place = 0;
        while (groups[place] != group) {
            place++;
        }
        count--;
        groups[place] = groups[count];
        groups[count] = group;
    }

    private boolean isSameMix(final Session one, final Session other) {
        final boolean stereo = one.format().channels() == 2;
        return one.format().codesLike(other.format())
            && gains.mixKey(one.id(), stereo) == gains.mixKey(other.id(), stereo)
            && gains.sameMix(one.id(), other.id(), stereo);
    }
}
