/** Where the server's processor time goes: what {@code harness/profile.sh} makes of recorded stacks. */
package tutti.harness.profile;
