/**
 * Benchmarks of the server's own parts. Each comes with a floor, what must be done at the least: the ratio is the
 * result. Nothing may be allocated ({@code -prof gc}).
 */
package tutti.harness.server;
