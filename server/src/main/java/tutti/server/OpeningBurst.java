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
     * pending; it is told again only if the client may believe in another one, with a counter that no proposed id can
     * have had (see {@link PendingPeers}).
     *
     * @param newcomer the channel, with an empty queue.
     * @param knownId the channel id the client knows, or {@link PendingPeers#NO_ID}.
     */
    void queue(final Session newcomer, final int knownId) {
        final MutableDirectBuffer body = outbox.scratch();
        if (knownId == newcomer.id()) {
            newcomer.outbox().reset(knownId + 1);
        } else {
            newcomer.outbox().reset(ServerLimits.MAX_CLIENTS);
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
