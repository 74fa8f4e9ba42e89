package tutti.server;

import java.net.InetAddress;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Everything that is decided before the start, checked.
 *
 * @param port           UDP port, 0 to 65535; 0 lets the system choose
 * @param bindAddress    local address to listen on; empty: all, IPv4 and IPv6
 * @param batchSend      true: all audio of a frame leaves in one call
 * @param sharedMix      true: listeners who hear the same share one mix and one encoder
 * @param decodeAhead    true: what has arrived is decoded before its frame is due
 * @param maxHoldMicros  longest time a packet waits for its batch, microseconds; 0: until the frame's end
 * @param receiveMode    how datagrams are taken from the kernel
 * @param transport      which way datagrams go
 * @param maxClients     most clients, 1 to 150
 * @param admission      true: refuse newcomers when the measured frame time leaves no room for one more
 * @param cpu            core to pin the frame thread to; empty: none
 * @param workers        threads that help the frame thread to decode, mix and encode, from 0
 * @param workerCpus     cores to pin them to, one for each; empty: none
 * @param realtime       true: ask for SCHED_FIFO, for the frame thread and its workers
 * @param dscp           differentiated services code point of all datagrams, 0 to 63
 * @param adminPort      loopback TCP port for HTTP, 0: off
 * @param opusLibrary    the libopus to use; empty: search
 * @param welcomeMessage text for everyone who joins, at most 1600 UTF-16 code units, empty for none
 * @param statsSeconds   period of the printed summary, seconds; 0: only at the end
 */
public record ServerConfig(
    int port,
    Optional<InetAddress> bindAddress,
    boolean batchSend,
    boolean sharedMix,
    boolean decodeAhead,
    int maxHoldMicros,
    ReceiveMode receiveMode,
    TransportKind transport,
    int maxClients,
    boolean admission,
    OptionalInt cpu,
    int workers,
    List<Integer> workerCpus,
    boolean realtime,
    int dscp,
    int adminPort,
    Optional<Path> opusLibrary,
    String welcomeMessage,
    int statsSeconds) {

    /** The port clients try when none is given. */
    public static final int DEFAULT_PORT = 22124;
    /** More channels than this break deployed clients. */
    public static final int CHANNEL_LIMIT = 150;
    /** Class selector 4: type-of-service byte 128. */
    public static final int DEFAULT_DSCP = 32;
    /** Longest welcome message, UTF-16 code units. */
    public static final int WELCOME_LIMIT = 1600;

    /** How datagrams are taken from the kernel. */
    public enum ReceiveMode {
        /** As many as wait, in one call. */
        BATCH,
        /** One a call. */
        SINGLE
    }

    /** Which way datagrams go. */
    public enum TransportKind {
        /** Linux calls where they are to be had, else portable. */
        AUTO,
        /** Linux calls, or no start. */
        LINUX,
        /** The JDK's own channels. */
        PORTABLE
    }

    /**
     * @return the byte that carries {@link #dscp} in an IP header: type of service, or traffic class
     */
    public int typeOfService() {
        return dscp << 2;
    }
}
