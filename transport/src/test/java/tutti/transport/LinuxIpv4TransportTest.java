package tutti.transport;

import java.io.IOException;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** The suite on an IPv4 socket, as on a machine without IPv6. */
@EnabledOnOs(OS.LINUX)
final class LinuxIpv4TransportTest extends TransportSuite {
    @Override
    DatagramTransport open(final TransportOptions options, final SendFailureListener listener) throws IOException {
        return LinuxTransport.open(
            options.bindAddress().isPresent() ? options : options.withBindAddress(IPV4), listener);
    }

    @Override
    boolean takesIpv6() {
        return false;
    }
}
