package tutti.protocol;

import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/** Takes a message apart into its fields and writes it again from these, for every message there is. */
final class Reencoder {
    static final int REFUSED = -1;

    private final Acknowledgement acknowledgement = new Acknowledgement();
    private final JitterBufferSize jitterBufferSize = new JitterBufferSize();
    private final ChannelGain gain = new ChannelGain();
    private final ChannelPan pan = new ChannelPan();
    private final ChatText chat = new ChatText();
    private final WelcomeMessage welcome = new WelcomeMessage();
    private final TransportProperties properties = new TransportProperties();
    private final ClientList clients = new ClientList();
    private final ClientList.Writer clientsWriter = new ClientList.Writer();
    private final ChannelInfo info = new ChannelInfo();
    private final LicenceRequired licence = new LicenceRequired();
    private final LevelListRequest levelRequest = new LevelListRequest();
    private final VersionAndOs version = new VersionAndOs();
    private final MuteState mute = new MuteState();
    private final ClientId clientId = new ClientId();
    private final RecorderState recorder = new RecorderState();
    private final Ping ping = new Ping();
    private final PingWithClients pingWithClients = new PingWithClients();
    private final RegisterServer register = new RegisterServer();
    private final RegisterServerEx registerEx = new RegisterServerEx();
    private final ServerList servers = new ServerList();
    private final ServerList.Writer serversWriter = new ServerList.Writer();
    private final ReducedServerList reduced = new ReducedServerList();
    private final ReducedServerList.Writer reducedWriter = new ReducedServerList.Writer();
    private final SendEmptyMessage sendEmpty = new SendEmptyMessage();
    private final ChannelLevels levels = new ChannelLevels();
    private final byte[] levelBytes = new byte[Limits.MAX_CHANNELS + 1];
    private final RegisterResponse response = new RegisterResponse();
    private final ServerFeatures features = new ServerFeatures();
    private final SplitPart part = new SplitPart();

    /** Rewrites a frame; returns its length, or {@link #REFUSED} if the body is not valid. */
    int frame(final DirectBuffer in, final int offset, final int length, final MutableDirectBuffer out,
        final int outOffset) {
        if (!Frame.isMessage(in, offset, length)) {
            return REFUSED;
        }
        final int id = Frame.id(in, offset);
        final int bodyLength =
            body(id, in, Frame.bodyOffset(offset), Frame.bodyLength(in, offset), out, Frame.bodyOffset(outOffset));
        return bodyLength == REFUSED
            ? REFUSED
            : Frame.write(out, outOffset, id, Frame.counter(in, offset), bodyLength);
    }

    /** Rewrites a body; returns its length, or {@link #REFUSED} if it is not valid. */
    int body(final int id, final DirectBuffer in, final int offset, final int length, final MutableDirectBuffer out,
        final int to) {
        final MessageBody body = flyweight(id);
        if (body == null) {
            return 0;
        }
        if (!body.wrap(in, offset, length)) {
            return REFUSED;
        }
        return switch (body) {
            case Acknowledgement b -> Acknowledgement.write(out, to, b.messageId());
            case JitterBufferSize b -> JitterBufferSize.write(out, to, b.blocks());
            case ChannelGain b -> ChannelGain.write(out, to, b.channelId(), b.gain());
            case ChannelPan b -> ChannelPan.write(out, to, b.channelId(), b.pan());
            case ChatText b -> ChatText.write(out, to, b.text().buffer(), b.text().offset(), b.text().length());
            case WelcomeMessage b ->
                WelcomeMessage.write(out, to, b.text().buffer(), b.text().offset(), b.text().length());
            case TransportProperties b -> TransportProperties.write(out, to, b.baseSize(), b.blockFactor(),
                b.channels(), b.codec(), b.flags());
            case ClientList b -> clientList(b, out, to);
            case ChannelInfo b ->
                ChannelInfo.write(out, to, b.country(), b.instrument(), b.skill(), b.name(), b.city());
            case LicenceRequired b -> LicenceRequired.write(out, to, b.isRequired());
            case LevelListRequest b -> LevelListRequest.write(out, to, b.isWanted());
            case VersionAndOs b -> VersionAndOs.write(out, to, b.os(), utf8(b.version()));
            case MuteState b -> MuteState.write(out, to, b.channelId(), b.isMuted());
            case ClientId b -> ClientId.write(out, to, b.channelId());
            case RecorderState b -> RecorderState.write(out, to, b.state());
            case Ping b -> Ping.write(out, to, b.timeMillis());
            case PingWithClients b -> PingWithClients.write(out, to, b.timeMillis(), b.clients());
            case RegisterServer b -> RegisterServer.write(out, to, b.port(), b.country(), b.maxClients(),
                b.isPermanent(), utf8(b.name()), utf8(b.internalAddress()), utf8(b.city()));
            case RegisterServerEx b -> RegisterServerEx.write(out, to, b.port(), b.country(), b.maxClients(),
                b.isPermanent(), utf8(b.name()), utf8(b.internalAddress()), utf8(b.city()), b.os(),
                utf8(b.version()));
            case ServerList b -> serverList(b, out, to);
            case ReducedServerList b -> reducedServerList(b, out, to);
            case SendEmptyMessage b -> SendEmptyMessage.write(out, to, b.address(), b.port());
            case ChannelLevels b -> channelLevels(b, out, to);
            case RegisterResponse b -> RegisterResponse.write(out, to, b.result());
            case ServerFeatures b -> ServerFeatures.write(out, to, b.mask());
            case SplitPart b ->
                SplitPart.write(out, to, b.messageId(), b.parts(), b.index(), in, b.dataOffset(), b.dataLength());
            default -> throw new AssertionError(body.getClass() + " is not rewritten here");
        };
    }

