package dev.tagwerk.formats;

/**
 * A position in a text.
 *
 * @param line from 1
 * @param column from 1, in characters (code points)
 */
public record Place(int line, int column) {
    public Place {
        if (line < 1 || column < 1) {
            throw new FormatException("place: line and column count from 1");
        }
    }
}
