package dev.tagwerk.spec;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * A mapping from modules, by names or regular expressions that fit the end of their path, to
 * numbers. Order counts: the first that fits decides.
 *
 * @param value what stands behind each
 * @param example to show
 */
record PatternsType<T>(Type<T> value, String example) implements Type<Map<String, T>> {
    private static final int MOST = 256;
    private static final int LONGEST = 500;

    @Override
    public Optional<Map<String, T>> read(Tree tree, Reading reading) {
        if (!(tree instanceof Tree.Mapping mapping)) {
            reading.mismatch(tree, describe(), "");
            return Optional.empty();
        }
        Map<String, T> values = new LinkedHashMap<>();
        boolean whole = true;
        for (Tree.Entry entry : mapping.entries()) {
            String pattern = entry.key().text();
            Reading inner = reading.at(reading.path() + "." + Shown.oneLine(pattern));
            Optional<T> number = value.accept(entry.value(), inner);
            whole &= number.isPresent();
            number.ifPresent(each -> values.put(pattern, each));
        }
        return whole ? Optional.of(values) : Optional.empty();
    }

    @Override
    public Optional<String> complaint(Map<String, T> values) {
        if (values.size() > MOST) {
            return Optional.of("must hold at most " + MOST + " patterns, not " + values.size());
        }
        for (Map.Entry<String, T> each : values.entrySet()) {
            String pattern = each.getKey();
            if (pattern.isBlank() || pattern.length() > LONGEST) {
                return Optional.of(
                        "must name modules by 1 to "
                                + LONGEST
                                + " characters, not \""
                                + Shown.oneLine(pattern)
                                + "\"");
            }
            Optional<String> complaint = value.complaint(each.getValue());
            if (complaint.isPresent()) {
                return Optional.of("." + Shown.oneLine(pattern) + " " + complaint.get());
            }
        }
        return Optional.empty();
    }

    @Override
    public JsonNode json(Map<String, T> values) {
        ObjectNode node = Json.MAKE.objectNode();
        values.forEach((pattern, each) -> node.set(pattern, value.json(each)));
        return node;
    }

    @Override
    public ObjectNode schema() {
        ObjectNode schema = Json.schema("object").put("maxProperties", MOST);
        ObjectNode each = Json.MAKE.objectNode();
        each.putArray("anyOf").add(value.schema()).add(Json.input());
        schema.set("additionalProperties", each);
        return schema;
    }

    @Override
    public String describe() {
        return "a mapping from modules to numbers such as " + example;
    }
}
