package dev.tagwerk.data;

import java.nio.file.Path;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A file as DuckDB sees it.
 *
 * @param source what stands behind FROM
 * @param columns all of its columns
 * @param mapped columns that a mapping speaks of
 */
record Table(String source, List<String> columns, Set<String> mapped) {
    private static final int SHOWN = 12;

    /**
     * A table that holds something to read.
     *
     * @throws DataException when a mapped column is not there, or no column is known
     */
    static Table of(Path file, String source, List<String> columns, Mapping mapping) {
        mapping.requireColumns(file, columns);
        Table table = new Table(source, columns, mapping.files());
        if (table.selected().isEmpty()) {
            throw new DataException(
                    file
                            + " has the columns "
                            + Words.listed(
                                    columns.stream()
                                            .limit(SHOWN)
                                            .map(column -> Words.visible(column, 40))
                                            .toList())
                            + ", and no shape of rows knows one of them; say which is which, for"
                            + " example in a job: data: {columns: {prompt: "
                            + Words.visible(columns.getFirst(), 30)
                            + ", response: "
                            + Words.visible(columns.getLast(), 30)
                            + "}}");
        }
        return table;
    }

    static Table parquet(Path file, SafePath safe, DuckDb db, Mapping mapping) throws SQLException {
        String source = "read_parquet(" + DuckDb.text(safe.file().toString()) + ")";
        List<String> columns = new ArrayList<>();
        try (Statement statement = db.statement();
                ResultSet described = statement.executeQuery("DESCRIBE SELECT * FROM " + source)) {
            while (described.next()) {
                columns.add(described.getString("column_name"));
            }
        }
        return of(file, source, columns, mapping);
    }

    private boolean read(String column) {
        return mapped.contains(column) || Formats.KEYS.contains(column);
    }

    /** Columns that cannot matter and are not read. */
    List<String> unread() {
        return columns.stream().filter(column -> !read(column)).toList();
    }

    /** What stands behind SELECT. */
    String selected() {
        return columns.stream()
                .filter(this::read)
                .map(DuckDb::name)
                .collect(Collectors.joining(", "));
    }
}
