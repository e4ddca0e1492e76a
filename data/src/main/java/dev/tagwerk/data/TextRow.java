package dev.tagwerk.data;

import java.util.Objects;

/**
 * Plain text; every token but the first is learnt.
 *
 * @param line line of the file, from 1
 * @param text verbatim, not empty
 */
public record TextRow(int line, String text) implements Row {
    public TextRow {
        Objects.requireNonNull(text, "text");
        if (line < 1) {
            throw new DataException("line must be at least 1, not " + line);
        }
        if (text.isEmpty()) {
            throw new DataException("`text` is empty: there is nothing to learn");
        }
    }
}
