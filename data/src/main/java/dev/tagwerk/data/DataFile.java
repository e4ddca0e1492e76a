package dev.tagwerk.data;

import dev.tagwerk.spec.Columns;
import dev.tagwerk.spec.DataFormat;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Reads a data file into rows: JSONL or one JSON list, plain or gzipped, Parquet, CSV. Which of
 * them it is, its bytes tell, not its name.
 *
 * <p>A row that is wrong becomes a {@link BadRow} and reading goes on; a file that is wrong
 * (absent, damaged, beyond the limits) is a {@link DataException}.
 */
public final class DataFile {
    private DataFile() {}

    /** Reads {@code file} within the {@linkplain ReadLimits#defaults default limits}. */
    public static ReadRows read(Path file, DataFormat format) {
        return read(file, format, Columns.none());
    }

    /**
     * Reads {@code file} within the {@linkplain ReadLimits#defaults default limits}.
     *
     * @param columns which of the file's columns play which part
     */
    public static ReadRows read(Path file, DataFormat format, Columns columns) {
        return read(file, format, columns, ReadLimits.defaults(), Integer.MAX_VALUE);
    }

    /**
     * Reads the beginning of a file.
     *
     * @param rows as many rows are looked at, bad ones among them
     */
    public static ReadRows head(Path file, DataFormat format, Columns columns, int rows) {
        return read(file, format, columns, ReadLimits.defaults(), rows);
    }

    static ReadRows read(Path file, DataFormat format, ReadLimits limits) {
        return read(file, format, Columns.none(), limits, Integer.MAX_VALUE);
    }

    private static ReadRows read(
            Path file, DataFormat format, Columns columns, ReadLimits limits, int most) {
        List<Row> rows = new ArrayList<>();
        List<BadRow> bad = new ArrayList<>();
        try (RowStream stream = RowStream.open(file, format, columns, limits)) {
            boolean whole = false;
            while (!whole && rows.size() + bad.size() < most) {
                Optional<RowStream.Item> item = stream.next();
                whole = item.isEmpty();
                if (item.isPresent()) {
                    switch (item.get()) {
                        case RowStream.Good good -> rows.add(good.row());
                        case RowStream.Bad wrong -> bad.add(wrong.row());
                    }
                }
            }
            return new ReadRows(
                    stream.format(),
                    stream.numbering(),
                    rows,
                    bad,
                    stream.ignoredKeys(),
                    stream.tools(),
                    whole || stream.next().isEmpty());
        }
    }
}
