package dev.tagwerk.data;

/**
 * Characters of a text: UTF-16 indexes of a Java string.
 *
 * @param start first character
 * @param end one past the last
 */
public record Span(int start, int end) {
    public Span {
        if (start < 0 || end < start) {
            throw new DataException("span " + start + ".." + end + " is not a range of characters");
        }
    }

    /** Whether {@code start..end} lies wholly inside. */
    public boolean covers(int otherStart, int otherEnd) {
        return start <= otherStart && otherEnd <= end;
    }
}
