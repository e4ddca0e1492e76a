package dev.tagwerk.spec;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * {@code all-linear}, a list of layer names, or a regular expression. A text that could only be a
 * name is taken for a forgotten list: as an expression it would have to be the whole path.
 */
record TargetsType() implements Type<Targets> {
    private static final String ALL = "all-linear";
    private static final int MOST = 64;
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_][A-Za-z0-9_.-]{0,127}");
    private static final int LONGEST = 500;
    private static final Pattern REGEX =
            Pattern.compile("[^\\\\()\\[\\]{}*+?|^$]*[\\\\()\\[\\]{}*+?|^$][\\s\\S]*");

    @Override
    public Optional<Targets> read(Tree value, Reading reading) {
        return switch (value) {
            case Tree.Scalar scalar when scalar.asText().equals(Optional.of(ALL)) ->
                    Optional.of(new Targets.AllLinear());
            case Tree.Scalar scalar when scalar.asText().filter(TargetsType::isRegex).isPresent() ->
                    Optional.of(new Targets.Regex(scalar.text()));
            case Tree.Scalar scalar -> {
                reading.mismatch(value, describe(), remedy(scalar.text()));
                yield Optional.empty();
            }
            case Tree.Sequence sequence -> names(sequence, reading);
            case Tree.Mapping mapping -> {
                reading.mismatch(value, describe(), "");
                yield Optional.empty();
            }
            case Tree.Broken broken -> Optional.empty();
        };
    }

    static boolean isRegex(String text) {
        return text.length() <= LONGEST && REGEX.matcher(text).matches();
    }

    private static String remedy(String text) {
        if (text.equals("all") || Nearest.to(text, List.of(ALL)).isPresent()) {
            return "write " + ALL;
        }
        String[] names = text.split(" *[, ] *");
        for (String name : names) {
            if (!NAME.matcher(name).matches()) {
                return "";
            }
        }
        String list = String.join(", ", names);
        return list.length() <= 200 ? "write a list: [" + list + "]" : "write a list";
    }

    private static Optional<Targets> names(Tree.Sequence sequence, Reading reading) {
        List<String> names = new ArrayList<>();
        for (int index = 0; index < sequence.items().size(); index++) {
            Tree item = sequence.items().get(index);
            Optional<String> name =
                    item instanceof Tree.Scalar scalar ? scalar.asText() : Optional.empty();
            if (name.isPresent()) {
                names.add(name.get());
            } else {
                reading.at(reading.path() + "[" + index + "]")
                        .mismatch(item, "a layer's name such as q_proj", "");
            }
        }
        return names.size() == sequence.items().size()
                ? Optional.of(new Targets.Names(names))
                : Optional.empty();
    }

    @Override
    public Optional<String> complaint(Targets value) {
        return switch (value) {
            case Targets.AllLinear all -> Optional.empty();
            case Targets.Names names -> complaint(names.names());
            case Targets.Regex regex ->
                    isRegex(regex.pattern())
                            ? Optional.empty()
                            : Optional.of(
                                    "must be a regular expression of up to "
                                            + LONGEST
                                            + " characters, not \""
                                            + Shown.oneLine(regex.pattern())
                                            + "\"");
        };
    }

    private static Optional<String> complaint(List<String> names) {
        if (names.isEmpty() || names.size() > MOST) {
            return Optional.of(
                    "must name 1 to "
                            + MOST
                            + " layers, not "
                            + names.size()
                            + "; all of them are `"
                            + ALL
                            + "`");
        }
        Set<String> seen = new HashSet<>();
        for (String name : names) {
            if (!NAME.matcher(name).matches()) {
                return Optional.of(
                        "\""
                                + Shown.oneLine(name)
                                + "\" is no layer's name; a regular expression"
                                + " stands alone, not in a list: targets: '.*[qv]_proj'");
            }
            if (!seen.add(name)) {
                return Optional.of("names " + name + " twice");
            }
        }
        return Optional.empty();
    }

    @Override
    public JsonNode json(Targets value) {
        return switch (value) {
            case Targets.AllLinear all -> Json.MAKE.textNode(ALL);
            case Targets.Regex regex -> Json.MAKE.textNode(regex.pattern());
            case Targets.Names names -> {
                ArrayNode list = Json.MAKE.arrayNode();
                names.names().forEach(list::add);
                yield list;
            }
        };
    }

    @Override
    public ObjectNode schema() {
        ObjectNode items = Json.MAKE.objectNode();
        items.putArray("anyOf")
                .add(Json.schema("string").put("pattern", "^" + NAME.pattern() + "$"))
                .add(Json.input());
        ObjectNode schema = Json.MAKE.objectNode();
        ArrayNode choices = schema.putArray("anyOf");
        choices.addObject().put("const", ALL);
        choices.add(
                Json.schema("string")
                        .put("pattern", "^" + REGEX.pattern() + "$")
                        .put("maxLength", LONGEST));
        choices.add(
                Json.schema("array")
                        .put("minItems", 1)
                        .put("maxItems", MOST)
                        .put("uniqueItems", true)
                        .set("items", items));
        return schema;
    }

    @Override
    public String describe() {
        return "`"
                + ALL
                + "`, a list of layer names such as [q_proj, v_proj], or a regular expression such"
                + " as '.*[qv]_proj'";
    }
}
