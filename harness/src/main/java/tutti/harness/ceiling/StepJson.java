package tutti.harness.ceiling;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

/** Writes a step with every attempt at it as one line of JSON; names carry their unit. */
final class StepJson {
    private static final ObjectMapper JSON = new ObjectMapper();

    private StepJson() {
    }

    /**
     * @param step to write
     * @return the line, without its end
     */
    static String line(final Step step) {
        final ObjectNode root = JSON.createObjectNode()
            .put("server", step.server())
            .put("clients", step.clients())
            .put("carried", step.isCarried());
        final ArrayNode attempts = root.putArray("attempts");
        step.attempts().forEach(attempt -> attempts.add(node(attempt)));
        try {
            return JSON.writeValueAsString(root);
        } catch (final JsonProcessingException e) {
            throw new IllegalStateException("a tree of numbers and texts can always be written", e);
        }
    }

    private static ObjectNode node(final Attempt attempt) {
        final ObjectNode node = JSON.createObjectNode()
            .put("attempt", attempt.number())
            .put("carried", StopRule.isCarried(attempt));
        node.set("missed", JSON.valueToTree(StopRule.missed(attempt)));
        node.set("unusable", JSON.valueToTree(StopRule.unusable(attempt)));
        node.put("seconds", attempt.seconds()).put("framesPerSecond", attempt.framesPerSecond());
        attempt.cpus().ifPresent(cpus -> node.put("cpus", cpus));
        final Attempt.FrameFigures frames = attempt.frames();
        if (frames != null) {
            node.put("frames", frames.frames()).put("framesSkipped", frames.skipped())
                .put("framesOverrun", frames.overrun()).put("framesLate", frames.late())
                .put("audioSendCalls", frames.audioSendCalls());
            if (!frames.frameMicros().isEmpty()) {
                node.putObject("frameMicros").put("p50", frames.frameMicros().get(0))
                    .put("p99", frames.frameMicros().get(1)).put("p999", frames.frameMicros().get(2));
            }
        }
        final Attempt.FleetFigures fleet = attempt.fleet();
        if (fleet != null) {
            node.put("connected", fleet.connected()).put("packetsSent", fleet.sent())
                .put("packetsReceived", fleet.received()).put("lost", fleet.lost()).put("fleetBusy", fleet.busy());
            node.putObject("packetsPerSecond").put("expected", fleet.expectedPacketsPerSecond())
                .put("min", fleet.minPacketsPerSecond()).put("median", fleet.medianPacketsPerSecond());
            if (!fleet.pingMicros().isEmpty()) {
                node.putObject("pingMicros").put("p50", fleet.pingMicros().get(0))
                    .put("p99", fleet.pingMicros().get(1)).put("max", fleet.pingMicros().get(2));
            }
        }
        return node;
    }
}
