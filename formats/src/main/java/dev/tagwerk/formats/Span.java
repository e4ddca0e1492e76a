package dev.tagwerk.formats;

/**
 * A stretch of a text.
 *
 * @param start index of the first UTF-16 unit
 * @param end index behind the last one
 */
public record Span(int start, int end) {
    public static final Span START = new Span(0, 0);

    public Span {
        if (start < 0 || end < start) {
            throw new FormatException("span: start and end are in order and not negative");
        }
    }
}
