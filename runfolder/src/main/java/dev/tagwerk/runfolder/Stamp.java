package dev.tagwerk.runfolder;

import java.time.Instant;

/**
 * An event's place in the log.
 *
 * @param sequence counts from 1 without gaps within one log, over all attempts
 * @param at when the event was written, by the writer's clock
 */
public record Stamp(long sequence, Instant at) {
    public Stamp {
        if (sequence < 1) {
            throw new IllegalArgumentException("sequence: counts from 1, not " + sequence);
        }
    }
}
