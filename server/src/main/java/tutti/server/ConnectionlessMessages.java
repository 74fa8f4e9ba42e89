package tutti.server;

import org.agrona.DirectBuffer;
import tutti.protocol.Frame;
import tutti.protocol.MessageId;
import tutti.protocol.Ping;
import tutti.protocol.PingWithClients;
import tutti.protocol.ServerFeatures;
import tutti.protocol.VersionAndOs;
import tutti.protocol.WelcomeMessage;
import tutti.server.stats.Counter;
import tutti.server.stats.Counters;
import tutti.transport.PeerAddress;
import tutti.transport.ReceiveBatch;

/**
 * Answers the messages that belong to no connection (spec 3.4), from anybody. Nothing proves where they come from, so
 * answers longer than their questions are rationed by source address.
 */
final class ConnectionlessMessages {

    /** Enough for the longest client list at once, and for one every three seconds, as public status pages ask. */
    private static final int ANSWER_BURST_BYTES = 24_000;
    private static final int ANSWER_BYTES_PER_SECOND = 8_000;

    private final SessionTable sessions;
    private final ClientLists lists;
    private final ServerIdentity identity;
    private final ControlOutbox outbox;
    private final Counters counters;
    private final ReplyLimiter answers = new ReplyLimiter(ANSWER_BURST_BYTES, ANSWER_BYTES_PER_SECOND);
    private final Ping ping = new Ping();
    private final PingWithClients pingWithClients = new PingWithClients();
    private final PeerAddress from = new PeerAddress();

    ConnectionlessMessages(final SessionTable sessions, final ClientLists lists, final ServerIdentity identity,
        final ControlOutbox outbox, final Counters counters) {
        this.sessions = sessions;
        this.lists = lists;
        this.identity = identity;
        this.outbox = outbox;
        this.counters = counters;
    }

    /**
     * Takes one connectionless message.
     *
     * @param sender channel of its sender, or null.
     * @param batch where it was received.
     * @param datagram its place there.
     * @param now present time in ns.
     */
    void onMessage(final Session sender, final ReceiveBatch batch, final int datagram, final long now) {
        final DirectBuffer buffer = batch.buffer();
        final int frame = batch.offset(datagram);
        final int body = Frame.bodyOffset(frame);
        final int length = Frame.bodyLength(buffer, frame);
        batch.sender(datagram, from);
        switch (Frame.id(buffer, frame)) {
            case MessageId.CLM_PING_MS -> echo(ping.wrap(buffer, body, length), buffer, frame, batch.length(datagram));
            case MessageId.CLM_PING_MS_WITHNUMCLIENTS -> answerPing(pingWithClients.wrap(buffer, body, length));
            case MessageId.CLM_DISCONNECTION -> leave(sender);
            case MessageId.CLM_REQ_VERSION_AND_OS -> answer(MessageId.CLM_VERSION_AND_OS, VersionAndOs.write(
                outbox.scratch(), ControlOutbox.BODY, identity.operatingSystem(), identity.versionText()), now);
            case MessageId.CLM_REQ_CONN_CLIENTS_LIST -> answerClientList(now);
            case MessageId.CLM_REQ_SERVER_FEATURES -> answer(MessageId.CLM_SERVER_FEATURES, ServerFeatures.write(
                outbox.scratch(), ControlOutbox.BODY, identity.hasWelcome() ? ServerFeatures.WELCOME_MESSAGE : 0), now);
            case MessageId.CLM_REQ_WELCOME_MESSAGE -> answer(MessageId.CLM_WELCOME_MESSAGE,
                WelcomeMessage.write(outbox.scratch(), ControlOutbox.BODY, identity.welcome()), now);
            case MessageId.CLM_EMPTY_MESSAGE -> {
                // Its passage has opened a firewall; there is nothing to do.
            }
            default -> counters.increment("UNKNOWN".equals(MessageId.name(Frame.id(buffer, frame)))
                ? Counter.REFUSED_UNKNOWN_ID : Counter.REFUSED_WRONG_STATE);
        }
    }

    private void echo(final boolean valid, final DirectBuffer buffer, final int frame, final int length) {
        if (!valid) {
            counters.increment(Counter.REFUSED_BAD_BODY);
            return;
        }
        counters.increment(Counter.PINGS);
        outbox.post(from, ControlOutbox.NOBODY, buffer, frame, length);
    }

    private void answerPing(final boolean valid) {
        if (!valid) {
            counters.increment(Counter.REFUSED_BAD_BODY);
            return;
        }
        counters.increment(Counter.PINGS);
        outbox.send(from, ControlOutbox.NOBODY, MessageId.CLM_PING_MS_WITHNUMCLIENTS, PingWithClients.write(
            outbox.scratch(), ControlOutbox.BODY, pingWithClients.timeMillis(), sessions.count()));
    }

    private void leave(final Session sender) {
        if (sender == null) {
            counters.increment(Counter.REFUSED_STRANGER);
        } else {
            sender.leave();
        }
    }

    private void answerClientList(final long now) {
        final int length = lists.length();
        outbox.scratch().putBytes(ControlOutbox.BODY, lists.body(), 0, length);
        answer(MessageId.CLM_CONN_CLIENTS_LIST, length, now);
    }

    private void answer(final int id, final int bodyLength, final long now) {
        if (answers.admits(from, Frame.OVERHEAD + bodyLength, now)) {
            outbox.send(from, ControlOutbox.NOBODY, id, bodyLength);
        } else {
            counters.increment(Counter.REFUSED_FLOOD);
        }
    }
}
