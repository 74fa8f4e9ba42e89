package tutti.transport;

import java.io.IOException;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** The suite on one Linux socket. */
@EnabledOnOs(OS.LINUX)
final class LinuxUnsteeredTransportTest extends TransportSuite {
    @Override
    DatagramTransport open(final TransportOptions options, final SendFailureListener listener) throws IOException {
        return LinuxTransport.open(options.withSteering(false), listener);
    }
}
