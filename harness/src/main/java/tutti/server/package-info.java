/** Benchmarks of what only the server itself can reach. */
package tutti.server;
