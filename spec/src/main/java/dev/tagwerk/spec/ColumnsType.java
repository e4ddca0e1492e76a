package dev.tagwerk.spec;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A mapping from parts to the names that a data file has for them. */
record ColumnsType() implements Type<Columns> {
    private static final int LONGEST = 200;

    @Override
    public Optional<Columns> read(Tree value, Reading reading) {
        if (!(value instanceof Tree.Mapping mapping)) {
            reading.mismatch(value, describe(), "");
            return Optional.empty();
        }
        Map<Column, String> names = new EnumMap<>(Column.class);
        boolean whole = true;
        for (Tree.Entry entry : mapping.entries()) {
            whole &= read(entry, names, reading);
        }
        return whole ? Optional.of(new Columns(names)) : Optional.empty();
    }

    private static boolean read(Tree.Entry entry, Map<Column, String> names, Reading reading) {
        String key = entry.key().text();
        Reading inner = reading.at(reading.path() + "." + Shown.oneLine(key));
        Optional<Column> column = Column.of(key);
        if (column.isEmpty()) {
            inner.report(entry.key().at(), "unknown key `" + Shown.oneLine(key) + "`", remedy(key));
            return false;
        }
        Optional<String> name =
                entry.value() instanceof Tree.Scalar scalar ? scalar.asText() : Optional.empty();
        if (name.isEmpty() || name.get().isEmpty() || name.get().length() > LONGEST) {
            inner.mismatch(entry.value(), "a name of up to " + LONGEST + " characters", "");
            return false;
        }
        if (names.put(column.get(), name.get()) != null) {
            inner.report(entry.key().at(), "says a second time what is called so", "remove one");
            return false;
        }
        return true;
    }

    private static String remedy(String key) {
        return Nearest.to(key, Column.words())
                .map(near -> "did you mean `" + near + "`?")
                .orElse("known here: " + String.join(", ", words()));
    }

    private static List<String> words() {
        return List.of(Column.values()).stream().map(Column::word).toList();
    }

    @Override
    public Optional<String> complaint(Columns value) {
        return Optional.empty();
    }

    @Override
    public JsonNode json(Columns value) {
        ObjectNode node = Json.MAKE.objectNode();
        value.names().forEach((column, name) -> node.put(column.word(), name));
        return node;
    }

    @Override
    public ObjectNode schema() {
        ObjectNode schema = Json.schema("object").put("additionalProperties", false);
        ObjectNode properties = schema.putObject("properties");
        for (String word : Column.words()) {
            ArrayNode choices = properties.putObject(word).putArray("anyOf");
            choices.add(Json.schema("string").put("minLength", 1).put("maxLength", LONGEST));
            choices.add(Json.input());
        }
        return schema;
    }

    @Override
    public String describe() {
        return "a mapping such as {prompt: question, response: answer}";
    }
}
