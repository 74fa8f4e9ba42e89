/**
 * The jitter buffer of one channel (protocol specification, section 6): it hands the frame loop one coded block per
 * block period however irregularly the datagrams arrive, and finds the smallest size that loses little.
 *
 * <p>{@link tutti.server.jitter.JitterBuffer} is the only public class. It is used by the frame thread alone, allocates
 * nothing after construction and takes no lock.
 *
 * <pre>
 *   JitterBuffer ── BlockWindow          which blocks the real buffer holds
 *        │      └── storage              their bytes, off-heap
 *        ├───────── SimulatedBuffers     ten windows without bytes, sizes 2 to 11
 *        │                └── ErrorHistories   whose error rates are low enough
 *        └───────── AutoSizer            turns those rates into one size (AutoSizeTuning: its constants)
 * </pre>
 */
package tutti.server.jitter;
