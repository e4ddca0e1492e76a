package dev.tagwerk.cli;

import dev.tagwerk.data.DataFile;
import dev.tagwerk.data.ReadRows;
import dev.tagwerk.spec.Columns;
import dev.tagwerk.spec.DataFormat;
import java.nio.file.Path;

/**
 * The beginning of a data file: enough to tell its format and to see what is wrong with all of its
 * rows, without reading gigabytes.
 */
final class DataHead {
    private static final int ROWS = 64;

    private DataHead() {}

    static ReadRows read(Path file, DataFormat format, Columns columns) {
        return DataFile.head(file, format, columns, ROWS);
    }
}
