package dev.tagwerk.spec;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** A list of modules by the ends of their paths. */
record ModulesType() implements Type<List<String>> {
    private static final int MOST = 64;
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_][A-Za-z0-9_.-]{0,127}");
    private static final TextType MODULE = new TextType(NAME, "a module's name such as lm_head");

    @Override
    public Optional<List<String>> read(Tree value, Reading reading) {
        if (!(value instanceof Tree.Sequence sequence)) {
            boolean name =
                    value instanceof Tree.Scalar scalar && NAME.matcher(scalar.text()).matches();
            String text = name ? ((Tree.Scalar) value).text() : "";
            reading.mismatch(value, describe(), name ? "write a list: [" + text + "]" : "");
            return Optional.empty();
        }
        List<String> names = new ArrayList<>();
        for (int i = 0; i < sequence.items().size(); i++) {
            Reading inner = reading.at(reading.path() + "[" + i + "]");
            MODULE.accept(sequence.items().get(i), inner).ifPresent(names::add);
        }
        return names.size() == sequence.items().size()
                ? Optional.of(List.copyOf(names))
                : Optional.empty();
    }

    @Override
    public Optional<String> complaint(List<String> names) {
        if (names.size() > MOST) {
            return Optional.of("must name at most " + MOST + " modules, not " + names.size());
        }
        if (new HashSet<>(names).size() < names.size()) {
            return Optional.of("names a module twice: " + names);
        }
        return names.stream().map(MODULE::complaint).flatMap(Optional::stream).findFirst();
    }

    @Override
    public JsonNode json(List<String> names) {
        ArrayNode list = Json.MAKE.arrayNode();
        names.forEach(list::add);
        return list;
    }

    @Override
    public ObjectNode schema() {
        ObjectNode items = Json.MAKE.objectNode();
        items.putArray("anyOf").add(MODULE.schema()).add(Json.input());
        return Json.schema("array")
                .put("maxItems", MOST)
                .put("uniqueItems", true)
                .set("items", items);
    }

    @Override
    public String describe() {
        return "a list of modules such as [embed_tokens, lm_head]";
    }
}
