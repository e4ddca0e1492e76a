package dev.tagwerk.spec;

import java.util.Collections;
import java.util.EnumMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Which columns of a data file play which part, where they are not called as the shapes of rows
 * have them.
 *
 * @param names the file's name of each part that is named; the others keep the names of the shape
 */
public record Columns(Map<Column, String> names) {
    private static final Columns NONE = new Columns(Map.of());

    public Columns {
        EnumMap<Column, String> copy = new EnumMap<>(Column.class);
        copy.putAll(names);
        names = Collections.unmodifiableMap(copy);
        for (Map.Entry<Column, String> name : names.entrySet()) {
            if (name.getValue().isEmpty()) {
                throw new SpecException(
                        "data.columns." + name.getKey().word() + " must be a column's name");
            }
        }
    }

    /** Every column is called as the shape of rows has it. */
    public static Columns none() {
        return NONE;
    }

    public boolean isEmpty() {
        return names.isEmpty();
    }

    public Optional<String> name(Column column) {
        return Optional.ofNullable(names.get(column));
    }

    /** The file's own column names that are spoken of. */
    public Set<String> files() {
        Set<String> columns = new LinkedHashSet<>();
        names.forEach(
                (column, name) -> {
                    if (!column.inMessages()) {
                        columns.add(name);
                    }
                });
        return columns;
    }
}
