package tutti.transport;

import java.io.IOException;

/** The suite on the portable transport. */
final class PortableTransportTest extends TransportSuite {
    @Override
    DatagramTransport open(final TransportOptions options, final SendFailureListener listener) throws IOException {
        return PortableTransport.open(options, listener);
    }
}
