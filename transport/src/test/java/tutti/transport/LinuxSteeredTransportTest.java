package tutti.transport;

import java.io.IOException;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** The suite on two steered sockets, as the server runs. */
@EnabledOnOs(OS.LINUX)
final class LinuxSteeredTransportTest extends TransportSuite {
    @Override
    DatagramTransport open(final TransportOptions options, final SendFailureListener listener) throws IOException {
        return LinuxTransport.open(options, listener);
    }
}
