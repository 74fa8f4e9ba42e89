package tutti.server;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.Arrays;
import tutti.opus.OpusCodec;
import tutti.protocol.ChannelGain;
import tutti.protocol.ChannelPan;
import tutti.protocol.TransportProperties;
import tutti.server.RehearsalMusician.Fate;

/**
 * The musicians of a {@link Rehearsal}. The compiler drops what it has made when something happens that never happened
 * before, so they do all that real ones do: most have the usual stream and leave the faders alone, one plays mono, one
 * in half frames, one in double datagrams, one without sequence bytes; packets get lost or come in a bunch, faders move
 * and return, somebody is muted for a while, again and again somebody goes and comes back, and now and then everybody
 * at once, together with a crowd of guests, who come all at once or one after the other and soon go again.
 */
final class RehearsalBand implements AutoCloseable {

    private static final int STEREO_BYTES = 71;
    private static final int MONO_BYTES = 45;
    private static final int HALF_FRAME_BYTES = 35;

    private static final int FRAMES_PER_PING = 7;
    private static final int FRAMES_PER_LOSS = 61;
    private static final int FRAMES_PER_STALL = 700;
    private static final int FRAMES_HELD_UP = 5;
    private static final int FRAMES_PER_FADER_MOVE = 40;
    private static final int FRAMES_PER_LEAVE = 300;
    private static final int FRAMES_PER_BREAK = 2500;
    private static final int FRAMES_AWAY = 100;
    private static final int FRAMES_OF_A_VISIT = 200;
    private static final int FRAMES_BETWEEN_GUESTS = 3;
    private static final int FRAMES_OF_A_MOOD = 600;

    /** More than are sent a client list in one frame, and enough for hashes of addresses to meet. */
    private static final int GUESTS = 2 * ServerLimits.LISTS_PER_FRAME;

    private final RehearsalMusician[] musicians;
    private final RehearsalMusician[] guests;
    private int frame;

    private RehearsalBand(final RehearsalMusician[] musicians, final RehearsalMusician[] guests) {
        this.musicians = musicians;
        this.guests = guests;
    }

    /**
     * Gathers the musicians; they connect in the first frame.
     *
     * @param server where they play.
     * @param size number of musicians, at least 1.
     * @param room channels of that server; guests come as far as there is room for them.
     * @param opus codes what they play.
     * @return the band, to be closed.
     */
    static RehearsalBand gather(final InetSocketAddress server, final int size, final int room,
        final OpusCodec opus) {
        final int codec = TransportProperties.CODEC_OPUS;
        final RehearsalPart usual = RehearsalPart.compose(opus, codec, 2, STEREO_BYTES, 1, true);
        final RehearsalPart[] special = {
            RehearsalPart.compose(opus, codec, 1, MONO_BYTES, 1, true),
            RehearsalPart.compose(opus, TransportProperties.CODEC_OPUS64, 2, HALF_FRAME_BYTES, 1, true),
            RehearsalPart.compose(opus, codec, 2, STEREO_BYTES, 2, true),
            RehearsalPart.compose(opus, codec, 2, STEREO_BYTES, 1, false)
        };
        final RehearsalMusician[] musicians = new RehearsalMusician[size];
        for (int i = 0; i < size; i++) {
            final boolean isUsual = i < size - special.length || i < 2;
            musicians[i] = new RehearsalMusician(server, isUsual ? usual : special[size - 1 - i]);
        }
        final RehearsalMusician[] guests = new RehearsalMusician[Math.min(GUESTS, room - size)];
        Arrays.setAll(guests, i -> new RehearsalMusician(server, usual));
        return new RehearsalBand(musicians, guests);
    }

    /** Everybody plays a frame of 2.667 ms, answers what has come, and does what is on the programme. */
    void playFrame() throws IOException {
        for (int i = 0; i < musicians.length; i++) {
            if (isPresent(musicians[i], !isAway(i))) {
                play(i);
            }
        }
        for (int i = 0; i < guests.length; i++) {
            if (isPresent(guests[i], isVisiting(i))) {
                guests[i].play(false, Fate.ARRIVES);
                guests[i].answer();
            }
        }
        frame++;
    }

    private boolean isVisiting(final int guest) {
        final int sinceBreak = frame % FRAMES_PER_BREAK - FRAMES_AWAY;
        final boolean atOnce = frame / FRAMES_PER_BREAK % 2 == 0;
        return sinceBreak >= (atOnce ? 0 : guest * FRAMES_BETWEEN_GUESTS) && sinceBreak < FRAMES_OF_A_VISIT;
    }

    private static boolean isPresent(final RehearsalMusician musician, final boolean wanted) throws IOException {
        if (wanted && !musician.isThere()) {
            musician.join();
        } else if (!wanted && musician.isThere()) {
            musician.leave();
        }
        return wanted;
    }

    private boolean isAway(final int i) {
        final boolean turn = !isSteady(i) && frame / FRAMES_PER_LEAVE % musicians.length == i;
        return turn && frame % FRAMES_PER_LEAVE < FRAMES_AWAY || frame % FRAMES_PER_BREAK < FRAMES_AWAY;
    }

    private Fate fate(final int i) {
        if (isSteady(i)) {
            return i % 4 == 0 && frame % FRAMES_PER_STALL < FRAMES_HELD_UP ? Fate.HELD_UP : Fate.ARRIVES;
        }
        return (frame + i) % FRAMES_PER_LOSS == 0 ? Fate.LOST : Fate.ARRIVES;
    }

    /** Whether a musician stays and loses nothing; without that, a jitter buffer does not come to its final size. */
    private static boolean isSteady(final int i) {
        return i % 2 == 0;
    }

    private void play(final int i) throws IOException {
        final RehearsalMusician musician = musicians[i];
        final boolean quiet = frame / FRAMES_OF_A_MOOD % 2 == 1;
        musician.play(i == 1 && quiet, fate(i));
        if ((frame + i) % FRAMES_PER_PING == 0) {
            musician.ping(frame);
        }
        if (i % 4 == 0 && (frame + i) % FRAMES_PER_FADER_MOVE == 0) {
            final int channel = frame % musicians.length;
            if (quiet) {
                musician.mix(channel, ChannelGain.UNITY, ChannelPan.CENTRE);
            } else {
                musician.mix(channel, ChannelGain.UNITY - frame % 100, ChannelPan.CENTRE + frame % 100);
            }
        }
        musician.answer();
    }

    @Override
    public void close() throws IOException {
        for (final RehearsalMusician musician : musicians) {
            isPresent(musician, false);
        }
        for (final RehearsalMusician guest : guests) {
            isPresent(guest, false);
        }
    }
}
