package tutti.transport;

import java.io.IOException;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** The suite with one system call for each received datagram. */
@EnabledOnOs(OS.LINUX)
final class LinuxSingleReceiveTransportTest extends TransportSuite {
    @Override
    DatagramTransport open(final TransportOptions options, final SendFailureListener listener) throws IOException {
        return LinuxTransport.open(options.withBatchReceive(false), listener);
    }
}
