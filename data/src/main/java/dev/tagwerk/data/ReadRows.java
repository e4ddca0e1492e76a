package dev.tagwerk.data;

import dev.tagwerk.spec.DataFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * What a file holds.
 *
 * @param format the format given or found; {@code AUTO} only when not one row told it
 * @param numbering what the numbers of rows count
 * @param rows the usable rows, in the file's order
 * @param bad the unusable rows, in the file's order
 * @param ignoredKeys keys that no part of the format knows, with the number of rows that carry them
 * @param tools rows that speak of tools, which are not rendered
 * @param whole whether these are all rows of the file
 */
public record ReadRows(
        DataFormat format,
        Numbering numbering,
        List<Row> rows,
        List<BadRow> bad,
        Map<String, Integer> ignoredKeys,
        ToolRows tools,
        boolean whole) {
    public ReadRows {
        Objects.requireNonNull(format, "format");
        Objects.requireNonNull(numbering, "numbering");
        Objects.requireNonNull(tools, "tools");
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
                                    numbering.at(row.line())
                                            + " is no decision row; the file's format is "
                                            + format.word());
                        })
                .toList();
    }

    /** A bad row with its number, for people. */
    public String told(BadRow row) {
        return numbering.at(row.line()) + ": " + row.reason();
    }
}
