/** The results of {@code harness/sweep.sh} as JSON, a Markdown table and a page with charts. */
package tutti.harness.report;
