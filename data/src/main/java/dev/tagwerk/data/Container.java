package dev.tagwerk.data;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** What kind of file rows lie in, told by its first bytes; a name decides about CSV only. */
enum Container {
    /** JSONL: one object per line. */
    LINES,
    /** One JSON list of objects. */
    LIST,
    CSV,
    PARQUET;

    private static final int LOOKED_AT = 4096;

    private record Magic(String start, String problem) {}

    private static final List<Magic> UNREADABLE =
            List.of(
                    new Magic(
                            "ARROW1",
                            "is an Arrow file; write Parquet instead: in Python,"
                                    + " dataset.to_parquet(\"rows.parquet\")"),
                    new Magic(
                            "PK\u0003\u0004",
                            "is a zip archive or a spreadsheet; unpack it, or save the sheet as"
                                    + " CSV (UTF-8)"),
                    new Magic("(\u00b5/\u00fd", "is compressed with zstd; decompress it: zstd -d"),
                    new Magic("BZh", "is compressed with bzip2; decompress it: bunzip2"),
                    new Magic("\u00fd7zXZ", "is compressed with xz; decompress it: unxz"),
                    new Magic(
                            "SQLite format 3",
                            "is a database; write its rows as CSV, JSONL or Parquet"));

    /**
     * The kind of file.
     *
     * @param columns names that a column mapping speaks of
     * @throws DataException for a kind that is known and not read
     */
    static Container of(ByteSource bytes, Set<String> columns) {
        byte[] head = bytes.head();
        String start = new String(head, 0, Math.min(head.length, 16), StandardCharsets.ISO_8859_1);
        for (Magic magic : UNREADABLE) {
            if (start.startsWith(magic.start())) {
                throw new DataException(bytes.file() + " " + magic.problem());
            }
        }
        if (start.startsWith("PAR1")) {
            if (bytes.gzip()) {
                throw new DataException(
                        bytes.file()
                                + " is a gzipped Parquet file; Parquet compresses by itself:"
                                + " decompress the file with gunzip");
            }
            return PARQUET;
        }
        requireNoDamagedParquet(bytes.file(), head, columns);
        requireUtf8(bytes.file(), head);
        char first = firstCharacter(head);
        if (first == '[') {
            return LIST;
        }
        if (first == '{' || first == 0) {
            return LINES;
        }
        return namedAsTable(bytes.file())
                        || CsvHeader.looksLikeOne(line(head, 0), line(head, 1), columns)
                ? CSV
                : LINES;
    }

    /** Text behind a wrong name is read as what it is; anything else was Parquet, or never was. */
    private static void requireNoDamagedParquet(Path file, byte[] head, Set<String> columns) {
        String name = String.valueOf(file.getFileName()).toLowerCase(Locale.ROOT);
        char first = firstCharacter(head);
        if (head.length == 0 || !name.endsWith(".parquet") || first == '{' || first == '[') {
            return;
        }
        boolean zero = new String(head, StandardCharsets.ISO_8859_1).indexOf(0) >= 0;
        if (zero || !CsvHeader.looksLikeOne(line(head, 0), line(head, 1), columns)) {
            throw new DataException(
                    file
                            + " is named like a Parquet file, but its bytes are none: they do not"
                            + " begin with PAR1. It is damaged or another kind of file; fetch it"
                            + " again, or make the file anew");
        }
    }

    private static void requireUtf8(Path file, byte[] head) {
        boolean little = head.length >= 2 && head[0] == (byte) 0xFF && head[1] == (byte) 0xFE;
        boolean big = head.length >= 2 && head[0] == (byte) 0xFE && head[1] == (byte) 0xFF;
        if (little || big || halfZeros(head)) {
            throw new DataException(
                    file
                            + " is UTF-16, as some editors and PowerShell write it; save it as"
                            + " UTF-8: iconv -f UTF-16"
                            + (little || big ? "" : head[0] == 0 ? "BE" : "LE")
                            + " -t UTF-8 "
                            + file.getFileName()
                            + " > utf8-"
                            + file.getFileName());
        }
    }

    /** UTF-16 without its mark: every other byte of plain letters is zero. */
    private static boolean halfZeros(byte[] head) {
        int length = Math.min(head.length, 64) & ~1;
        int even = 0;
        int odd = 0;
        for (int i = 0; i < length; i++) {
            if (head[i] == 0) {
                even += (i & 1) == 0 ? 1 : 0;
                odd += i & 1;
            }
        }
        return length >= 4 && Math.max(even, odd) > length / 4 && Math.min(even, odd) == 0;
    }

    /** The first character that is no white space, or 0. */
    private static char firstCharacter(byte[] head) {
        for (int i = markLength(head); i < head.length; i++) {
            if (head[i] != ' ' && head[i] != '\t' && head[i] != '\r' && head[i] != '\n') {
                return (char) (head[i] & 0xff);
            }
        }
        return 0;
    }

    /** One of the first lines; empty where there is none. */
    private static String line(byte[] head, int number) {
        int start = markLength(head);
        String text =
                new String(
                        head,
                        start,
                        Math.min(head.length - start, LOOKED_AT),
                        StandardCharsets.UTF_8);
        return text.lines().skip(number).findFirst().orElse("");
    }

    static int markLength(byte[] bytes) {
        boolean mark =
                bytes.length >= 3
                        && bytes[0] == (byte) 0xEF
                        && bytes[1] == (byte) 0xBB
                        && bytes[2] == (byte) 0xBF;
        return mark ? 3 : 0;
    }

    private static boolean namedAsTable(Path file) {
        String name = String.valueOf(file.getFileName()).toLowerCase(Locale.ROOT);
        return name.matches(".*\\.(csv|tsv|tab)(\\.gz)?");
    }
}
