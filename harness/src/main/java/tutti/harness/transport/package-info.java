/**
 * Benchmarks of sending and receiving a frame's datagrams, over the loopback interface. The same frame goes through one
 * system call, through one for each datagram, and through the JDK's channels: the ratios are the result. Linux only.
 *
 * <p>What happens outside the measured time, draining sockets or sending what is to be received, happens around every
 * single invocation, so two readings of the clock are part of each result: some 50 ns, next to the microseconds of the
 * shortest system call. Over loopback a send also contains the delivery into the receiver's socket, which is the same
 * for all ways of sending: the ratios come out smaller than those of the system calls alone.
 */
package tutti.harness.transport;
