package dev.tagwerk.data;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tagwerk.spec.DataFormat;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Parquet through DuckDB: rows are gathered as JSONL first. */
final class ParquetSink implements RowSink {
    private static final long GROUP_BYTES = 64L << 20;
    private static final int MOST_ROWS = 122_880;

    /** DuckDB writes no smaller groups. */
    private static final int LEAST_ROWS = 2_048;

    private final Path file;
    private final Path gathered;
    private final RowSink json;
    private final Map<String, String> columns;
    private final boolean mixable;
    private boolean lists;
    private long rows;

    private ParquetSink(Path file, Path gathered, RowSink json, DataFormat shape) {
        this.file = file;
        this.gathered = gathered;
        this.json = json;
        this.columns = TableShape.columns(shape);
        this.mixable = shape == DataFormat.PROMPT_COMPLETION;
    }

    static ParquetSink into(Path file, DataFormat shape) throws IOException {
        Path gathered = Files.createTempFile("tagwerk-rows-", ".jsonl");
        return new ParquetSink(
                file,
                gathered,
                new RowSink.Json(Files.newOutputStream(gathered), "", "\n", "\n"),
                shape);
    }

    @Override
    public void add(ObjectNode row) throws IOException, JsonLine.Fault {
        if (mixable) {
            boolean list = row.path("prompt").isArray();
            if (rows > 0 && list != lists) {
                throw new JsonLine.Fault(
                        "has "
                                + (list ? "messages" : "text")
                                + " under `prompt`, the rows before have "
                                + (list ? "text" : "messages")
                                + "; a column of a Parquet file holds one type");
            }
            lists = list;
        }
        rows++;
        json.add(row);
    }

    @Override
    public void close() throws IOException {
        try {
            json.close();
            write();
        } finally {
            Files.deleteIfExists(gathered);
        }
    }

    private void write() throws IOException {
        if (lists) {
            columns.replaceAll((name, type) -> TableShape.messageList());
        }
        long group = rows * GROUP_BYTES / Math.max(1, Files.size(gathered));
        String types =
                columns.entrySet().stream()
                        .map(one -> DuckDb.text(one.getKey()) + ": " + DuckDb.text(one.getValue()))
                        .collect(Collectors.joining(", "));
        try (SafePath in = SafePath.of(gathered);
                DuckDb db = DuckDb.with(List.of(in.file(), file));
                Statement statement = db.statement()) {
            statement.execute(
                    "COPY (SELECT * FROM read_json("
                            + DuckDb.text(in.file().toString())
                            + ", format='newline_delimited', compression='uncompressed', columns={"
                            + types
                            + "})) TO "
                            + DuckDb.text(file.toString())
                            + " (FORMAT parquet, COMPRESSION zstd, ROW_GROUP_SIZE "
                            + Math.clamp(group, LEAST_ROWS, MOST_ROWS)
                            + ")");
        } catch (SQLException e) {
            throw new DataException(
                    "cannot write "
                            + file
                            + ": "
                            + DuckDb.firstLine(e)
                            + (DuckDb.outOfMemory(e)
                                    ? "; rows as long as these are better kept as jsonl.gz"
                                    : ""),
                    e);
        }
    }
}
