package dev.tagwerk.spec;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Text of a given form.
 *
 * @param form a regular expression that Java and ECMAScript read alike
 * @param words what the form means
 */
record TextType(Pattern form, String words) implements Type<String> {
    @Override
    public Optional<String> read(Tree value, Reading reading) {
        if (!(value instanceof Tree.Scalar scalar)) {
            reading.mismatch(value, describe(), "");
            return Optional.empty();
        }
        Optional<String> text = scalar.asText();
        if (text.isEmpty()) {
            reading.mismatch(
                    value,
                    describe(),
                    scalar.core() == Core.NOTHING ? "" : "quote it: \"" + scalar.text() + "\"");
        }
        return text;
    }

    @Override
    public Optional<String> complaint(String value) {
        return form.matcher(value).matches()
                ? Optional.empty()
                : Optional.of("must be " + describe() + ", not \"" + Shown.oneLine(value) + "\"");
    }

    @Override
    public JsonNode json(String value) {
        return Json.MAKE.textNode(value);
    }

    @Override
    public ObjectNode schema() {
        return Json.schema("string").put("pattern", "^(" + form.pattern() + ")$");
    }

    @Override
    public String describe() {
        return words;
    }
}
