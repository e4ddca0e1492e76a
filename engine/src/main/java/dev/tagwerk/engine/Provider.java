package dev.tagwerk.engine;

import java.time.Duration;
import java.util.List;

/**
 * A place where attempts are executed. Implementations are thread-safe, keep no state of their own
 * beyond what the place itself keeps, and throw {@link EngineException} with category PROVIDER.
 */
public interface Provider {
    /** As in {@code local}, {@code podman}, {@code slurm}. */
    String name();

    Capabilities capabilities();

    /** What would be submitted, without doing anything: the same attempt gives the same payload. */
    Payload render(Attempt attempt);

    /**
     * Starts the payload unless one with this key was ever started; then returns that one's handle.
     * Calling it again after a crash or a lost answer is safe.
     */
    Handle submit(Payload payload, String idempotencyKey);

    Observation observe(Handle handle);

    /**
     * Asks the attempt to end and, when the grace has passed, ends it. Returns when it has ended.
     * Does nothing when it had ended before.
     */
    void stop(Handle handle, Duration grace);

    /** What the attempt printed from this byte on; empty when there is nothing more yet. */
    LogChunk logs(Handle handle, long from);

    /** Everything here that was started for this workspace, whoever remembers it. */
    List<Owned> owned();

    /** An attempt found at the provider. */
    record Owned(String idempotencyKey, Handle handle) {}
}
