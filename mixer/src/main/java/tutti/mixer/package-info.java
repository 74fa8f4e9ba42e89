/**
 * The mix: who hears whom how loud, and the arithmetic that makes a listener's PCM from everybody's. Knows no network,
 * no codec, no clock and no thread: the frame loop calls it, one thread at a time.
 *
 * <p>Sections named in this package are those of the protocol reference that the project is written from.
 */
package tutti.mixer;
