/** What the frame thread counts and times, written without locks or allocation and read by any thread. */
package tutti.server.stats;
