package dev.tagwerk.data;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** A kind of file that rows are written into. */
public enum DataFileKind {
    /** One object per line. */
    JSONL("jsonl", ".jsonl"),
    /** One list. */
    JSON("json", ".json"),
    /** One object per line, compressed. */
    JSONL_GZ("jsonl.gz", ".jsonl.gz"),
    CSV("csv", ".csv"),
    PARQUET("parquet", ".parquet");

    private final String word;
    private final String ending;

    DataFileKind(String word, String ending) {
        this.word = word;
        this.ending = ending;
    }

    public String word() {
        return word;
    }

    /** The kind that calls itself {@code word}. */
    public static Optional<DataFileKind> of(String word) {
        return Arrays.stream(values()).filter(kind -> kind.word.equals(word)).findFirst();
    }

    /** The kind that a file's ending speaks of. */
    public static Optional<DataFileKind> endingOf(Path file) {
        String name = String.valueOf(file.getFileName()).toLowerCase(Locale.ROOT);
        return Arrays.stream(values()).filter(kind -> name.endsWith(kind.ending)).findFirst();
    }
}
