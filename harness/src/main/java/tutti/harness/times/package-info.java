/** The histograms of a server's frames, as its page {@code /histograms} gives them. */
package tutti.harness.times;
