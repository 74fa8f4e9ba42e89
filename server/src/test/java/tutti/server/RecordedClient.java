package tutti.server;

import java.util.ArrayList;
import java.util.List;
import org.agrona.concurrent.UnsafeBuffer;
import tutti.protocol.Acknowledgement;
import tutti.protocol.Frame;
import tutti.protocol.MessageId;
import tutti.server.RecordedSession.Datagram;
import tutti.transport.PeerAddress;

/**
 * Says to the server what a recorded client said, at the recorded times, with three differences:
 * <ul>
 * <li>It acknowledges what this server sends, at once, for the recorded acknowledgements carry the recorded server's
 *     counters.</li>
 * <li>A reliable message that in the recording left as soon as the one before was acknowledged had been waiting for
 *     that in the client's queue, so here too it leaves with the acknowledgement, however early. Recorded repeats are
 *     sent only while this server has not acknowledged the message.</li>
 * <li>Recordings keep only the first 400 audio datagrams. After those the last one is sent over and over, at their mean
 *     rate and with its sequence byte counting on, until the client says goodbye or as many were sent as the recorder
 *     counted of a client that was killed.</li>
 * </ul>
 */
final class RecordedClient {

    /** A reliable message this soon after the acknowledgement of the one before had been waiting for it, in ns. */
    private static final long WAITED_NANOS = 20_000_000L;

    private static final int NO_DATAGRAM = -1;

    private final Rig rig;
    private final PeerAddress address;
    private final long origin;
    private final int number;
    private final List<Datagram> sent;
    private final List<Datagram> reliable = new ArrayList<>();
    private final List<Long> delayAfterAcknowledgement = new ArrayList<>();
    private final List<Datagram> received = new ArrayList<>();
    private final long audioPeriod;
    private final long audioEnd;
    private final long end;
    private int inFlight = NO_DATAGRAM;
    private int next;

    /**
     * @param origin when the recording begins on the server's clock, in ns.
     * @param audioDatagrams number of audio datagrams that ends the client's audio if it says no goodbye.
     */
    RecordedClient(final Rig rig, final RecordedSession session, final int number, final long origin,
        final int audioDatagrams) {
        this.rig = rig;
        this.number = number;
        this.origin = origin;
        address = Rig.address(6000 + number);
        sent = session.sentBy(number);
        final List<Datagram> audio = sent.stream().filter(Datagram::isAudio).toList();
        audioPeriod = (audio.getLast().nanos() - audio.getFirst().nanos()) / (audio.size() - 1);
        audioEnd = sent.stream().filter(one -> one.id() == MessageId.CLM_DISCONNECTION).mapToLong(Datagram::nanos)
            .findFirst().orElse(audio.getFirst().nanos() + audioDatagrams * audioPeriod);
        end = Math.max(audioEnd, sent.getLast().nanos());
        queueReliable(session.gotBy(number));
        rig.listen(address, (to, datagram) -> hear(datagram));
    }

    private void queueReliable(final List<Datagram> got) {
        for (final Datagram one : sent) {
            if (!one.isReliable() || (!reliable.isEmpty() && isSame(one, reliable.getLast()))) {
                continue;
            }
            delayAfterAcknowledgement.add(reliable.isEmpty() ? Long.MAX_VALUE : one.nanos() - got.stream()
                .filter(answer -> answer.id() == MessageId.ACKN && isFor(answer, reliable.getLast()))
                .mapToLong(Datagram::nanos).findFirst().orElse(one.nanos()));
            reliable.add(one);
        }
    }

    private static boolean isSame(final Datagram one, final Datagram other) {
        return one.id() == other.id() && one.counter() == other.counter();
    }

    private static boolean isFor(final Datagram acknowledgement, final Datagram message) {
        return acknowledgement.counter() == message.counter()
            && (acknowledgement.body()[0] & 0xFF | (acknowledgement.body()[1] & 0xFF) << 8) == message.id();
    }

    /** Has everything arrive that does not depend on the server's answers. */
    void sendUnconditional() {
        for (final Datagram one : sent) {
            if (!one.isReliable() && one.id() != MessageId.ACKN) {
                arrive(one.nanos(), one.bytes());
            }
        }
        final Datagram lastAudio = sent.stream().filter(Datagram::isAudio).reduce((one, other) -> other).orElseThrow();
        byte sequence = lastAudio.bytes()[lastAudio.bytes().length - 1];
        for (long at = lastAudio.nanos() + audioPeriod; at < audioEnd; at += audioPeriod) {
            final byte[] repeat = lastAudio.bytes().clone();
            repeat[repeat.length - 1] = ++sequence;
            arrive(at, repeat);
        }
    }

    /**
     * Says a recorded reliable message whose time is near: the next one, unless one is in flight, or a repeat of that.
     *
     * @param one from {@link RecordedSession#sentBy}.
     */
    void sayReliable(final Datagram one) {
        if (inFlight != NO_DATAGRAM) {
            if (one != reliable.get(inFlight) && isSame(one, reliable.get(inFlight))) {
                arrive(one.nanos(), one.bytes());
            }
        } else if (next < reliable.size() && one == reliable.get(next)) {
            say(one.nanos());
        }
    }

    private void say(final long at) {
        inFlight = next++;
        arrive(at, reliable.get(inFlight).bytes());
    }

    private void arrive(final long at, final byte[] datagram) {
        rig.network.schedule(origin + at, address, datagram);
    }

    private void hear(final byte[] datagram) {
        final Datagram heard = new Datagram(now(), false, number, datagram);
        received.add(heard);
        if (now() > end) {
            return;
        }
        if (heard.id() == MessageId.ACKN) {
            onAcknowledgement(heard);
        } else if (heard.isReliable()) {
            final UnsafeBuffer acknowledgement =
                new UnsafeBuffer(new byte[Frame.OVERHEAD + Acknowledgement.BODY_LENGTH]);
            Frame.write(acknowledgement, 0, MessageId.ACKN, heard.counter(),
                Acknowledgement.write(acknowledgement, Frame.bodyOffset(0), heard.id()));
            arrive(now() + Rig.TRAVEL_NANOS, acknowledgement.byteArray());
        }
    }

    private void onAcknowledgement(final Datagram acknowledgement) {
        if (inFlight == NO_DATAGRAM || !isFor(acknowledgement, reliable.get(inFlight))) {
            return;
        }
        inFlight = NO_DATAGRAM;
        if (next < reliable.size()) {
            final long delay = delayAfterAcknowledgement.get(next);
            final long recorded = reliable.get(next).nanos();
            if (delay < WAITED_NANOS) {
                say(now() + Math.max(delay, Rig.TRAVEL_NANOS));
            } else if (recorded < now()) {
                say(now() + Rig.TRAVEL_NANOS);
            }
        }
    }

    private long now() {
        return rig.clock.nanoTime() - origin;
    }

    /** Whether the server has acknowledged every reliable message that was recorded. */
    boolean isAllAcknowledged() {
        return next == reliable.size() && inFlight == NO_DATAGRAM;
    }

    /** What this server sent, in order, with times on the recording's scale. */
    List<Datagram> received() {
        return received;
    }
}
