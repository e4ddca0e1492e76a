package dev.tagwerk.formats;

import java.util.Arrays;
import java.util.Objects;

/** A file's text under the name that the user gave it. Immutable; compared by identity. */
public final class SourceFile {
    private final String name;
    private final String text;
    private final int[] lineStarts;

    public SourceFile(String name, String text) {
        this.name = Objects.requireNonNull(name, "name");
        this.text = Objects.requireNonNull(text, "text");
        this.lineStarts = lineStarts(text);
    }

    public String name() {
        return name;
    }

    public String text() {
        return text;
    }

    /** How many lines there are; a text that ends in a line break has an empty last one. */
    public int lines() {
        return lineStarts.length;
    }

    public Place place(int index) {
        int found = Arrays.binarySearch(lineStarts, Math.min(index, text.length()));
        int line = found >= 0 ? found : -found - 2;
        return new Place(
                line + 1,
                text.codePointCount(lineStarts[line], Math.min(index, text.length())) + 1);
    }

    public Place place(Span span) {
        return place(span.start());
    }

    /** A line without its break; {@code line} counts from 1. */
    public String line(int line) {
        int start = lineStarts[line - 1];
        int end = line < lineStarts.length ? lineStarts[line] : text.length();
        while (end > start && (text.charAt(end - 1) == '\n' || text.charAt(end - 1) == '\r')) {
            end--;
        }
        return text.substring(start, end);
    }

    /** The index at which a line begins; {@code line} counts from 1. */
    public int lineStart(int line) {
        return lineStarts[line - 1];
    }

    /** The index of a line and a column counted in code points from 0, as YAML parsers count. */
    int index(int zeroBasedLine, int zeroBasedColumn) {
        int line = Math.min(zeroBasedLine, lineStarts.length - 1);
        int start = lineStarts[line];
        int available = text.codePointCount(start, text.length());
        return text.offsetByCodePoints(start, Math.min(zeroBasedColumn, available));
    }

    private static int[] lineStarts(String text) {
        int count = 1;
        for (int index = 0; index < text.length(); index++) {
            if (breaks(text, index)) {
                count++;
            }
        }
        int[] starts = new int[count];
        int line = 0;
        for (int index = 0; index < text.length(); index++) {
            if (breaks(text, index)) {
                starts[++line] = index + 1;
            }
        }
        return starts;
    }

    private static boolean breaks(String text, int index) {
        char character = text.charAt(index);
        return character == '\n'
                || (character == '\r'
                        && (index + 1 == text.length() || text.charAt(index + 1) != '\n'));
    }

    @Override
    public String toString() {
        return name;
    }
}
