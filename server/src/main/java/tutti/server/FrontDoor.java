package tutti.server;

import org.agrona.DirectBuffer;
import tutti.protocol.ClientId;
import tutti.protocol.Frame;
import tutti.protocol.MessageId;
import tutti.protocol.TransportProperties;
import tutti.server.stats.Counter;
import tutti.server.stats.Counters;
import tutti.transport.PeerAddress;
import tutti.transport.ReceiveBatch;

/**
 * Where strangers come to. Their first audio makes them pending and is answered with a client id; acknowledging it
 * makes them a channel. Everything else from a stranger is counted and forgotten, but for transport properties, which
 * are kept a moment because the audio they belong to is usually on its way.
 */
final class FrontDoor {

    /** After this long an unacknowledged client id is sent again, in ns (spec 2.2). */
    static final long RESEND_NANOS = 400_000_000L;

    private static final long CHECK_NANOS = 50_000_000L;

    /** New strangers taken in {@link #NEW_STRANGERS_NANOS}, because each costs a search of the pending ones. */
    private static final int NEW_STRANGERS = 64;
    private static final long NEW_STRANGERS_NANOS = 2_000_000L;

    private static final int REFUSAL_BURST_BYTES = 4 * Frame.OVERHEAD;
    private static final int REFUSAL_BYTES_PER_SECOND = 4 * Frame.OVERHEAD;

    private final SessionTable sessions;
    private final PendingPeers pending = new PendingPeers(ServerLimits.PENDING_PEERS, ServerLimits.MAX_CLIENTS);
    private final EarlyProperties early = new EarlyProperties(ServerLimits.EARLY_PROPERTIES);
    private final ReplyLimiter refusals = new ReplyLimiter(REFUSAL_BURST_BYTES, REFUSAL_BYTES_PER_SECOND);
    private final Membership membership;
    private final Admission admission;
    private final ControlOutbox outbox;
    private final Counters counters;
    private final TransportProperties properties = new TransportProperties();
    private final PeerAddress from = new PeerAddress();
    private int admittable = NEW_STRANGERS;
    private long admittingSince;
    private long lastCheck;

    FrontDoor(final SessionTable sessions, final Membership membership, final Admission admission,
        final ControlOutbox outbox, final Counters counters) {
        this.sessions = sessions;
        this.membership = membership;
        this.admission = admission;
        this.outbox = outbox;
        this.counters = counters;
    }

    /** Takes audio, or whatever is no message, from somebody who has no channel. */
    void onAudio(final ReceiveBatch batch, final int datagram, final long now) {
        if (pending.find(batch, datagram) != AddressTable.ABSENT) {
            return;
        }
        if (admittable == 0) {
            counters.increment(Counter.REFUSED_FLOOD);
            return;
        }
        admittable--;
        batch.sender(datagram, from);
        final int id = sessions.proposeId(pending);
        if (id < 0) {
            counters.increment(Counter.REFUSED_SERVER_FULL);
            refuse(now);
            return;
        }
        if (!admission.hasRoom(sessions.count() + pending.size())) {
            counters.increment(Counter.REFUSED_NO_ROOM);
            refuse(now);
            return;
        }
        if (pending.makeRoom(from)) {
            counters.increment(Counter.PENDING_EVICTED);
        }
        final int entry = pending.add(from, id, now);
        early.moveTo(from, pending, entry, now);
        counters.increment(Counter.PENDING_OPENED);
        sendClientId(entry);
    }

    /**
     * Takes an acknowledgement from somebody who has no channel.
     *
     * @param messageId id of the acknowledged message.
     * @param counter counter of the acknowledged message.
     * @return the entry of a pending client that may have a channel now, or {@link AddressTable#ABSENT}.
     */
    int onAcknowledgement(final ReceiveBatch batch, final int datagram, final int messageId, final int counter) {
        final int entry = pending.find(batch, datagram);
        if (entry != AddressTable.ABSENT && messageId == MessageId.CLIENT_ID && counter < sessions.capacity()) {
            return entry;
        }
        counters.increment(Counter.REFUSED_STRANGER);
        return AddressTable.ABSENT;
    }

