package tutti.fleet;

import java.util.Arrays;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import tutti.protocol.Acknowledgement;
import tutti.protocol.ChannelGain;
import tutti.protocol.ChannelInfo;
import tutti.protocol.ClientId;
import tutti.protocol.ClientList;
import tutti.protocol.Frame;
import tutti.protocol.JitterBufferSize;
import tutti.protocol.LevelListRequest;
import tutti.protocol.Limits;
import tutti.protocol.MessageId;
import tutti.protocol.ReliableReceiver;
import tutti.protocol.ReliableSender;
import tutti.protocol.TransportProperties;
import tutti.protocol.VersionAndOs;

/**
 * The client's side of the session, as a real client behaves (spec appendix B): transport properties first, audio at
 * once and without counter bytes; it acknowledges, answers what it is asked, switches the counter bytes on when the
 * server's version allows them, and introduces itself again after the first audio.
 *
 * <p>Knows no socket and no clock: datagrams come in through {@link #receive}, go out through the {@link Outlet}, and
 * the time is an argument. Nothing is allocated but for client lists, which name the musicians.
 */
final class ClientProtocol {

    private static final int QUEUE_BYTES = 16 * 1024;
    private static final int SCRATCH_BYTES = ChannelInfo.MAX_BODY_LENGTH;
    private static final int NONE = -1;

    private final Identity self;
    private final int tone;
    private final TonePlan plan;
    private final StreamFormat format;
    private final GainPlan gains;
    private final Outlet outlet;

    private final ReliableSender sender = new ReliableSender(QUEUE_BYTES);
    private final ReliableReceiver receiver = new ReliableReceiver();
    private final UnsafeBuffer body;
    /** An acknowledgement or a farewell: sent as soon as it is written. */
    private final UnsafeBuffer shortMessage;
    private final Acknowledgement acknowledged = new Acknowledgement();
    private final VersionAndOs version = new VersionAndOs();
    private final ClientId clientId = new ClientId();
    private final ClientList clientList = new ClientList();

    /** The tone whose gain this client last set for a channel, or {@link #NONE}. */
    private final int[] toneOfChannel = new int[Limits.MAX_CHANNELS];
    /** The stranger whom this client has muted on a channel, or null. */
    private final String[] mutedOfChannel = new String[Limits.MAX_CHANNELS];
    private final int[] lastListed = new int[Limits.MAX_CHANNELS];
    private int listed;
    private int channel = NONE;
    private int gainsSet;
    private boolean counterBytes;
    private boolean audioArrived;
    private boolean serverLeft;
    private long serverFullReplies;

    /**
     * @param self    who this client is
     * @param scratch off-heap memory, {@link #memoryBytes()} bytes
     */
    ClientProtocol(final Identity self, final TonePlan plan, final StreamFormat format, final GainPlan gains,
            final UnsafeBuffer scratch, final Outlet outlet) {
        this.self = self;
        this.tone = self.tone();
        this.plan = plan;
        this.format = format;
        this.gains = gains;
        this.outlet = outlet;
        this.body = new UnsafeBuffer(scratch, 0, SCRATCH_BYTES);
        this.shortMessage = new UnsafeBuffer(scratch, SCRATCH_BYTES, shortMessageBytes());
        Arrays.fill(toneOfChannel, NONE);
    }

    private static int shortMessageBytes() {
        return Frame.OVERHEAD + Acknowledgement.BODY_LENGTH;
    }

    /** {@return bytes of off-heap memory that the constructor wants} */
    static int memoryBytes() {
        return SCRATCH_BYTES + shortMessageBytes();
    }

    /** The user connects: the first message, the transport properties, is sent. Audio is to follow at once. */
    void connect(final long nowNanos) {
        offerTransportProperties();
        transmit(nowNanos);
    }

