/**
 * The tone fleet: many clients of the wire protocol in one process, each with its own socket and its own tone, which
 * check what comes back.
 *
 * <p>{@link tutti.fleet.Main} reads the options, {@link tutti.fleet.Fleet} is one run. All packets are sent and
 * received by the single thread of {@link tutti.fleet.FleetLoop}; everything it touches is allocated before it starts.
 * {@link tutti.fleet.FleetClient} is one musician: {@link tutti.fleet.ClientProtocol} speaks for it,
 * {@link tutti.fleet.CodedTones} holds what it plays, {@link tutti.fleet.ToneVerifier} judges what it hears.
 */
package tutti.fleet;
