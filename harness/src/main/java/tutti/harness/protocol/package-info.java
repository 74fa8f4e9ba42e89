/**
 * Benchmarks of the wire protocol. Each comes with a floor or a twin, what the same bytes cost to read, copy or frame
 * at the least: the ratio is the result. Nothing may be allocated ({@code -prof gc}).
 */
package tutti.harness.protocol;
