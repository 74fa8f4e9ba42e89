/** What {@code harness/sweep.sh} has recorded: reading it, judging each run, and the statistics over the runs. */
package tutti.harness.sweep;
