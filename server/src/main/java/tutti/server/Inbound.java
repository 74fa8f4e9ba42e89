package tutti.server;

import org.agrona.DirectBuffer;
import tutti.mixer.GainTable;
import tutti.protocol.Frame;
import tutti.server.stats.Counter;
import tutti.server.stats.Counters;
import tutti.transport.DatagramTransport;
import tutti.transport.Lane;
import tutti.transport.ReceiveBatch;

/**
 * Takes what has arrived and sorts it: messages to the control plane, audio to the jitter buffer of its sender, audio
 * of strangers to the front door. The kernel sorts by the first two bytes only, so what comes on either lane is
 * classified here by the full check (spec 1.4).
 */
final class Inbound {

    private final DatagramTransport transport;
    private final SessionTable sessions;
    private final GainTable gains;
    private final ControlPlane control;
    private final Counters counters;
    private final ReceiveBatch messages;
    private final ReceiveBatch audio;
    private int controlBudget;
    private int audioBudget;

    Inbound(final DatagramTransport transport, final SessionTable sessions, final GainTable gains,
        final ControlPlane control, final Counters counters) {
        this.transport = transport;
        this.sessions = sessions;
        this.gains = gains;
        this.control = control;
        this.counters = counters;
        messages = transport.newReceiveBatch(ServerLimits.CONTROL_DATAGRAMS_AT_ONCE);
        audio = transport.newReceiveBatch(ServerLimits.RECEIVE_SLOTS);
    }

    /** Renews the budgets of datagrams for the next frame and the time until then. */
    void beginFrame() {
        audioBudget = ServerLimits.AUDIO_DATAGRAMS_PER_FRAME;
        controlBudget = ServerLimits.CONTROL_DATAGRAMS_PER_FRAME;
    }

    /**
     * Serves messages that have arrived, few enough that a frame that is due meanwhile hardly waits.
     *
     * @param now present time in ns.
     * @return false when the frame's budget is used up, so that the rest has to wait.
     */
    boolean receiveControl(final long now) {
        controlBudget -= Math.max(1, receive(Lane.CONTROL, messages, now));
        return controlBudget > 0;
    }

    /**
     * Takes the audio that has arrived, while the frame's budget of it lasts. However often that is done for one frame,
     * a flood delays it no longer than if all were taken when it is due.
     */
    void receiveAudio(final long now) {
        boolean more = audioBudget > 0;
        while (more) {
            final int taken = receive(Lane.AUDIO, audio, now);
            audioBudget -= taken;
            more = taken == audio.capacity() && audioBudget > 0;
        }
    }

    /** Takes one batch of each kind, while no frame is running. */
    void receiveAll(final long now) {
        receive(Lane.CONTROL, messages, now);
        receive(Lane.AUDIO, audio, now);
    }

    private int receive(final Lane lane, final ReceiveBatch batch, final long now) {
        final int count = transport.receive(lane, batch);
        for (int datagram = 0; datagram < count; datagram++) {
            sort(batch, datagram, now);
        }
        return count;
    }

    private void sort(final ReceiveBatch batch, final int datagram, final long now) {
        final DirectBuffer buffer = batch.buffer();
        final int offset = batch.offset(datagram);
        final int length = batch.length(datagram);
        if (length == 0) {
            return;
        }
        if (batch.truncated(datagram)) {
            counters.increment(Counter.REFUSED_OVERSIZED);
            return;
        }
        final Session session = sessions.find(batch, datagram);
        if (Frame.isMessage(buffer, offset, length)) {
            counters.increment(Counter.MESSAGES_RECEIVED);
            control.onMessage(session, batch, datagram, now);
        } else if (session == null) {
            control.onStrangersAudio(batch, datagram, now);
        } else {
            takeAudio(session, buffer, offset, length);
        }
    }

    private void takeAudio(final Session session, final DirectBuffer buffer, final int offset, final int length) {
        final boolean fadingIn = !session.isFadedIn();
        final Session.Intake intake = session.takeAudio(buffer, offset, length);
        if (fadingIn) {
            gains.setFade(session.id(), session.fadeDatagrams(), session.format().fadeMaximum());
        }
        switch (intake) {
            case TAKEN -> countAudio(length);
            case NO_ROOM -> counters.increment(Counter.BLOCKS_REFUSED);
            case WRONG_SIZE -> counters.increment(Frame.hasFrameLength(buffer, offset, length)
                ? Counter.REFUSED_BAD_CRC : Counter.REFUSED_AUDIO_SIZE);
        }
    }

    private void countAudio(final int length) {
        counters.increment(Counter.AUDIO_RECEIVED);
        counters.add(Counter.AUDIO_RECEIVED_BYTES, length);
    }
}
