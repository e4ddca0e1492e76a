package dev.tagwerk.data;

import dev.tagwerk.spec.DataFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * What a file holds.
 *
 * @param format the format given or found; {@code AUTO} only when not one line told it
 * @param rows the usable rows, in the file's order
 * @param bad the unusable lines, in the file's order
 * @param ignoredKeys keys that no part of the format knows, with the number of rows that carry them
 */
public record ReadRows(
        DataFormat format, List<Row> rows, List<BadRow> bad, Map<String, Integer> ignoredKeys) {
    public ReadRows {
        Objects.requireNonNull(format, "format");
        rows = List.copyOf(rows);
        bad = List.copyOf(bad);
        ignoredKeys = Map.copyOf(ignoredKeys);
    }

    /** The rows as decisions; an error when the file holds another format. */
    public List<DecisionRow> decisions() {
        return rows.stream()
                .map(
                        row -> {
                            if (row instanceof DecisionRow decision) {
                                return decision;
                            }
                            throw new DataException(
                                    "line "
                                            + row.line()
                                            + " is no decision row; the file's format is "
                                            + format.word());
                        })
                .toList();
    }
}
