package dev.tagwerk.formats;

import java.util.Optional;

/**
 * A health probe.
 *
 * @param type {@code liveness}, {@code readiness} or {@code startup}
 */
public record Probe(
        String type,
        Optional<Located<Integer>> initialDelaySeconds,
        Optional<Located<Integer>> periodSeconds,
        Optional<Located<Integer>> failureThreshold,
        Optional<Located<Integer>> timeoutSeconds,
        Node node) {}
