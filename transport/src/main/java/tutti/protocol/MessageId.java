package tutti.protocol;

/**
 * Ids of the protocol's messages, under the protocol's own names (section 3.1). {@code CLM} stands for connectionless
 * message. Obsolete ids have no constant: they are acknowledged and ignored like unknown ones.
 */
public final class MessageId {
    /** Acknowledgement of a reliable message; body {@link Acknowledgement}. */
    public static final int ACKN = 1;
    /** Jitter buffer size; body {@link JitterBufferSize}. */
    public static final int JITT_BUF_SIZE = 10;
    /** Asks the client for its {@link #JITT_BUF_SIZE}; empty. */
    public static final int REQ_JITT_BUF_SIZE = 11;
    /** Gain with which the sender hears a channel; body {@link ChannelGain}. */
    public static final int CHANNEL_GAIN = 13;
    /** Asks the server for {@link #CONN_CLIENTS_LIST}; empty. */
    public static final int REQ_CONN_CLIENTS_LIST = 16;
    /** Chat; body {@link ChatText}. */
    public static final int CHAT_TEXT = 18;
    /** Audio format of the sender; body {@link TransportProperties}. */
    public static final int NETW_TRANSPORT_PROPS = 20;
    /** Asks for {@link #NETW_TRANSPORT_PROPS}; empty. */
    public static final int REQ_NETW_TRANSPORT_PROPS = 21;
    /** Asks the client for {@link #CHANNEL_INFOS}; empty. */
    public static final int REQ_CHANNEL_INFOS = 23;
    /** The connected musicians; body {@link ClientList}. */
    public static final int CONN_CLIENTS_LIST = 24;
    /** The sending musician; body {@link ChannelInfo}. */
    public static final int CHANNEL_INFOS = 25;
    /** The server's answer to an obsolete codec; empty. */
    public static final int OPUS_SUPPORTED = 26;
    /** Whether a licence must be agreed to; body {@link LicenceRequired}. */
    public static final int LICENCE_REQUIRED = 27;
    /** Asks old servers for level lists, ignored by current ones; body {@link LevelListRequest}. */
    public static final int REQ_CHANNEL_LEVEL_LIST = 28;
    /** The server's version; body {@link VersionAndOs}. */
    public static final int VERSION_AND_OS = 29;
    /** Pan with which the sender hears a channel; body {@link ChannelPan}. */
    public static final int CHANNEL_PAN = 30;
    /** Somebody muted the receiver, or no longer does; body {@link MuteState}. */
    public static final int MUTE_STATE_CHANGED = 31;
    /** The receiver's own channel; body {@link ClientId}. */
    public static final int CLIENT_ID = 32;
    /** State of the recorder; body {@link RecorderState}. */
    public static final int RECORDER_STATE = 33;
    /** Asks whether split messages are understood, and says that the sender understands them; empty. */
    public static final int REQ_SPLIT_MESS_SUPPORT = 34;
    /** Says that the sender understands split messages; empty. */
    public static final int SPLIT_MESS_SUPPORTED = 35;
    /** Says that the server takes uncompressed audio; empty. */
    public static final int RAWAUDIO_SUPPORTED = 36;

    /** First id of the connectionless messages. */
    public static final int FIRST_CONNECTIONLESS = 1000;
    /** Round-trip measurement, echoed; body {@link Ping}. */
    public static final int CLM_PING_MS = 1001;
    /** Round-trip measurement with the number of clients in the answer; body {@link PingWithClients}. */
    public static final int CLM_PING_MS_WITHNUMCLIENTS = 1002;
    /** No free channel; empty. */
    public static final int CLM_SERVER_FULL = 1003;
    /** Registration at a directory, old form; body {@link RegisterServer}. */
    public static final int CLM_REGISTER_SERVER = 1004;
    /** End of a registration; empty. */
    public static final int CLM_UNREGISTER_SERVER = 1005;
    /** A directory's servers; body {@link ServerList}. */
    public static final int CLM_SERVER_LIST = 1006;
    /** Asks a directory for its servers; empty. */
    public static final int CLM_REQ_SERVER_LIST = 1007;
    /** A directory's request to send {@link #CLM_EMPTY_MESSAGE} to a client; body {@link SendEmptyMessage}. */
    public static final int CLM_SEND_EMPTY_MESSAGE = 1008;
    /** Does nothing but open firewalls on its way; empty. */
    public static final int CLM_EMPTY_MESSAGE = 1009;
    /** The sender leaves; empty. */
    public static final int CLM_DISCONNECTION = 1010;
    /** The server's version, to anybody; body {@link VersionAndOs}. */
    public static final int CLM_VERSION_AND_OS = 1011;
    /** Asks for {@link #CLM_VERSION_AND_OS}; empty. */
    public static final int CLM_REQ_VERSION_AND_OS = 1012;
    /** The connected musicians, to anybody; body {@link ClientList}. */
    public static final int CLM_CONN_CLIENTS_LIST = 1013;
    /** Asks for {@link #CLM_CONN_CLIENTS_LIST}; empty. */
    public static final int CLM_REQ_CONN_CLIENTS_LIST = 1014;
    /** Levels of the connected channels; body {@link ChannelLevels}. */
    public static final int CLM_CHANNEL_LEVEL_LIST = 1015;
    /** A directory's answer to a registration; body {@link RegisterResponse}. */
    public static final int CLM_REGISTER_SERVER_RESP = 1016;
    /** Registration at a directory, current form; body {@link RegisterServerEx}. */
    public static final int CLM_REGISTER_SERVER_EX = 1017;
    /** A directory's servers, short enough for one unfragmented datagram; body {@link ReducedServerList}. */
    public static final int CLM_RED_SERVER_LIST = 1018;
    /** What the server can do; body {@link ServerFeatures}. */
    public static final int CLM_SERVER_FEATURES = 1019;
    /** Asks for {@link #CLM_SERVER_FEATURES}; empty. */
    public static final int CLM_REQ_SERVER_FEATURES = 1020;
    /** The server's welcome message; body {@link WelcomeMessage}. */
    public static final int CLM_WELCOME_MESSAGE = 1021;
    /** Asks for {@link #CLM_WELCOME_MESSAGE}; empty. */
    public static final int CLM_REQ_WELCOME_MESSAGE = 1022;
    /** Last id of the connectionless messages. */
    public static final int LAST_CONNECTIONLESS = 1999;

