package tutti.server.interop;

import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.PortUnreachableException;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;

/**
 * Asks a server who is connected, as a status page would (specification, 3.4: messages 1014 and 1013). Reads the
 * answer by itself and not with the server's own parser, so that a mistake in that cannot hide itself.
 */
final class ClientListRequest {
    private static final byte[] REQUEST = HexFormat.of().parseHex("0000f6030000003e67");
    private static final int ANSWER_ID = 1013;
    private static final int HEADER_BYTES = 7;
    private static final int CRC_BYTES = 2;
    private static final int ENTRY_BYTES_BEFORE_NAME = 12;
    private static final int TIMEOUT_MILLIS = 200;

    private ClientListRequest() {
    }

    /**
     * @return the names of the connected musicians in order of channel; empty if no answer came within 200 ms
     */
    static Optional<List<String>> ask(final int port) throws IOException {
        try (DatagramSocket socket = new DatagramSocket()) {
            socket.setSoTimeout(TIMEOUT_MILLIS);
            socket.connect(InetAddress.getLoopbackAddress(), port);
            socket.send(new DatagramPacket(REQUEST, REQUEST.length));
            final DatagramPacket answer = new DatagramPacket(new byte[20_000], 20_000);
            socket.receive(answer);
            return Optional.of(names(ByteBuffer.wrap(answer.getData(), 0, answer.getLength())));
        } catch (final SocketTimeoutException | PortUnreachableException e) {
            return Optional.empty();
        }
    }

    private static List<String> names(final ByteBuffer answer) throws IOException {
        answer.order(ByteOrder.LITTLE_ENDIAN);
        if (answer.getShort(2) != ANSWER_ID) {
            throw new IOException("message " + answer.getShort(2) + " and not " + ANSWER_ID + " came back");
        }
        answer.position(HEADER_BYTES).limit(answer.limit() - CRC_BYTES);
        final List<String> names = new ArrayList<>();
        while (answer.hasRemaining()) {
            answer.position(answer.position() + ENTRY_BYTES_BEFORE_NAME);
            names.add(text(answer));
            text(answer); // the city
        }
        return names;
    }

    private static String text(final ByteBuffer answer) {
        final byte[] bytes = new byte[answer.getShort()];
        answer.get(bytes);
        return new String(bytes, StandardCharsets.UTF_8);
    }
}
