package dev.tagwerk.data;

import java.nio.file.Path;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A CSV file as DuckDB is told to read it: nothing is guessed from the rows, every cell is text.
 *
 * @param source what stands behind FROM
 * @param columns the names of the header; those without one are called {@code unnamed_1} and so on
 */
record CsvTable(String source, List<String> columns) {
    private static final int MOST = 10_000;

    static CsvTable of(Path file, Path named, CsvLines lines, boolean gzip, ReadLimits limits) {
        CsvHeader header = lines.header();
        List<String> columns = named(file, header);
        String types =
                columns.stream()
                        .map(column -> DuckDb.text(column) + ": 'VARCHAR'")
                        .collect(Collectors.joining(", "));
        String texts = columns.stream().map(DuckDb::text).collect(Collectors.joining(", "));
        String source =
                "read_csv("
                        + DuckDb.text(named.toString())
                        + ", auto_detect=false, header=true, strict_mode=true, quote='\"',"
                        + " escape='\"', delim="
                        + DuckDb.text(String.valueOf(header.delimiter()))
                        + ", skip="
                        + lines.blankBeforeHeader()
                        + ", compression="
                        + (gzip ? "'gzip'" : "'none'")
                        + ", max_line_size="
                        + limits.lineBytes()
                        + ", columns={"
                        + types
                        + "}, force_not_null=["
                        + texts
                        + "], store_rejects=true)";
        return new CsvTable(source, columns);
    }

    private static List<String> named(Path file, CsvHeader header) {
        if (header.names().size() == CsvHeader.MOST) {
            throw new DataException(
                    file
                            + " has "
                            + Words.grouped(CsvHeader.MOST)
                            + " columns or more; is this a CSV file at all?");
        }
        List<String> columns = new ArrayList<>();
        Set<String> seen = new HashSet<>();
        int unnamed = 0;
        for (String name : header.names()) {
            // an index written by pandas has no name
            String column = name.isBlank() ? "unnamed_" + ++unnamed : name.strip();
            if (!seen.add(column.toLowerCase(java.util.Locale.ROOT))) {
                throw new DataException(
                        file
                                + " has two columns called "
                                + Words.quoted(column)
                                + "; rename one in the header");
            }
            columns.add(column);
        }
        return columns;
    }

    /** Reads the whole file and says which records, from 0, are none, and why. */
    Map<Integer, String> broken(Path file, DuckDb db, CsvLines lines, String selected)
            throws SQLException {
        String first = "SELECT count(t) FROM (SELECT " + selected + " FROM " + source + ") t";
        try (Statement statement = db.statement();
                ResultSet all = statement.executeQuery(first)) {
            while (all.next()) {
                // rejects are written down when the result has been read to its end
            }
        }
        Map<Long, String> byByte = new HashMap<>();
        String rejects =
                "SELECT line_byte_position, error_message FROM reject_errors LIMIT " + (MOST + 1);
        try (Statement statement = db.statement();
                ResultSet rejected = statement.executeQuery(rejects)) {
            while (rejected.next()) {
                byByte.putIfAbsent(rejected.getLong(1) - 1, reason(rejected.getString(2)));
            }
        }
        if (byByte.size() > MOST) {
            throw new DataException(
                    file
                            + " has more than "
                            + Words.grouped(MOST)
                            + " broken records, the first of which "
                            + byByte.get(Collections.min(byByte.keySet()))
                            + "; is this a CSV file at all?");
        }
        Map<Integer, String> broken = new HashMap<>();
        byByte.forEach(
                (at, reason) -> {
                    // blank lines before a record count as its beginning there
                    int record = lines.firstFrom(at);
                    if (record == lines.rows() || broken.put(record, reason) != null) {
                        throw new DataException(
                                file
                                        + " is no CSV file that can be told apart: near byte "
                                        + at
                                        + " a record "
                                        + reason
                                        + "; write it anew with every text in double quotes");
                    }
                });
        return broken;
    }

    private static String reason(String told) {
        String text =
                told.replaceFirst(
                        "Expected Number of Columns: (\\d+) Found: (\\d+).*",
                        "has $2 cells where the header has $1; put a cell that holds the delimiter in double quotes");
        text =
                text.replaceFirst(
                        "Value with unterminated quote found.*",
                        "has a double quote without its end; double it inside a cell: \"\"");
        text =
                text.replaceFirst(
                        "Invalid unicode.*",
                        "is not UTF-8; save the file as UTF-8, for example: iconv -f latin1 -t utf-8 FILE > rows.csv");
        return Words.visible(text, 200);
    }
}
