/** What the pages of all reports have in common. */
package tutti.harness.page;