    /** Takes a datagram of the server that is a valid frame. Pings are the caller's. */
    void receive(final DirectBuffer buffer, final int offset, final long nowNanos) {
        final int id = Frame.id(buffer, offset);
        final int counter = Frame.counter(buffer, offset);
        final int bodyOffset = Frame.bodyOffset(offset);
        final int bodyLength = Frame.bodyLength(buffer, offset);
        if (id == MessageId.ACKN) {
            if (acknowledged.wrap(buffer, bodyOffset, bodyLength)) {
                sender.acknowledge(acknowledged.messageId(), counter);
            }
        } else if (MessageId.isConnectionless(id)) {
            processConnectionless(id);
        } else {
            processReliable(id, counter, buffer, bodyOffset, bodyLength);
            acknowledge(id, counter);
        }
        transmit(nowNanos);
    }

    private void processConnectionless(final int id) {
        if (id == MessageId.CLM_SERVER_FULL) {
            serverFullReplies++;
        } else if (id == MessageId.CLM_DISCONNECTION) {
            serverLeft = true;
        }
    }

    private void processReliable(final int id, final int counter, final DirectBuffer buffer, final int offset,
            final int length) {
        if (receiver.isDuplicate(id, counter)) {
            return;
        }
        if (id != MessageId.SPLIT_CONTAINER) {
            process(id, buffer, offset, length);
        } else if (receiver.assemble(buffer, offset, length)) {
            process(receiver.assembled().messageId(), receiver.assembled().buffer(), 0,
                    receiver.assembled().length());
        }
        receiver.remember(id, counter);
    }

    private void process(final int id, final DirectBuffer buffer, final int offset, final int length) {
        switch (id) {
            case MessageId.CLIENT_ID -> {
                if (clientId.wrap(buffer, offset, length)) {
                    channel = clientId.channelId();
                    forgetGains();
                }
            }
            case MessageId.REQ_SPLIT_MESS_SUPPORT -> {
                sender.setPeerSplits(true);
                sender.offerEmpty(MessageId.SPLIT_MESS_SUPPORTED);
            }
            case MessageId.REQ_NETW_TRANSPORT_PROPS -> offerTransportProperties();
            case MessageId.REQ_JITT_BUF_SIZE -> offerJitterBufferSize();
            case MessageId.REQ_CHANNEL_INFOS -> offerChannelInfo();
            case MessageId.VERSION_AND_OS -> {
                if (version.wrap(buffer, offset, length) && version.isAtLeast(3, 6, 0)) {
                    counterBytes = true;
                    offerTransportProperties();
                }
            }
            case MessageId.CONN_CLIENTS_LIST -> setGains(buffer, offset, length);
            default -> {
                // Chat, licence, recorder, mute notices and what future servers say: acknowledged, nothing more.
            }
        }
    }

    /** The first audio of the server has arrived: it is up, the client introduces itself once more. */
    void audioArrived(final long nowNanos) {
        if (audioArrived) {
            return;
        }
        audioArrived = true;
        offerChannelInfo();
        sender.offerEmpty(MessageId.REQ_CONN_CLIENTS_LIST);
        offerJitterBufferSize();
        sender.offer(MessageId.REQ_CHANNEL_LEVEL_LIST, body, 0, LevelListRequest.write(body, 0, true));
        transmit(nowNanos);
    }

    private void offerTransportProperties() {
        final int codec = format.frameSamples() == 128
                ? TransportProperties.CODEC_OPUS
                : TransportProperties.CODEC_OPUS64;
        final int length = TransportProperties.write(body, 0, format.codedBytes() + (counterBytes ? 1 : 0),
                format.factor(), format.channels(), codec,
                counterBytes ? TransportProperties.FLAGS_SEQUENCE_NUMBERS : 0);
        sender.offer(MessageId.NETW_TRANSPORT_PROPS, body, 0, length);
    }

    private void offerJitterBufferSize() {
        sender.offer(MessageId.JITT_BUF_SIZE, body, 0, JitterBufferSize.write(body, 0, JitterBufferSize.AUTOMATIC));
    }

    private void offerChannelInfo() {
        sender.offer(MessageId.CHANNEL_INFOS, body, 0,
                ChannelInfo.write(body, 0, 0, 0, ChannelInfo.SKILL_NOT_SET, self.name(), self.city()));
    }

    private void forgetGains() {
        Arrays.fill(toneOfChannel, NONE);
        Arrays.fill(mutedOfChannel, null);
        gainsSet = 0;
    }

