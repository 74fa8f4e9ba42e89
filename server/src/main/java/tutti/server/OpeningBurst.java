package tutti.server;

import org.agrona.MutableDirectBuffer;
import tutti.protocol.ChatText;
import tutti.protocol.ClientId;
import tutti.protocol.MessageId;
import tutti.protocol.RecorderState;
import tutti.protocol.VersionAndOs;

/** The messages every connection begins with, in the order clients rely on (spec 4.2). */
final class OpeningBurst {

    private final ControlOutbox outbox;
    private final ServerIdentity identity;
    private final byte[] welcomeChat;

    OpeningBurst(final ControlOutbox outbox, final ServerIdentity identity) {
        this.outbox = outbox;
        this.identity = identity;
        welcomeChat = identity.welcomeChat();
    }

    /**
     * Queues the burst for a new channel. Its client id has already gone out and was acknowledged while the client was
     * pending; it is told again only if that id was taken by somebody else meanwhile.
     *
     * @param newcomer the channel, with an empty queue.
     * @param proposedId the channel id the client has acknowledged.
     * @param now present time in ns.
     */
    void queue(final Session newcomer, final int proposedId, final long now) {
        final MutableDirectBuffer body = outbox.scratch();
        outbox.queue(newcomer, MessageId.CLIENT_ID, ClientId.write(body, ControlOutbox.BODY, proposedId));
        newcomer.outbox().sent(now);
        newcomer.outbox().acknowledge(MessageId.CLIENT_ID, PendingPeers.CLIENT_ID_COUNTER);
        if (proposedId != newcomer.id()) {
            outbox.queue(newcomer, MessageId.CLIENT_ID, ClientId.write(body, ControlOutbox.BODY, newcomer.id()));
        }
        outbox.queue(newcomer, MessageId.CONN_CLIENTS_LIST, 0);
        outbox.queue(newcomer, MessageId.REQ_SPLIT_MESS_SUPPORT, 0);
        outbox.queue(newcomer, MessageId.REQ_NETW_TRANSPORT_PROPS, 0);
        outbox.queue(newcomer, MessageId.REQ_JITT_BUF_SIZE, 0);
        outbox.queue(newcomer, MessageId.REQ_CHANNEL_INFOS, 0);
        if (identity.hasWelcome()) {
            outbox.queue(newcomer, MessageId.CHAT_TEXT, ChatText.write(body, ControlOutbox.BODY, welcomeChat));
        }
        outbox.queue(newcomer, MessageId.VERSION_AND_OS, VersionAndOs.write(body, ControlOutbox.BODY,
            identity.operatingSystem(), identity.versionText()));
        outbox.queue(newcomer, MessageId.RECORDER_STATE, RecorderState.write(body, ControlOutbox.BODY,
            RecorderState.NOT_INITIALISED));
    }
}
