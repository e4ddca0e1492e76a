package dev.tagwerk.engine;

/**
 * Part of an attempt's output.
 *
 * @param text whole characters only; undecodable bytes are replaced
 * @param next the byte to ask for next
 */
public record LogChunk(String text, long next) {
    public LogChunk {
        if (next < 0) {
            throw new IllegalArgumentException("next: must not be negative, is " + next);
        }
    }
}
