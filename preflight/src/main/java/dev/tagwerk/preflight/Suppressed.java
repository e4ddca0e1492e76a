package dev.tagwerk.preflight;

/** A finding that somebody has decided to live with. */
public record Suppressed(Finding finding, Kind kind, String reason) {
    /** Where that is written. */
    public enum Kind {
        /** In a comment of the file. */
        COMMENT,
        /** In the baseline. */
        BASELINE
    }
}
