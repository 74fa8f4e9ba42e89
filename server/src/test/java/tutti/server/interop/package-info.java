/**
 * The server against the real thing: unmodified Jamulus clients play through it over a JACK server that needs no sound
 * card. Needs the Debian packages {@code jamulus} and {@code jackd2}; without them the test is skipped, loudly.
 */
package tutti.server.interop;
