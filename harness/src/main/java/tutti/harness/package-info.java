/** Measurements: JMH benchmarks of each part of the project, all in one {@code harness/target/benchmarks.jar}. */
package tutti.harness;
