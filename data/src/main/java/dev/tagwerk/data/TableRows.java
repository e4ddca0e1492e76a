package dev.tagwerk.data;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.function.IntPredicate;
import java.util.function.IntUnaryOperator;

/** The rows of a Parquet or CSV file, through DuckDB; only columns that can matter are read. */
final class TableRows implements RowSource {
    /** Where nothing is said about a record, it is sound. */
    private static final String SOUND = "";

    private final Path file;
    private final ReadLimits limits;
    private final SafePath safe;
    private final DuckDb db;
    private final Statement statement;
    private final ResultSet result;
    private final JsonLine json;
    private final Cells cells;
    private final Numbering numbering;
    private final List<String> unread;

    /** From the number of a record, from 0, to the number that the file's reader knows it by. */
    private final IntUnaryOperator numbers;

    private final Records records;
    private final Map<Integer, String> broken;
    private int record = -1;
    private String row = "";
    private long total;

    private TableRows(
            Path file,
            ReadLimits limits,
            SafePath safe,
            DuckDb db,
            Table table,
            Numbering numbering,
            IntUnaryOperator numbers,
            Records records,
            Map<Integer, String> broken)
            throws SQLException {
        this.file = file;
        this.limits = limits;
        this.safe = safe;
        this.db = db;
        this.json = new JsonLine(limits, true);
        this.cells = new Cells(json, numbering == Numbering.LINE);
        this.numbering = numbering;
        this.numbers = numbers;
        this.records = records;
        this.broken = broken;
        this.unread = table.unread();
        this.statement = db.statement();
        this.result =
                statement.executeQuery(
                        "SELECT to_json(t) FROM (SELECT "
                                + table.selected()
                                + " FROM "
                                + table.source()
                                + ") t");
    }

    /**
     * What is known of a file's records beforehand.
     *
     * @param count how many there must be
     * @param blank which of them are blank lines, which are no rows
     */
    private record Records(int count, IntPredicate blank) {
        static final Records UNKNOWN = new Records(Integer.MAX_VALUE, record -> false);

        boolean known() {
            return count < Integer.MAX_VALUE;
        }
    }

    static TableRows parquet(Path file, ReadLimits limits, Mapping mapping) {
        return open(
                file,
                limits,
                (safe, db) -> {
                    Table table = Table.parquet(file, safe, db, mapping);
                    return new TableRows(
                            file,
                            limits,
                            safe,
                            db,
                            table,
                            Numbering.ROW,
                            record -> record + 1,
                            Records.UNKNOWN,
                            Map.of());
                });
    }

    /** The bytes are read to their end and closed. */
    static TableRows csv(ByteSource bytes, ReadLimits limits, Mapping mapping) {
        CsvLines lines = CsvLines.of(bytes);
        boolean gzip = bytes.gzip();
        Path file = bytes.file();
        bytes.close();
        return open(
                file,
                limits,
                (safe, db) -> {
                    CsvTable csv = CsvTable.of(file, safe.file(), lines, gzip, limits);
                    Table table = Table.of(file, csv.source(), csv.columns(), mapping);
                    Map<Integer, String> broken = csv.broken(file, db, lines, table.selected());
                    return new TableRows(
                            file,
                            limits,
                            safe,
                            db,
                            table,
                            Numbering.LINE,
                            lines::line,
                            new Records(lines.rows(), lines::blank),
                            broken);
                });
    }

    private interface Opening {
        TableRows open(SafePath safe, DuckDb db) throws SQLException;
    }

    private static TableRows open(Path file, ReadLimits limits, Opening opening) {
        requireSize(file, limits);
        SafePath safe = SafePath.of(file);
        DuckDb db;
        try {
            db = DuckDb.with(List.of(safe.file()));
        } catch (DataException e) {
            safe.close();
            throw e;
        }
        try {
            return opening.open(safe, db);
        } catch (SQLException e) {
            db.close();
            safe.close();
            throw unreadable(file, e);
        } catch (DataException e) {
            db.close();
            safe.close();
            throw e;
        }
    }

    private static void requireSize(Path file, ReadLimits limits) {
        try {
            if (Files.size(file) > limits.totalBytes()) {
                throw new DataException(
                        file
                                + " is larger than "
                                + Words.grouped(limits.totalBytes())
                                + " bytes; split it into smaller files");
            }
        } catch (IOException e) {
            throw new DataException("cannot read " + file + ": " + e, e);
        }
    }

    private static DataException unreadable(Path file, SQLException e) {
        return new DataException(
                file
                        + " cannot be read: "
                        + SafePath.hidden(DuckDb.firstLine(e))
                        + (DuckDb.outOfMemory(e)
                                ? "; write it in smaller row groups, or as JSONL"
                                : "; make the file anew"),
                e);
    }

    @Override
    public boolean next() {
        try {
            do {
                record++;
                if (broken.containsKey(record)) {
                    return true;
                }
                if (!fetched()) {
                    return false;
                }
            } while (records.blank().test(record));
            row = result.getString(1);
        } catch (SQLException e) {
            throw unreadable(file, e);
        }
        total += row.length();
        if (total > limits.totalBytes()) {
            throw new DataException(
                    file
                            + " holds more than "
                            + Words.grouped(limits.totalBytes())
                            + " characters; split it into smaller files");
        }
        return true;
    }

    /** Records are counted twice, here and there; a row must never be lost without a word. */
    private boolean fetched() throws SQLException {
        boolean more = result.next();
        if (records.known() && more != record < records.count()) {
            throw new DataException(
                    file
                            + " is no CSV file that can be told apart: it seems to have "
                            + Words.counted(records.count(), "record")
                            + ", and "
                            + (more ? "more" : "fewer")
                            + " were read; write it anew with every text in double quotes");
        }
        return more;
    }

    @Override
    public ObjectNode row() throws JsonLine.Fault {
        String problem = broken.getOrDefault(record, SOUND);
        if (!problem.isEmpty()) {
            throw new JsonLine.Fault(problem);
        }
        if (row.length() > limits.lineBytes()) {
            throw new JsonLine.Fault(
                    "is longer than "
                            + Words.grouped(limits.lineBytes())
                            + " characters; split the row, or cut what is not learnt");
        }
        return cells.opened(json.parse(row.getBytes(StandardCharsets.UTF_8)));
    }

    @Override
    public ObjectNode typed(ObjectNode row) throws JsonLine.Fault {
        return cells.typed(row);
    }

    @Override
    public int number() {
        return numbers.applyAsInt(record);
    }

    @Override
    public Numbering numbering() {
        return numbering;
    }

    @Override
    public List<String> unreadColumns() {
        return unread;
    }

    @Override
    public void close() {
        try {
            result.close();
            statement.close();
        } catch (SQLException e) {
            throw unreadable(file, e);
        } finally {
            db.close();
            safe.close();
        }
    }
}
