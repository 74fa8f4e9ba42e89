package tutti.server;

import tutti.mixer.GainTable;
import tutti.mixer.LevelMeter;
import tutti.server.events.EventLog;
import tutti.server.events.LeaveCause;
import tutti.server.stats.Counter;
import tutti.server.stats.Counters;
import tutti.transport.PeerAddress;

/** Who has a channel: lets musicians in and out, and keeps everything that depends on it true. */
final class Membership {

    private final SessionTable sessions;
    private final GainTable gains;
    private final MixGroups groups;
    private final LevelMeter levels;
    private final OpeningBurst burst;
    private final ClientLists lists;
    private final EventLog events;
    private final Counters counters;

    Membership(final SessionTable sessions, final GainTable gains, final MixGroups groups, final LevelMeter levels,
        final OpeningBurst burst, final ClientLists lists, final EventLog events, final Counters counters) {
        this.sessions = sessions;
        this.gains = gains;
        this.groups = groups;
        this.levels = levels;
        this.burst = burst;
        this.lists = lists;
        this.events = events;
        this.counters = counters;
        counters.set(Counter.MAX_CLIENTS, sessions.capacity());
    }

    /**
     * Gives a channel to a client that has acknowledged its client id.
     *
     * @param id a free channel id.
     * @param knownId the id the client knows, or {@link PendingPeers#NO_ID}.
     * @param address the client.
     * @param now present time in ns.
     * @return the channel, with the opening burst in its queue.
     */
    Session admit(final int id, final int knownId, final PeerAddress address, final long now) {
        forgetMutesOf(id);
        gains.resetChannel(id);
        gains.setConnected(id, true);
        levels.reset(id);
        final Session newcomer = sessions.connect(id, address, now);
        lists.changed();
        burst.queue(newcomer, knownId);
        counters.increment(Counter.JOINS);
        counters.set(Counter.CLIENTS, sessions.count());
        events.joined(id, address, sessions.count());
        if (sessions.count() == sessions.capacity()) {
            events.serverFull(sessions.count());
        }
        return newcomer;
    }

    /** Frees the channels of clients that have left or fallen silent; the others get a new client list. */
    void dismissGone(final long now) {
        boolean anyGone = false;
        for (int position = sessions.count() - 1; position >= 0; position--) {
            final Session session = sessions.connected(position);
            if (session.isGone()) {
                dismiss(session, session.saidGoodbye() ? LeaveCause.DISCONNECTED : LeaveCause.TIMED_OUT, now);
                anyGone = true;
            }
        }
        if (anyGone) {
            lists.staleForAll();
            if (sessions.count() == 0) {
                events.idle();
            }
        }
    }

    /**
     * Logs what newcomers play, once for each. Clients announce several formats in their first moments; when this is
     * called a few times a second, they have settled.
     */
    void reportStreams() {
        for (int position = 0; position < sessions.count(); position++) {
            final Session session = sessions.connected(position);
            if (session.isListening() && session.markStreamReported()) {
                events.stream(session.id(), session.format().blockSamples(), session.format().channels(),
                    session.format().codedBytes());
            }
        }
    }

    /** Frees every channel, because the server stops. */
    void dismissAll(final long now) {
        while (sessions.count() > 0) {
            dismiss(sessions.connected(sessions.count() - 1), LeaveCause.SERVER_STOPPED, now);
        }
    }

    private void dismiss(final Session session, final LeaveCause cause, final long now) {
        groups.end(session);
        gains.setConnected(session.id(), false);
        groups.sourceLeft();
        sessions.disconnect(session);
        lists.changed();
        counters.set(Counter.CLIENTS, sessions.count());
        counters.increment(switch (cause) {
            case DISCONNECTED -> Counter.LEFT_DISCONNECT;
            case TIMED_OUT -> Counter.LEFT_TIMEOUT;
            case SERVER_STOPPED -> Counter.LEFT_SHUTDOWN;
        });
        events.left(session.id(), session.address(), sessions.count(), cause, now - session.connectedSince(),
            session.sendFailures());
    }

    /** A new owner of an id mutes nobody: those whom the former owner had muted are told so (spec 4.6). */
    private void forgetMutesOf(final int id) {
        for (int position = 0; position < sessions.count(); position++) {
            sessions.connected(position).muteNotices().set(id, false);
        }
    }
}
