package tutti.server;

import org.agrona.concurrent.UnsafeBuffer;
import tutti.protocol.ClientList;
import tutti.protocol.MessageId;

/**
 * Keeps every client's list of musicians up to date (spec 4.7). A change only marks lists as stale; the list is then
 * built once and queued for a few clients a frame, but for none that got one a moment ago or still has many messages to
 * acknowledge. So many changes at once cost each client one list, and all changes of one moment another.
 */
final class ClientLists {

    private final SessionTable sessions;
    private final UnsafeBuffer list = new UnsafeBuffer(new byte[ClientList.MAX_BODY_LENGTH]);
    private final ClientList.Writer writer = new ClientList.Writer();
    private int length;
    private boolean built;

    ClientLists(final SessionTable sessions) {
        this.sessions = sessions;
    }

    /** Notes that the list of musicians has changed, without sending it to anybody. */
    void changed() {
        built = false;
    }

    /** Has the present list sent to everybody. */
    void staleForAll() {
        for (int position = 0; position < sessions.count(); position++) {
            sessions.connected(position).markListStale();
        }
    }

    /** Body of the present list. */
    UnsafeBuffer body() {
        build();
        return list;
    }

    /** Bytes of {@link #body()}. */
    int length() {
        build();
        return length;
    }

    /**
     * Queues the present list for a client whose list is stale, if its queue is short enough and its last list old
     * enough.
     *
     * @return whether it was queued.
     */
    boolean serve(final Session session, final long now) {
        if (!session.isListDue(now) || session.outbox().queuedMessages() >= ServerLimits.QUEUED_MESSAGES) {
            return false;
        }
        build();
        if (!session.outbox().offer(MessageId.CONN_CLIENTS_LIST, list, 0, length)) {
            return false;
        }
        session.markListed(now);
        return true;
    }

    private void build() {
        if (built) {
            return;
        }
        writer.begin(list, 0);
        for (int position = 0; position < sessions.count(); position++) {
            final Session session = sessions.connected(position);
            writer.add(session.id(), session.info().view());
        }
        length = writer.end();
        built = true;
    }
}