    /** The flyweight for a message, null for those without a body. */
    MessageBody flyweight(final int id) {
        return switch (id) {
            case MessageId.ACKN -> acknowledgement;
            case MessageId.JITT_BUF_SIZE -> jitterBufferSize;
            case MessageId.CHANNEL_GAIN -> gain;
            case MessageId.CHANNEL_PAN -> pan;
            case MessageId.CHAT_TEXT -> chat;
            case MessageId.NETW_TRANSPORT_PROPS -> properties;
            case MessageId.CONN_CLIENTS_LIST, MessageId.CLM_CONN_CLIENTS_LIST -> clients;
            case MessageId.CHANNEL_INFOS -> info;
            case MessageId.LICENCE_REQUIRED -> licence;
            case MessageId.REQ_CHANNEL_LEVEL_LIST -> levelRequest;
            case MessageId.VERSION_AND_OS, MessageId.CLM_VERSION_AND_OS -> version;
            case MessageId.MUTE_STATE_CHANGED -> mute;
            case MessageId.CLIENT_ID -> clientId;
            case MessageId.RECORDER_STATE -> recorder;
            case MessageId.CLM_PING_MS -> ping;
            case MessageId.CLM_PING_MS_WITHNUMCLIENTS -> pingWithClients;
            case MessageId.CLM_REGISTER_SERVER -> register;
            case MessageId.CLM_REGISTER_SERVER_EX -> registerEx;
            case MessageId.CLM_SERVER_LIST -> servers;
            case MessageId.CLM_RED_SERVER_LIST -> reduced;
            case MessageId.CLM_SEND_EMPTY_MESSAGE -> sendEmpty;
            case MessageId.CLM_CHANNEL_LEVEL_LIST -> levels;
            case MessageId.CLM_REGISTER_SERVER_RESP -> response;
            case MessageId.CLM_SERVER_FEATURES -> features;
            case MessageId.CLM_WELCOME_MESSAGE -> welcome;
            case MessageId.SPLIT_CONTAINER -> part;
            default -> null;
        };
    }

    private int clientList(final ClientList list, final MutableDirectBuffer out, final int to) {
        clientsWriter.begin(out, to);
        while (list.next()) {
            clientsWriter.add(list.channelId(), list.country(), list.instrument(), list.skill(), list.name(),
                list.city());
        }
        return clientsWriter.end();
    }

    private int serverList(final ServerList list, final MutableDirectBuffer out, final int to) {
        serversWriter.begin(out, to);
        while (list.next()) {
            serversWriter.add(list.address(), list.port(), list.country(), list.maxClients(), list.isPermanent(),
                list.name(), list.city());
        }
        return serversWriter.end();
    }

    private int reducedServerList(final ReducedServerList list, final MutableDirectBuffer out, final int to) {
        reducedWriter.begin(out, to);
        while (list.next()) {
            reducedWriter.add(list.address(), list.port(), list.name());
        }
        return reducedWriter.end();
    }

    private int channelLevels(final ChannelLevels list, final MutableDirectBuffer out, final int to) {
        for (int i = 0; i < list.count(); i++) {
            levelBytes[i] = (byte) list.level(i);
        }
        return ChannelLevels.write(out, to, levelBytes, list.count());
    }

    private static byte[] utf8(final Utf8Field text) {
        final byte[] utf8 = new byte[text.length()];
        text.buffer().getBytes(text.offset(), utf8);
        return utf8;
    }

    /** Rewrites a frame and returns the result as hex, or null if it is refused. */
    static String reencoded(final DirectBuffer in) {
        final UnsafeBuffer out = new UnsafeBuffer(new byte[Limits.MAX_DATAGRAM_LENGTH + 1]);
        final int length = new Reencoder().frame(in, 0, in.capacity(), out, 1);
        return length == REFUSED ? null : Datagrams.hex(out, 1, length);
    }
}
