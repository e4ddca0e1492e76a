package dev.tagwerk.data;

import java.util.Locale;

/** What counts the rows of a file. */
public enum Numbering {
    /** Lines of the file, blank ones and a header among them. */
    LINE,
    /** Rows, where lines mean nothing: a JSON list, a Parquet file. */
    ROW;

    /** {@code line} or {@code row}. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** {@code line 7}. */
    public String at(int number) {
        return word() + " " + number;
    }
}
