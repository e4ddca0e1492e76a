package dev.tagwerk.data;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;

/** The rows of a file, one after the other; none is held longer than until the next. */
sealed interface RowSource extends AutoCloseable permits LineRows, ListRows, TableRows {
    /** Moves to the next row; false at the end. A damaged file is a {@link DataException}. */
    boolean next();

    /** The row's number as its {@linkplain #numbering() file counts}, from 1. */
    int number();

    /** The row; a fault when it is none. Call once per row. */
    ObjectNode row() throws JsonLine.Fault;

    Numbering numbering();

    /** A row whose keys have become those of its shape, with values of the types it wants. */
    default ObjectNode typed(ObjectNode row) throws JsonLine.Fault {
        return row;
    }

    /** Columns that were not read because no shape of rows knows them. */
    default List<String> unreadColumns() {
        return List.of();
    }

    @Override
    void close();
}
