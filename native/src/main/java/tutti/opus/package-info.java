/**
 * Opus Custom frames of 128 and 64 samples, through JNA direct mapping. A libopus is tried in a process of its own
 * before it is loaded ({@link tutti.opus.OpusLibrary}); {@code native/get-libopus.sh} provides one that works.
 */
package tutti.opus;
