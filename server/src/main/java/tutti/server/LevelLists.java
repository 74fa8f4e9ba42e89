package tutti.server;

import tutti.mixer.LevelMeter;
import tutti.protocol.ChannelLevels;
import tutti.protocol.MessageId;

/** Tells everybody how loud everybody is, every {@value #PERIOD_FRAMES} frames (spec 4.9). */
final class LevelLists {

    /** Frames from one list to the next: 269 ms. */
    static final int PERIOD_FRAMES = 101;

    private final SessionTable sessions;
    private final LevelMeter meter;
    private final ControlOutbox outbox;
    private final byte[] levels;
    private int frames;

    LevelLists(final SessionTable sessions, final LevelMeter meter, final ControlOutbox outbox) {
        this.sessions = sessions;
        this.meter = meter;
        this.outbox = outbox;
        levels = new byte[sessions.capacity()];
    }

    /**
     * To be called once a frame, after everybody was decoded.
     *
     * @return whether the lists were sent in this frame.
     */
    boolean afterFrame() {
        frames++;
        if (frames <= PERIOD_FRAMES) {
            return false;
        }
        frames = 1;
        send();
        return true;
    }

    private void send() {
        final int count = sessions.count();
        for (int position = 0; position < count; position++) {
            final Session session = sessions.connected(position);
            levels[position] = (byte) (session.format().isServable()
                ? meter.update(session.id(), session.format().channels(), session.decoder().pcm())
                : meter.updateSilent(session.id()));
        }
        for (int position = 0; position < count; position++) {
            final Session session = sessions.connected(position);
            outbox.send(session.address(), session.id(), MessageId.CLM_CHANNEL_LEVEL_LIST,
                ChannelLevels.write(outbox.scratch(), ControlOutbox.BODY, levels, count));
        }
    }
}
