/**
 * Benchmarks of the codec as the server calls it: most of a frame's time is spent here, in C. Nothing may be allocated
 * ({@code -prof gc}). Needs a libopus that passes the probe; {@code native/get-libopus.sh} provides one.
 */
package tutti.harness.codec;
