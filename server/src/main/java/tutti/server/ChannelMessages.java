package tutti.server;

import org.agrona.DirectBuffer;
import tutti.mixer.GainTable;
import tutti.protocol.ChannelGain;
import tutti.protocol.ChannelInfo;
import tutti.protocol.ChannelPan;
import tutti.protocol.ChatText;
import tutti.protocol.JitterBufferSize;
import tutti.protocol.MessageId;
import tutti.protocol.ReliableReceiver;
import tutti.protocol.TransportProperties;
import tutti.server.stats.Counter;
import tutti.server.stats.Counters;

/**
 * Carries out the reliable messages of connected clients (spec 3.3). Each is acknowledged whatever its content, a
 * repeated one is not carried out again (spec 2.3), a malformed one changes nothing.
 * <p>
 * The work of one message does not grow with the number of clients, but for chat, which is rationed: what everybody
 * must hear of is only marked, and sent later in bounded portions.
 */
final class ChannelMessages {

    private final SessionTable sessions;
    private final GainTable gains;
    private final MixGroups groups;
    private final ClientLists lists;
    private final Chat chat;
    private final ControlOutbox outbox;
    private final Counters counters;
    private final JitterBufferSize jitterBufferSize = new JitterBufferSize();
    private final ChannelGain channelGain = new ChannelGain();
    private final ChannelPan channelPan = new ChannelPan();
    private final ChatText chatText = new ChatText();
    private final TransportProperties properties = new TransportProperties();
    private final ChannelInfo channelInfo = new ChannelInfo();

    ChannelMessages(final SessionTable sessions, final GainTable gains, final MixGroups groups, final ClientLists lists,
        final Chat chat, final ControlOutbox outbox, final Counters counters) {
        this.sessions = sessions;
        this.gains = gains;
        this.groups = groups;
        this.lists = lists;
        this.chat = chat;
        this.outbox = outbox;
        this.counters = counters;
    }

    /**
     * Takes one reliable message.
     *
     * @param from its sender.
     * @param id message id.
     * @param counter its counter field.
     * @param buffer holds the body.
     * @param offset of the body.
     * @param length of the body in bytes.
     * @param now present time in ns.
     */
    void onMessage(final Session from, final int id, final int counter, final DirectBuffer buffer, final int offset,
        final int length, final long now) {
        final ReliableReceiver inbox = from.inbox();
        if (inbox.isDuplicate(id, counter)) {
            counters.increment(Counter.REFUSED_DUPLICATE);
        } else {
            if (id != MessageId.SPLIT_CONTAINER) {
                carryOut(from, id, buffer, offset, length, now);
            } else if (inbox.assemble(buffer, offset, length)) {
                carryOut(from, inbox.assembled().messageId(), inbox.assembled().buffer(), 0,
                    inbox.assembled().length(), now);
            } else if (inbox.assembled().isPartRefused()) {
                counters.increment(Counter.REFUSED_BAD_BODY);
            }
            inbox.remember(id, counter);
        }
        outbox.acknowledge(from, id, counter);
    }

    private void carryOut(final Session from, final int id, final DirectBuffer buffer, final int offset,
        final int length, final long now) {
        switch (id) {
            case MessageId.JITT_BUF_SIZE -> setJitterBuffer(from, jitterBufferSize.wrap(buffer, offset, length));
            case MessageId.CHANNEL_GAIN -> setGain(from, channelGain.wrap(buffer, offset, length), length);
            case MessageId.CHANNEL_PAN -> setPan(from, channelPan.wrap(buffer, offset, length), length);
            case MessageId.REQ_CONN_CLIENTS_LIST -> from.markListStale();
            case MessageId.CHAT_TEXT -> say(from, chatText.wrap(buffer, offset, length), now);
            case MessageId.NETW_TRANSPORT_PROPS -> setFormat(from, properties.wrap(buffer, offset, length));
            case MessageId.REQ_NETW_TRANSPORT_PROPS -> tellFormat(from);
            case MessageId.CHANNEL_INFOS -> setInfo(from, channelInfo.wrap(buffer, offset, length));
            case MessageId.REQ_SPLIT_MESS_SUPPORT -> {
                from.outbox().setPeerSplits(true);
                outbox.queue(from, MessageId.SPLIT_MESS_SUPPORTED, 0);
            }
            case MessageId.SPLIT_MESS_SUPPORTED -> from.outbox().setPeerSplits(true);
            case MessageId.REQ_CHANNEL_LEVEL_LIST -> {
                // Everybody gets level lists; only servers before 3.5.13 had to be asked.
            }
            default -> counters.increment("UNKNOWN".equals(MessageId.name(id))
                ? Counter.REFUSED_UNKNOWN_ID : Counter.REFUSED_WRONG_STATE);
        }
    }

