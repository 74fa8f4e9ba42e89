package tutti.protocol;

/**
 * The protocol's limits. String limits count UTF-16 code units, as {@link String#length()} does (sections 2.6, 3.2).
 */
public final class Limits {
    /** Channels of a server; valid channel ids are 0 to one less. Older clients index fixed arrays with these ids. */
    public static final int MAX_CHANNELS = 150;

    /** Longest datagram any peer reads, in bytes; what is longer is cut. */
    public static final int MAX_DATAGRAM_LENGTH = 20_000;

    /** Bytes of the original body that one split part carries, at most. */
    public static final int SPLIT_PART_LENGTH = 550;

    /** Split parts that a receiver accepts for one message. */
    public static final int MAX_SPLIT_PARTS = MAX_DATAGRAM_LENGTH / SPLIT_PART_LENGTH;

    /** Bytes that a reassembled body may have. */
    public static final int MAX_REASSEMBLED_LENGTH = MAX_DATAGRAM_LENGTH;

    /** A musician's name. */
    public static final int MAX_NAME_CHARS = 16;

    /** A musician's or a server's city. */
    public static final int MAX_CITY_CHARS = 20;

    /** A server's name. */
    public static final int MAX_SERVER_NAME_CHARS = 20;

    /** The address text in a registration. */
    public static final int MAX_ADDRESS_CHARS = 15;

    /** A chat text as either side receives it, markup included. */
    public static final int MAX_CHAT_CHARS = 1800;

    /** The welcome message as a server stores it. */
    public static final int MAX_WELCOME_CHARS = 1600;

    /** The version text as current programs accept it. */
    public static final int MAX_VERSION_CHARS = 50;

    /** The version text as programs up to 3.11 accept it; a longer one makes them drop the whole message. */
    public static final int MAX_VERSION_CHARS_OLD_PEERS = 30;

    /** Bytes of UTF-8 that one UTF-16 code unit can take, at most. */
    public static final int MAX_BYTES_PER_CHAR = 3;

    private Limits() {
    }

    static boolean isChannelId(final int id) {
        return id < MAX_CHANNELS;
    }
}
