package dev.tagwerk.spec;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** A mapping of variables to their values; one without a value is the caller's. */
record EnvironmentType() implements Type<Environment> {
    private static final int MOST = 1000;
    private static final int LONGEST = 100_000;

    @Override
    public Optional<Environment> read(Tree value, Reading reading) {
        if (value instanceof Tree.Sequence) {
            reading.mismatch(value, describe(), "write `NAME: value` instead of `- NAME=value`");
            return Optional.empty();
        }
        if (!(value instanceof Tree.Mapping mapping)) {
            reading.mismatch(value, describe(), "");
            return Optional.empty();
        }
        Map<String, Optional<String>> variables = new LinkedHashMap<>();
        boolean whole = true;
        for (Tree.Entry entry : mapping.entries()) {
            whole &= read(entry, variables, reading);
        }
        return whole ? Optional.of(new Environment(variables)) : Optional.empty();
    }

    private static boolean read(
            Tree.Entry entry, Map<String, Optional<String>> variables, Reading reading) {
        String name = entry.key().text();
        Reading here = reading.at(reading.path() + "." + Shown.oneLine(name));
        Optional<String> wrong = complaint(name);
        if (wrong.isPresent()) {
            here.report(entry.key().at(), wrong.get(), "");
            return false;
        }
        if (entry.value() instanceof Tree.Scalar scalar) {
            boolean number = scalar.core() == Core.WHOLE || scalar.core() == Core.REAL;
            if (scalar.style() == Tree.Style.GIVEN || number || scalar.asText().isPresent()) {
                variables.put(name, Optional.of(scalar.text()));
                return true;
            }
            if (scalar.core() == Core.NOTHING) {
                variables.put(name, Optional.empty());
                return true;
            }
            // programs disagree about how true is spelled
            here.mismatch(scalar, "a text", "quote it: \"" + Shown.oneLine(scalar.text()) + "\"");
            return false;
        }
        here.mismatch(entry.value(), "a text", "");
        return false;
    }

    private static Optional<String> complaint(String name) {
        return ContainerKeys.VARIABLE.matcher(name).matches()
                ? Optional.empty()
                : Optional.of(
                        "\""
                                + Shown.oneLine(name)
                                + "\" is no variable's name: letters, digits and _, no digit first");
    }

    @Override
    public Optional<String> complaint(Environment value) {
        if (value.variables().size() > MOST) {
            return Optional.of("must have at most " + MOST + " variables");
        }
        for (Map.Entry<String, Optional<String>> variable : value.variables().entrySet()) {
            Optional<String> wrong = complaint(variable.getKey());
            if (wrong.isPresent()) {
                return wrong;
            }
            String text = variable.getValue().orElse("");
            if (text.length() > LONGEST || text.indexOf('\0') >= 0) {
                return Optional.of(
                        variable.getKey()
                                + " must have up to "
                                + LONGEST
                                + " characters, none of them U+0000");
            }
        }
        return Optional.empty();
    }

    @Override
    public JsonNode json(Environment value) {
        ObjectNode node = Json.MAKE.objectNode();
        value.variables().forEach((name, text) -> node.put(name, text.orElse(null)));
        return node;
    }

    @Override
    public ObjectNode schema() {
        ObjectNode schema = Json.schema("object").put("maxProperties", MOST);
        schema.putObject("propertyNames")
                .put("pattern", "^(" + ContainerKeys.VARIABLE.pattern() + ")$");
        ArrayNode types = schema.putObject("additionalProperties").putArray("type");
        types.add("string").add("number").add("null");
        return schema;
    }

    @Override
    public String describe() {
        return "a mapping such as {HF_HOME: /cache/hf}";
    }
}
