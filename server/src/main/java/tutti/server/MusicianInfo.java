package tutti.server;

import org.agrona.concurrent.UnsafeBuffer;
import tutti.protocol.ChannelInfo;

/**
 * What a musician told about themselves (spec 3.3, message 25): name, city, country, instrument and skill. Texts are
 * kept as well-formed UTF-8, so that all clients count the same characters in them.
 */
final class MusicianInfo {

    private static final byte[] NO_TEXT = {};

    private final UnsafeBuffer body = new UnsafeBuffer(new byte[ChannelInfo.MAX_BODY_LENGTH]);
    private final UnsafeBuffer incoming = new UnsafeBuffer(new byte[ChannelInfo.MAX_BODY_LENGTH]);
    private final ChannelInfo view = new ChannelInfo();

    MusicianInfo() {
        clear();
    }

    /** Forgets everything: empty texts, no country, instrument or skill. */
    void clear() {
        view.wrap(body, 0, ChannelInfo.write(body, 0, 0, 0, ChannelInfo.SKILL_NOT_SET, NO_TEXT, NO_TEXT));
    }

    /**
     * Takes over what a client sent.
     *
     * @param sent a valid message.
     * @return whether anything changed.
     */
    boolean update(final ChannelInfo sent) {
        final int length = sent.copyWellFormedTo(incoming, 0);
        if (view.contentEquals(incoming, 0, length)) {
            return false;
        }
        body.putBytes(0, incoming, 0, length);
        return view.wrap(body, 0, length);
    }

    /** The stored message. */
    ChannelInfo view() {
        return view;
    }
}
