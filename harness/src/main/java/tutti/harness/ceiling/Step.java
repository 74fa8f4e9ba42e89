package tutti.harness.ceiling;

import java.util.List;

/**
 * A number of clients, and how a server did with them.
 *
 * @param server   tutti or jamulus
 * @param clients  number of clients
 * @param attempts one or more, in their order
 */
record Step(String server, int clients, List<Attempt> attempts) {
    Step {
        if (attempts.isEmpty()) {
            throw new IllegalArgumentException("a step of " + clients + " clients without an attempt");
        }
        attempts = List.copyOf(attempts);
    }

    /** {@return whether the server carried its clients in one attempt} */
    boolean isCarried() {
        return attempts.stream().anyMatch(StopRule::isCarried);
    }

    /** {@return whether one attempt tells something about the server} */
    boolean isUsable() {
        return attempts.stream().anyMatch(attempt -> StopRule.unusable(attempt).isEmpty());
    }

    /** {@return the attempt that speaks for the step: the first that was carried, else the last} */
    Attempt decisive() {
        return attempts.stream().filter(StopRule::isCarried).findFirst().orElse(attempts.getLast());
    }
}