    /**
     * Makes a pending client a channel.
     *
     * @param entry its entry, which ends. What it remembers can be read until the next datagram.
     * @param acknowledgedId the channel id it has acknowledged. Another one than the entry's if it was pending before;
     *     then nobody knows which of the two it will believe in the end.
     * @return the channel, or null when the last one has gone to somebody else meanwhile.
     */
    Session admit(final int entry, final int acknowledgedId, final long now) {
        from.copyFrom(pending.address(entry));
        final int proposed = pending.channelId(entry);
        final int id = sessions.isConnected(proposed) ? sessions.lowestFreeId() : proposed;
        pending.remove(entry);
        if (id < 0) {
            counters.increment(Counter.REFUSED_SERVER_FULL);
            refuse(now);
            return null;
        }
        return membership.admit(id, acknowledgedId == proposed ? proposed : PendingPeers.NO_ID, from, now);
    }

    /** Takes any other reliable message from somebody who has no channel. */
    void onMessage(final ReceiveBatch batch, final int datagram, final long now) {
        final DirectBuffer buffer = batch.buffer();
        final int frame = batch.offset(datagram);
        final int body = Frame.bodyOffset(frame);
        if (Frame.id(buffer, frame) != MessageId.NETW_TRANSPORT_PROPS
            || !properties.wrap(buffer, body, Frame.bodyLength(buffer, frame))) {
            counters.increment(Counter.REFUSED_STRANGER);
            return;
        }
        final int counter = Frame.counter(buffer, frame);
        final int entry = pending.find(batch, datagram);
        if (entry != AddressTable.ABSENT) {
            pending.rememberProperties(entry, counter, buffer, body);
        } else {
            batch.sender(datagram, from);
            early.remember(from, counter, buffer, body, now);
        }
    }

    /** The strangers who are waited for. */
    PendingPeers pending() {
        return pending;
    }

    /** Repeats what got no answer and forgets who is gone; cheap enough for every frame. */
    void service(final long now) {
        if (isOver(NEW_STRANGERS_NANOS, admittingSince, now)) {
            admittable = NEW_STRANGERS;
            admittingSince = now;
        }
        if (pending.size() > 0 && isOver(CHECK_NANOS, lastCheck, now)) {
            lastCheck = now;
            servicePending(now);
        }
        counters.set(Counter.PENDING, pending.size());
    }

    private void servicePending(final long now) {
        int entry = pending.oldest();
        while (entry >= 0) {
            final int next = pending.next(entry);
            if (pending.isExpired(entry, now)) {
                pending.remove(entry);
                counters.increment(Counter.PENDING_EXPIRED);
            } else if (now - pending.lastSent(entry) >= RESEND_NANOS) {
                pending.sentAgain(entry, now);
                counters.increment(Counter.RETRANSMISSIONS);
                sendClientId(entry);
            }
            entry = next;
        }
    }

    /** Whether a period is over that began at a time in the past, or at 0, which on this clock may be in the future. */
    private static boolean isOver(final long period, final long begin, final long now) {
        return now - begin >= period || now - begin < 0;
    }

    private void sendClientId(final int entry) {
        final int id = pending.channelId(entry);
        outbox.sendFramed(pending.address(entry), ControlOutbox.NOBODY, MessageId.CLIENT_ID, id,
            ClientId.write(outbox.scratch(), ControlOutbox.BODY, id));
    }

    private void refuse(final long now) {
        if (refusals.admits(from, Frame.OVERHEAD, now)) {
            outbox.send(from, ControlOutbox.NOBODY, MessageId.CLM_SERVER_FULL, 0);
        }
    }
}
