/** How many clients a server carries: what {@code harness/ceiling.sh} makes of its steps. */
package tutti.harness.ceiling;
