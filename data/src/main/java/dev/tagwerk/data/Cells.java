package dev.tagwerk.data;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Cells of a table as values of a row. A cell without a value is no key. Where a shape of rows
 * wants a list or a number, text is taken as JSON: CSV knows text only, and many Parquet files hold
 * lists as text.
 */
final class Cells {
    private static final Set<String> LISTS =
            Set.of("messages", "conversations", "history", "options", "instruction_variants");
    private static final Set<String> NUMBERS = Set.of("label", "weight");
    private static final Set<String> OPTIONAL =
            Set.of(
                    "system",
                    "task",
                    "tools",
                    "weight",
                    "history",
                    "options",
                    "instruction_variants");

    private final JsonLine json;
    private final boolean emptyIsNone;

    /**
     * @param emptyIsNone whether an empty cell of an optional column means that there is no value
     */
    Cells(JsonLine json, boolean emptyIsNone) {
        this.json = json;
        this.emptyIsNone = emptyIsNone;
    }

    /** Removes what is no value. */
    ObjectNode opened(ObjectNode row) {
        List<String> none = new ArrayList<>();
        for (Map.Entry<String, JsonNode> field : row.properties()) {
            if (field.getValue().isNull()) {
                none.add(field.getKey());
            }
        }
        return row.remove(none);
    }

    /**
     * Takes text as JSON where the shape of rows wants more than text; the keys are the shape's.
     */
    ObjectNode typed(ObjectNode row) throws JsonLine.Fault {
        for (String key : List.copyOf(fieldNames(row))) {
            JsonNode node = row.get(key);
            if (!node.isTextual()) {
                continue;
            }
            String text = node.textValue();
            if (emptyIsNone && text.isBlank() && OPTIONAL.contains(key)) {
                row.remove(key);
            } else if (LISTS.contains(key)) {
                row.set(key, list(key, text));
            } else if (NUMBERS.contains(key)) {
                row.set(key, number(key, text));
            }
        }
        return row;
    }

    private static List<String> fieldNames(ObjectNode row) {
        List<String> names = new ArrayList<>();
        row.fieldNames().forEachRemaining(names::add);
        return names;
    }

    private JsonNode list(String key, String text) throws JsonLine.Fault {
        try {
            return json.value(text);
        } catch (JsonLine.Fault fault) {
            String remedy =
                    text.strip().startsWith("[{'") || text.strip().startsWith("[['")
                            ? "; it looks like Python's own notation: write it with json.dumps"
                            : "";
            throw new JsonLine.Fault("`" + key + "` " + fault.reason() + remedy);
        }
    }

    private JsonNode number(String key, String text) throws JsonLine.Fault {
        try {
            return json.value(text.strip());
        } catch (JsonLine.Fault fault) {
            throw new JsonLine.Fault("`" + key + "` is no number: " + Words.quoted(text));
        }
    }
}