    private void setGains(final DirectBuffer buffer, final int offset, final int length) {
        if (gains.moved(tone) == 0 && !self.mutesStrangers() || !clientList.wrap(buffer, offset, length)) {
            return;
        }
        if (clientList.count() == 0) {
            forgetGains();
        }
        listed++;
        while (clientList.next()) {
            final int other = self.toneOf(plan, clientList.name().toString());
            setGain(clientList.channelId(), other);
            if (other >= 0) {
                unmute(clientList.channelId(), other);
            } else if (self.mutesStrangers() && clientList.channelId() != channel) {
                mute(clientList.channelId(), clientList.name() + "/" + clientList.city());
            }
        }
        for (int i = 0; i < mutedOfChannel.length; i++) {
            if (lastListed[i] != listed) {
                mutedOfChannel[i] = null;
            }
        }
    }

    /** Somebody of the same fleet is a stranger until the server knows its name. */
    private void unmute(final int otherChannel, final int otherTone) {
        if (mutedOfChannel[otherChannel] == null) {
            return;
        }
        lastListed[otherChannel] = listed;
        final int length = ChannelGain.write(body, 0, otherChannel, gains.wireGain(tone, otherTone));
        if (sender.offer(MessageId.CHANNEL_GAIN, body, 0, length)) {
            mutedOfChannel[otherChannel] = null;
        }
    }

    /** Mutes a stranger, once: in each list it is the same one as long as channel, name and city are. */
    private void mute(final int otherChannel, final String stranger) {
        lastListed[otherChannel] = listed;
        if (stranger.equals(mutedOfChannel[otherChannel])) {
            return;
        }
        if (sender.offer(MessageId.CHANNEL_GAIN, body, 0, ChannelGain.write(body, 0, otherChannel, 0))) {
            mutedOfChannel[otherChannel] = stranger;
        }
    }

    private void setGain(final int otherChannel, final int otherTone) {
        if (otherTone < 0 || !gains.isMoved(tone, otherTone) || toneOfChannel[otherChannel] == otherTone) {
            return;
        }
        final int length = ChannelGain.write(body, 0, otherChannel, gains.wireGain(tone, otherTone));
        if (sender.offer(MessageId.CHANNEL_GAIN, body, 0, length)) {
            gainsSet += toneOfChannel[otherChannel] == NONE ? 1 : 0;
            toneOfChannel[otherChannel] = otherTone;
        }
    }

    private void acknowledge(final int id, final int counter) {
        Acknowledgement.write(shortMessage, Frame.bodyOffset(0), id);
        outlet.send(shortMessage.addressOffset(),
                Frame.write(shortMessage, 0, MessageId.ACKN, counter, Acknowledgement.BODY_LENGTH));
    }

    /** Says that the client leaves (spec 4.12: the server believes it when no audio comes any more). */
    void sayFarewell() {
        outlet.send(shortMessage.addressOffset(),
                Frame.write(shortMessage, 0, MessageId.CLM_DISCONNECTION, 0, 0));
    }

    /** Sends what is due: a new message whose predecessor is acknowledged, or one without an answer for 400 ms. */
    void transmit(final long nowNanos) {
        if (sender.due(nowNanos)) {
            outlet.send(sender.headBuffer().addressOffset() + sender.headOffset(), sender.headLength());
            sender.sent(nowNanos);
        }
    }

    /** {@return whether audio goes out with counter bytes, and should come with them} */
    boolean counterBytes() {
        return counterBytes;
    }

    /** {@return whether the server has given this client a channel and sent it audio} */
    boolean isConnected() {
        return channel != NONE && audioArrived && !serverLeft;
    }

    /** {@return whether the session is complete: connected, everything acknowledged, all faders set} */
    boolean isSettled() {
        return isConnected() && sender.isEmpty() && gainsSet >= gains.moved(tone);
    }

    /** {@return whether the server has ended the session} */
    boolean serverLeft() {
        return serverLeft;
    }

    /** {@return how often the server answered that it has no free channel} */
    long serverFullReplies() {
        return serverFullReplies;
    }
}