    /** Container for a part of a long message, itself a reliable message; body {@link SplitPart}. */
    public static final int SPLIT_CONTAINER = 2001;

    private MessageId() {
    }

    /**
     * Whether a message with this id is sent and processed outside any connection (section 1.4).
     *
     * @param id message id
     * @return true for 1000 to 1999
     */
    public static boolean isConnectionless(final int id) {
        return id >= FIRST_CONNECTIONLESS && id <= LAST_CONNECTIONLESS;
    }

    /**
     * The protocol's name of a message, for logs and errors.
     *
     * @param id message id
     * @return the name, equal to the constant's name here, or {@code "UNKNOWN"}
     */
    public static String name(final int id) {
        return switch (id) {
            case ACKN -> "ACKN";
            case JITT_BUF_SIZE -> "JITT_BUF_SIZE";
            case REQ_JITT_BUF_SIZE -> "REQ_JITT_BUF_SIZE";
            case CHANNEL_GAIN -> "CHANNEL_GAIN";
            case REQ_CONN_CLIENTS_LIST -> "REQ_CONN_CLIENTS_LIST";
            case CHAT_TEXT -> "CHAT_TEXT";
            case NETW_TRANSPORT_PROPS -> "NETW_TRANSPORT_PROPS";
            case REQ_NETW_TRANSPORT_PROPS -> "REQ_NETW_TRANSPORT_PROPS";
            case REQ_CHANNEL_INFOS -> "REQ_CHANNEL_INFOS";
            case CONN_CLIENTS_LIST -> "CONN_CLIENTS_LIST";
            case CHANNEL_INFOS -> "CHANNEL_INFOS";
            case OPUS_SUPPORTED -> "OPUS_SUPPORTED";
            case LICENCE_REQUIRED -> "LICENCE_REQUIRED";
            case REQ_CHANNEL_LEVEL_LIST -> "REQ_CHANNEL_LEVEL_LIST";
            case VERSION_AND_OS -> "VERSION_AND_OS";
            case CHANNEL_PAN -> "CHANNEL_PAN";
            case MUTE_STATE_CHANGED -> "MUTE_STATE_CHANGED";
            case CLIENT_ID -> "CLIENT_ID";
            case RECORDER_STATE -> "RECORDER_STATE";
            case REQ_SPLIT_MESS_SUPPORT -> "REQ_SPLIT_MESS_SUPPORT";
            case SPLIT_MESS_SUPPORTED -> "SPLIT_MESS_SUPPORTED";
            case RAWAUDIO_SUPPORTED -> "RAWAUDIO_SUPPORTED";
            case CLM_PING_MS -> "CLM_PING_MS";
            case CLM_PING_MS_WITHNUMCLIENTS -> "CLM_PING_MS_WITHNUMCLIENTS";
            case CLM_SERVER_FULL -> "CLM_SERVER_FULL";
            case CLM_REGISTER_SERVER -> "CLM_REGISTER_SERVER";
            case CLM_UNREGISTER_SERVER -> "CLM_UNREGISTER_SERVER";
            case CLM_SERVER_LIST -> "CLM_SERVER_LIST";
            case CLM_REQ_SERVER_LIST -> "CLM_REQ_SERVER_LIST";
            case CLM_SEND_EMPTY_MESSAGE -> "CLM_SEND_EMPTY_MESSAGE";
            case CLM_EMPTY_MESSAGE -> "CLM_EMPTY_MESSAGE";
            case CLM_DISCONNECTION -> "CLM_DISCONNECTION";
            case CLM_VERSION_AND_OS -> "CLM_VERSION_AND_OS";
            case CLM_REQ_VERSION_AND_OS -> "CLM_REQ_VERSION_AND_OS";
            case CLM_CONN_CLIENTS_LIST -> "CLM_CONN_CLIENTS_LIST";
            case CLM_REQ_CONN_CLIENTS_LIST -> "CLM_REQ_CONN_CLIENTS_LIST";
            case CLM_CHANNEL_LEVEL_LIST -> "CLM_CHANNEL_LEVEL_LIST";
            case CLM_REGISTER_SERVER_RESP -> "CLM_REGISTER_SERVER_RESP";
            case CLM_REGISTER_SERVER_EX -> "CLM_REGISTER_SERVER_EX";
            case CLM_RED_SERVER_LIST -> "CLM_RED_SERVER_LIST";
            case CLM_SERVER_FEATURES -> "CLM_SERVER_FEATURES";
            case CLM_REQ_SERVER_FEATURES -> "CLM_REQ_SERVER_FEATURES";
            case CLM_WELCOME_MESSAGE -> "CLM_WELCOME_MESSAGE";
            case CLM_REQ_WELCOME_MESSAGE -> "CLM_REQ_WELCOME_MESSAGE";
            case SPLIT_CONTAINER -> "SPLIT_CONTAINER";
            default -> "UNKNOWN";
        };
    }
}
