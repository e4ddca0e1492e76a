package dev.tagwerk.spec;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** {@code true} or {@code false}. */
record FlagType() implements Type<Boolean> {
    private static final Set<String> YES = Set.of("yes", "on", "y", "1", "true");
    private static final Set<String> NO = Set.of("no", "off", "n", "0", "false");

    @Override
    public Optional<Boolean> read(Tree value, Reading reading) {
        if (value instanceof Tree.Scalar scalar && scalar.core() == Core.BOOLEAN) {
            return Optional.of(Boolean.parseBoolean(scalar.text()));
        }
        reading.mismatch(
                value, describe(), value instanceof Tree.Scalar scalar ? remedy(scalar) : "");
        return Optional.empty();
    }

    private static String remedy(Tree.Scalar scalar) {
        String word = scalar.text().toLowerCase(Locale.ROOT);
        if (YES.contains(word)) {
            return "write true, without quotes";
        }
        return NO.contains(word) ? "write false, without quotes" : "";
    }

    @Override
    public Optional<String> complaint(Boolean value) {
        return Optional.empty();
    }

    @Override
    public JsonNode json(Boolean value) {
        return Json.MAKE.booleanNode(value);
    }

    @Override
    public ObjectNode schema() {
        return Json.schema("boolean");
    }

    @Override
    public String describe() {
        return "true or false";
    }
}
