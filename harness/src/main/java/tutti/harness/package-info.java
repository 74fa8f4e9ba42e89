/**
 * Measurements: JMH benchmarks of each part of the project, all in one {@code harness/target/benchmarks.jar}. They
 * check the results of what they measure and end with an error when one is wrong.
 *
 * <p>With {@code -prof gc}, what allocates nothing shows JMH's own 5 kB a second, divided by the invocations; the last
 * iteration also counts what closes the sockets. So take at least two.
 */
package tutti.harness;