    private void setJitterBuffer(final Session from, final boolean valid) {
        if (!valid) {
            counters.increment(Counter.REFUSED_BAD_BODY);
        } else if (jitterBufferSize.isAutomatic()) {
            from.jitterBuffer().setAutomatic();
        } else {
            from.jitterBuffer().setManual(jitterBufferSize.blocks());
        }
    }

    private void setGain(final Session listener, final boolean valid, final int length) {
        if (!valid || channelGain.channelId() >= sessions.capacity()) {
            counters.increment(
                length == ChannelGain.BODY_LENGTH ? Counter.REFUSED_BAD_CHANNEL : Counter.REFUSED_BAD_BODY);
            return;
        }
        final long mixBefore = mixKey(listener);
        final int source = channelGain.channelId();
        if (gains.setGain(listener.id(), source, channelGain.gain()) && sessions.isConnected(source)) {
            sessions.slot(source).muteNotices().set(listener.id(), gains.isMuted(listener.id(), source));
        }
        noteChange(listener, mixBefore);
    }

    private void setPan(final Session listener, final boolean valid, final int length) {
        if (!valid || channelPan.channelId() >= sessions.capacity()) {
            counters.increment(
                length == ChannelPan.BODY_LENGTH ? Counter.REFUSED_BAD_CHANNEL : Counter.REFUSED_BAD_BODY);
            return;
        }
        final long mixBefore = mixKey(listener);
        gains.setPan(listener.id(), channelPan.channelId(), channelPan.pan());
        noteChange(listener, mixBefore);
    }

    /**
     * A client repeats its settings whenever somebody joins. Only what makes a difference costs it its place in a
     * group.
     */
    private void noteChange(final Session listener, final long mixBefore) {
        if (mixKey(listener) != mixBefore) {
            groups.changed(listener);
        }
    }

    /** One setting more or less for a connected channel always changes the key. */
    private long mixKey(final Session listener) {
        return gains.mixKey(listener.id(), listener.format().channels() == 2);
    }

    private void say(final Session from, final boolean valid, final long now) {
        if (valid) {
            chat.say(from, chatText.text(), now);
        } else {
            counters.increment(Counter.REFUSED_BAD_BODY);
        }
    }

    private void setFormat(final Session from, final boolean valid) {
        if (!valid) {
            counters.increment(Counter.REFUSED_BAD_BODY);
            return;
        }
        switch (StreamFormat.judge(properties)) {
            case OBSOLETE_CODEC -> outbox.queue(from, MessageId.OPUS_SUPPORTED, 0);
            case UNSERVABLE -> counters.increment(Counter.REFUSED_PROPERTIES);
            case ACCEPTED -> {
                final float fadeBefore = from.fade();
                final boolean recoded = from.setFormat(properties);
                if (from.isListening() && (recoded || from.mixGroup() == null)) {
                    groups.begin(from);
                } else if (from.fade() != fadeBefore) {
                    groups.fadeMoved(from);
                }
                gains.setFade(from.id(), from.fadeDatagrams(), from.format().fadeMaximum());
            }
        }
    }

    private void tellFormat(final Session to) {
        final StreamFormat format = to.format();
        outbox.queue(to, MessageId.NETW_TRANSPORT_PROPS, TransportProperties.write(outbox.scratch(), ControlOutbox.BODY,
            format.baseBytes(), format.blocksPerDatagram(), format.channels(), format.codec(),
            format.isSequenced() ? TransportProperties.FLAGS_SEQUENCE_NUMBERS : 0));
    }

    private void setInfo(final Session from, final boolean valid) {
        if (!valid) {
            counters.increment(Counter.REFUSED_BAD_BODY);
            return;
        }
        final boolean changed = from.info().update(channelInfo);
        if (changed || !from.isIdentified()) {
            from.setIdentified();
            if (from.isListening() && from.mixGroup() == null) {
                groups.begin(from);
            }
            lists.changed();
            lists.staleForAll();
        }
    }
}
