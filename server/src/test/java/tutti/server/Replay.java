package tutti.server;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.IntStream;
import tutti.protocol.MessageId;
import tutti.server.RecordedSession.Datagram;

/**
 * A recorded session, and what this server does when the recorded clients come to it.
 *
 * @param recording the recorded session.
 * @param clients its clients after the replay.
 */
record Replay(RecordedSession recording, List<RecordedClient> clients) {

    /** How long before its time a message is decided on, in ns: longer than a turn of the loop while anybody plays. */
    private static final long LOOK_AHEAD_NANOS = 10_000_000L;
    private static final long BEFORE_START_NANOS = 20_000_000L;
    private static final long AFTER_END_NANOS = 1_000_000_000L;

    /** Audio datagrams the recorder counted of the one client that was killed, client 2 of session d. */
    private static final int DATAGRAMS_OF_KILLED_CLIENT = 3182;

    private static final String WELCOME_PREFIX = "<b>Server Welcome Message:</b> ";
    private static final int TEXT_LENGTH_BYTES = 2;

    /**
     * Replays a recording in virtual time.
     *
     * @param name name of the recording.
     * @param maxClients most clients the recorded server took.
     */
    static Replay of(final String name, final int maxClients) {
        final RecordedSession recording = RecordedSession.read(name);
        try (Rig rig = new Rig(maxClients, welcomeOf(recording))) {
            final long origin = rig.clock.nanoTime() + BEFORE_START_NANOS;
            final List<RecordedClient> clients = IntStream.range(0, recording.clients())
                .mapToObj(number -> new RecordedClient(rig, recording, number, origin,
                    DATAGRAMS_OF_KILLED_CLIENT)).toList();
            clients.forEach(RecordedClient::sendUnconditional);
            for (final Datagram one : recording.datagrams()) {
                if (one.toServer() && one.isReliable()) {
                    runUntil(rig, origin + one.nanos() - LOOK_AHEAD_NANOS);
                    clients.get(one.client()).sayReliable(one);
                }
            }
            runUntil(rig, origin + recording.lengthNanos() + AFTER_END_NANOS);
            return new Replay(recording, clients);
        }
    }

    private static void runUntil(final Rig rig, final long nanos) {
        if (nanos - rig.clock.nanoTime() > 0) {
            rig.run(nanos - rig.clock.nanoTime());
        }
    }

    /** The welcome message the recorded server was started with. */
    private static String welcomeOf(final RecordedSession recording) {
        return recording.datagrams().stream().filter(one -> !one.toServer() && one.id() == MessageId.CHAT_TEXT)
            .map(one -> new String(one.body(), TEXT_LENGTH_BYTES, one.body().length - TEXT_LENGTH_BYTES,
                StandardCharsets.UTF_8))
            .filter(text -> text.startsWith(WELCOME_PREFIX)).map(text -> text.substring(WELCOME_PREFIX.length()))
            .findFirst().orElse("");
    }

    /** What the recorded server sent to a client. */
    List<Datagram> recorded(final int client) {
        return recording.gotBy(client);
    }

    /** What this server sent to a client. */
    List<Datagram> replayed(final int client) {
        return clients.get(client).received();
    }
}
