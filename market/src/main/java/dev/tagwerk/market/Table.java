package dev.tagwerk.market;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * A shipped table: lines with "#" are remarks, then the names of the columns, then rows of cells
 * between tabs.
 */
final class Table {
    private final String name;
    private final Map<String, Integer> columns = new HashMap<>();
    private final List<Row> rows = new ArrayList<>();

    private Table(String name, String text) {
        this.name = name;
        int number = 0;
        for (String line : text.split("\n")) {
            number++;
            if (line.isEmpty() || line.startsWith("#")) {
                continue;
            }
            String[] cells = line.split("\t", -1);
            if (columns.isEmpty()) {
                for (int i = 0; i < cells.length; i++) {
                    columns.put(cells[i], i);
                }
            } else if (cells.length == columns.size()) {
                rows.add(new Row(this, number, cells));
            } else {
                throw new MarketException(
                        name
                                + ":"
                                + number
                                + ": "
                                + cells.length
                                + " cells, the table has "
                                + columns.size()
                                + " columns");
            }
        }
    }

    static Table parse(String name, String text) {
        return new Table(name, text);
    }

    static Table read(String name) {
        try (InputStream in = Table.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new MarketException("the table " + name + " is missing from the program");
            }
            return parse(name, new String(in.readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new MarketException("the table " + name + " cannot be read", e);
        }
    }

    List<Row> rows() {
        return List.copyOf(rows);
    }

    /** Makes a record of each row; what a record refuses is told with file and line. */
    <T> List<T> map(Function<Row, T> make) {
        List<T> made = new ArrayList<>(rows.size());
        for (Row row : rows) {
            try {
                made.add(make.apply(row));
            } catch (MarketException | IllegalArgumentException e) {
                throw new MarketException(row.place() + ": " + e.getMessage(), e);
            }
        }
        return List.copyOf(made);
    }

    int column(String column) {
        Integer at = columns.get(column);
        if (at == null) {
            throw new MarketException(name + " has no column '" + column + "'");
        }
        return at;
    }

    String name() {
        return name;
    }
}
