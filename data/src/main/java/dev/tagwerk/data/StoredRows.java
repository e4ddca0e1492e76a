package dev.tagwerk.data;

import java.nio.file.Path;
import java.util.Optional;

/**
 * The rows of a kept file, read as the push told.
 *
 * @param format the shape of its rows; empty where nothing told it
 * @param usable how many
 */
record StoredRows(Optional<String> format, long usable) {
    static StoredRows of(Path object, DataSets.Source told) {
        long rows = 0;
        try (RowStream stream = open(object, told)) {
            for (Optional<RowStream.Item> item = stream.next();
                    item.isPresent();
                    item = stream.next()) {
                rows += item.get() instanceof RowStream.Good ? 1 : 0;
            }
            return new StoredRows(
                    rows == 0 ? Optional.empty() : Optional.of(stream.format().word()), rows);
        } catch (DataException needsColumnsOrIsNoRowFile) {
            return new StoredRows(Optional.empty(), 0);
        }
    }

    /**
     * Whoever says how rows are to be read is told when not one of them can be.
     *
     * @throws DataException with the first row's reason
     */
    static void requireReadable(DataSets.Source told) {
        Path file = told.ref().file();
        String first = "";
        try (RowStream stream = open(file, told)) {
            for (Optional<RowStream.Item> item = stream.next();
                    item.isPresent();
                    item = stream.next()) {
                switch (item.get()) {
                    case RowStream.Good good -> {
                        return;
                    }
                    case RowStream.Bad bad ->
                            first =
                                    first.isEmpty()
                                            ? stream.numbering().at(bad.row().line())
                                                    + ": "
                                                    + bad.row().reason()
                                            : first;
                }
            }
        }
        throw new DataException(
                file
                        + (first.isEmpty()
                                ? " holds no rows"
                                : " has not one row that can be read as told; " + first)
                        + "; see `tagwerk data check`");
    }

    private static RowStream open(Path file, DataSets.Source told) {
        return RowStream.open(file, told.format(), told.columns(), ReadLimits.defaults());
    }
}
