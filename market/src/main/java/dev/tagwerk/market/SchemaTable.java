package dev.tagwerk.market;

import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Reads a schema's table. In the column "property", "." is the row of the type itself ("closed"
 * when its list of properties is whole, else "open"), "?" names the property that decides between
 * variants, and "=VALUE" the type that this value adds.
 */
final class SchemaTable {
    /** The columns that an amendment may change. */
    private static final List<String> CELLS =
            List.of(
                    "value",
                    "required",
                    "access",
                    "values",
                    "minimum",
                    "maximum",
                    "pattern",
                    "default",
                    "since",
                    "source",
                    "note");

    /** Clears a cell of the table that is amended. */
    private static final String NOTHING = "-";

    private SchemaTable() {}

    static Schema read(Row index, List<Row> amendments) {
        String name = index.text("schema");
        Map<String, Map<String, Map<String, String>>> types = new LinkedHashMap<>();
        Table.read("schema-" + name + ".tsv").rows().forEach(row -> put(types, row));
        amendments.stream()
                .filter(row -> row.text("schema").equals(name))
                .forEach(row -> put(types, row));
        boolean complete = index.yes("complete");
        boolean exactCase = index.yes("exact_case");
        Map<String, SchemaType> made = new LinkedHashMap<>();
        types.forEach(
                (type, rows) ->
                        made.put(
                                type,
                                type(name, type, rows, complete, exactCase, index.provenance())));
        return new Schema(
                name,
                index.text("title"),
                index.text("version"),
                made,
                index.optional("note"),
                index.provenance());
    }

    private static void put(Map<String, Map<String, Map<String, String>>> types, Row row) {
        Map<String, String> cells =
                types.computeIfAbsent(row.text("type"), none -> new LinkedHashMap<>())
                        .computeIfAbsent(row.text("property"), none -> new LinkedHashMap<>());
        for (String column : CELLS) {
            row.optional(column)
                    .ifPresent(
                            cell -> {
                                if (cell.equals(NOTHING)) {
                                    cells.remove(column);
                                } else {
                                    cells.put(column, cell);
                                }
                            });
        }
    }

    private static SchemaType type(
            String schema,
            String name,
            Map<String, Map<String, String>> rows,
            boolean complete,
            boolean exactCase,
            Provenance provenance) {
        Map<String, SchemaProperty> properties = new LinkedHashMap<>();
        Map<String, String> variants = new LinkedHashMap<>();
        rows.forEach(
                (property, cells) -> {
                    if (property.startsWith("=")) {
                        variants.put(property.substring(1), cells.get("value"));
                    } else if (!property.equals(".") && !property.equals("?")) {
                        properties.put(
                                property, property(schema, name, property, cells, exactCase));
                    }
                });
        Map<String, String> itself = rows.get(".");
        if (itself == null) {
            throw new MarketException(schema + ": " + name + " has no row of its own");
        }
        return new SchemaType(
                schema,
                name,
                properties,
                complete && itself.getOrDefault("value", "").equals("closed"),
                Optional.ofNullable(rows.get("?")).map(cells -> cells.get("value")),
                variants,
                Optional.ofNullable(itself.get("note")),
                itself.containsKey("source")
                        ? new Provenance(
                                itself.get("source"), provenance.date(), provenance.confidence())
                        : provenance);
    }

    private static SchemaProperty property(
            String schema, String type, String name, Map<String, String> cells, boolean exactCase) {
        try {
            return new SchemaProperty(
                    name,
                    ValueType.parse(cells.getOrDefault("value", "")),
                    cells.getOrDefault("required", "no").equals("yes"),
                    Access.of(cells.getOrDefault("access", "")),
                    list(cells.get("values")),
                    exactCase,
                    Optional.ofNullable(cells.get("minimum")).map(BigDecimal::new),
                    Optional.ofNullable(cells.get("maximum")).map(BigDecimal::new),
                    Optional.ofNullable(cells.get("pattern")).map(Pattern::compile),
                    Optional.ofNullable(cells.get("default")),
                    Optional.ofNullable(cells.get("since")),
                    Optional.ofNullable(cells.get("note")));
        } catch (MarketException | IllegalArgumentException e) {
            throw new MarketException(schema + ": " + type + "." + name + ": " + e.getMessage(), e);
        }
    }

    private static List<String> list(@Nullable String cell) {
        return cell == null ? List.of() : List.of(cell.split("\\|"));
    }
}
