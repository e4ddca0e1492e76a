package dev.tagwerk.spec;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * One name or a list of them. Which names there are is not known here: whoever runs the job does.
 *
 * @param words what belongs there
 */
record NamesType(String words) implements Type<List<String>> {
    private static final Pattern NAME = Pattern.compile("[\\p{L}0-9][\\p{L}0-9 ._+:-]{0,63}");
    private static final TextListType LIST =
            new TextListType(NAME, "a name such as those", 64, true);

    @Override
    public Optional<List<String>> read(Tree value, Reading reading) {
        if (value instanceof Tree.Sequence) {
            return LIST.read(value, reading);
        }
        if (value instanceof Tree.Scalar scalar && scalar.asText().isPresent()) {
            return Optional.of(List.of(scalar.text()));
        }
        reading.mismatch(value, describe(), "");
        return Optional.empty();
    }

    @Override
    public Optional<String> complaint(List<String> names) {
        if (names.isEmpty()) {
            return Optional.of("names nothing; leave the key out to ask for nothing");
        }
        return names.size() == 1 && !NAME.matcher(names.getFirst()).matches()
                ? Optional.of(
                        "must be "
                                + describe()
                                + ", not \""
                                + Shown.oneLine(names.getFirst())
                                + "\"")
                : LIST.complaint(names);
    }

    @Override
    public JsonNode json(List<String> names) {
        return LIST.json(names);
    }

    @Override
    public ObjectNode schema() {
        ObjectNode schema = Json.MAKE.objectNode();
        ArrayNode choices = schema.putArray("anyOf");
        choices.add(Json.schema("string"));
        choices.add(LIST.schema().put("minItems", 1));
        return schema;
    }

    @Override
    public String describe() {
        return words;
    }
}
