/** What {@code harness/toggle.sh} has measured: one running server in its two modes, turn and turn about. */
package tutti.harness.toggle;
