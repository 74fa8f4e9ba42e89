/**
 * Datagrams in and out: one interface, {@link tutti.transport.DatagramTransport}, with a Linux implementation that
 * moves a whole frame's datagrams with one system call, and a portable one over
 * {@link java.nio.channels.DatagramChannel}.
 */
package tutti.transport;
