package dev.tagwerk.engine;

import java.time.Instant;
import java.util.Optional;

/**
 * One attempt as the journal tells it.
 *
 * @param handle empty until the provider has taken it
 * @param stopRequested when the user asked it to stop
 * @param step the last step told of when it ended; its first step before that
 */
public record AttemptState(
        String id,
        int number,
        String provider,
        int fromStep,
        Instant planned,
        Optional<Handle> handle,
        Optional<Instant> stopRequested,
        Optional<Instant> ended,
        Optional<Ending> ending,
        int step) {

    AttemptState submitted(Handle at) {
        return new AttemptState(
                id,
                number,
                provider,
                fromStep,
                planned,
                Optional.of(at),
                stopRequested,
                ended,
                ending,
                step);
    }

    AttemptState stopRequested(Instant at) {
        return new AttemptState(
                id,
                number,
                provider,
                fromStep,
                planned,
                handle,
                Optional.of(at),
                ended,
                ending,
                step);
    }

    AttemptState ended(Instant at, Ending how, int lastStep) {
        return new AttemptState(
                id,
                number,
                provider,
                fromStep,
                planned,
                handle,
                stopRequested,
                Optional.of(at),
                Optional.of(how),
                lastStep);
    }
}
