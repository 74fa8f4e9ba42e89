/** What {@code harness/soak.sh} uses: samples of a server over hours, and the verdict on them. */
package tutti.harness.soak;
