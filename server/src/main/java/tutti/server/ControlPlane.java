package tutti.server;

import org.agrona.DirectBuffer;
import tutti.protocol.Acknowledgement;
import tutti.protocol.Frame;
import tutti.protocol.JitterBufferSize;
import tutti.protocol.MessageId;
import tutti.protocol.MuteState;
import tutti.server.stats.Counter;
import tutti.server.stats.Counters;
import tutti.transport.ReceiveBatch;

/**
 * All that is not audio: gives each message to whom it concerns, and after every frame sends what the clients are owed.
 * What is owed is kept as marks on the sessions (a stale list, a changed buffer size, an untold mute), so that many
 * changes cost one message, and the work of one frame is bounded.
 */
final class ControlPlane {

    private final SessionTable sessions;
    private final ChannelMessages channelMessages;
    private final ConnectionlessMessages connectionless;
    private final FrontDoor frontDoor;
    private final Membership membership;
    private final MixGroups groups;
    private final ClientLists lists;
    private final LevelLists levels;
    private final ControlOutbox outbox;
    private final Counters counters;
    private final Acknowledgement acknowledgement = new Acknowledgement();

    ControlPlane(final SessionTable sessions, final ChannelMessages channelMessages,
        final ConnectionlessMessages connectionless, final FrontDoor frontDoor, final Membership membership,
        final MixGroups groups, final ClientLists lists, final LevelLists levels, final ControlOutbox outbox,
        final Counters counters) {
        this.sessions = sessions;
        this.channelMessages = channelMessages;
        this.connectionless = connectionless;
        this.frontDoor = frontDoor;
        this.membership = membership;
        this.groups = groups;
        this.lists = lists;
        this.levels = levels;
        this.outbox = outbox;
        this.counters = counters;
    }

    /**
     * Takes a message.
     *
     * @param sender channel of its sender, or null.
     * @param batch where it was received.
     * @param datagram its place there.
     * @param now present time in ns.
     */
    void onMessage(final Session sender, final ReceiveBatch batch, final int datagram, final long now) {
        final DirectBuffer buffer = batch.buffer();
        final int frame = batch.offset(datagram);
        final int id = Frame.id(buffer, frame);
        if (MessageId.isConnectionless(id)) {
            connectionless.onMessage(sender, batch, datagram, now);
        } else if (id == MessageId.ACKN) {
            onAcknowledgement(sender, batch, datagram, now);
        } else if (sender == null) {
            frontDoor.onMessage(batch, datagram, now);
        } else {
            channelMessages.onMessage(sender, id, Frame.counter(buffer, frame), buffer, Frame.bodyOffset(frame),
                Frame.bodyLength(buffer, frame), now);
        }
    }

    /** Takes audio, or whatever is no message, from somebody who has no channel. */
    void onStrangersAudio(final ReceiveBatch batch, final int datagram, final long now) {
        frontDoor.onAudio(batch, datagram, now);
    }

    /** Switches whether listeners who hear the same share a mix. To be called between two frames. */
    void setSharedMix(final boolean on) {
        groups.setSharing(on);
    }

    /** Frees the channels of those who have left. */
    void dismissGone(final long now) {
        membership.dismissGone(now);
    }

    /** Sends what is owed after messages were served between two frames. */
    void betweenFrames(final long now) {
        frontDoor.service(now);
        settle(now);
    }

    /** Sends what is owed after a frame. */
    void afterFrame(final long now) {
        frontDoor.service(now);
        groups.afterFrame();
        if (levels.afterFrame()) {
            membership.reportStreams();
        }
        settle(now);
    }

    private void onAcknowledgement(final Session sender, final ReceiveBatch batch, final int datagram, final long now) {
        final DirectBuffer buffer = batch.buffer();
        final int frame = batch.offset(datagram);
        final int counter = Frame.counter(buffer, frame);
        if (!acknowledgement.wrap(buffer, Frame.bodyOffset(frame), Frame.bodyLength(buffer, frame))) {
            counters.increment(Counter.REFUSED_BAD_BODY);
        } else if (sender != null) {
            sender.outbox().acknowledge(acknowledgement.messageId(), counter);
        } else {
            final int entry = frontDoor.onAcknowledgement(batch, datagram, acknowledgement.messageId(), counter);
            if (entry != AddressTable.ABSENT) {
                admit(entry, counter, now);
            }
        }
    }

    private void admit(final int entry, final int acknowledgedId, final long now) {
        final PendingPeers pending = frontDoor.pending();
        final Session newcomer = frontDoor.admit(entry, acknowledgedId, now);
        if (newcomer != null && pending.hasProperties(entry)) {
            channelMessages.onMessage(newcomer, MessageId.NETW_TRANSPORT_PROPS, pending.propertiesCounter(entry),
                pending.properties(entry), 0, pending.properties(entry).capacity(), now);
        }
    }

    private void settle(final long now) {
        int listsLeft = ServerLimits.LISTS_PER_FRAME;
        for (int position = 0; position < sessions.count(); position++) {
            final Session session = sessions.connected(position);
            if (session.isJitterReportDue() && session.outbox().queuedMessages() < ServerLimits.QUEUED_MESSAGES) {
                reportJitterBuffer(session);
            }
            if (listsLeft > 0 && lists.serve(session, now)) {
                listsLeft--;
            }
            tellMutes(session);
            outbox.pump(session, now);
        }
        outbox.flush();
    }

    private void reportJitterBuffer(final Session session) {
        session.setJitterReportDue(!outbox.queue(session, MessageId.JITT_BUF_SIZE,
            JitterBufferSize.write(outbox.scratch(), ControlOutbox.BODY, session.jitterBuffer().size())));
    }

    private void tellMutes(final Session session) {
        final MuteNotices notices = session.muteNotices();
        int listener = notices.nextUntold();
        while (listener >= 0 && session.outbox().queuedMessages() < ServerLimits.QUEUED_MESSAGES
            && outbox.queue(session, MessageId.MUTE_STATE_CHANGED, MuteState.write(outbox.scratch(),
                ControlOutbox.BODY, listener, notices.mutes(listener)))) {
            notices.markTold(listener);
            listener = notices.nextUntold();
        }
    }
}
