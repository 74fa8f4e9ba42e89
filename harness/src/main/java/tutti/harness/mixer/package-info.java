/**
 * Benchmarks of the mix. Each comes as scalar and vector code in the same run: the ratio is the result, absolute times
 * are the machine's. Add {@code -prof gc} to see that nothing is allocated.
 */
package tutti.harness.mixer;
