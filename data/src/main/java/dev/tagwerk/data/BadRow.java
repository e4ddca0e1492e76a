package dev.tagwerk.data;

import java.util.Objects;

/**
 * A line that is not a usable row.
 *
 * @param line line of the file, from 1
 * @param reason what is wrong with it, in words
 */
public record BadRow(int line, String reason) {
    public BadRow {
        Objects.requireNonNull(reason, "reason");
        if (line < 1) {
            throw new DataException("line must be at least 1, not " + line);
        }
    }

    @Override
    public String toString() {
        return "line " + line + ": " + reason;
    }
}
