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
 * A list of texts of a given form.
 *
 * @param form of one of them, as Java and ECMAScript read alike
 * @param words what one of them is
 * @param unique whether none may stand twice
 */
record TextListType(Pattern form, String words, int most, boolean unique)
        implements Type<List<String>> {
    private static final int LONGEST = 200_000;

    @Override
    public Optional<List<String>> read(Tree value, Reading reading) {
        if (!(value instanceof Tree.Sequence sequence)) {
            reading.mismatch(value, describe(), remedy(value));
            return Optional.empty();
        }
        List<String> texts = new ArrayList<>();
        for (int index = 0; index < sequence.items().size(); index++) {
            Tree item = sequence.items().get(index);
            Reading here = reading.at(reading.path() + "[" + index + "]");
            Optional<String> text = text(item, here);
            Optional<String> complaint = text.flatMap(this::itemComplaint);
            complaint.ifPresent(why -> here.report(item.at(), why, remedy(text.orElse(""))));
            text.filter(found -> complaint.isEmpty()).ifPresent(texts::add);
        }
        return texts.size() == sequence.items().size() ? Optional.of(texts) : Optional.empty();
    }

    /** Numbers are words as they are written; what else is no text could mean several. */
    private Optional<String> text(Tree item, Reading reading) {
        if (item instanceof Tree.Scalar scalar) {
            boolean number = scalar.core() == Core.WHOLE || scalar.core() == Core.REAL;
            if (number || scalar.asText().isPresent()) {
                return Optional.of(scalar.text());
            }
            reading.mismatch(item, words, "quote it: \"" + Shown.oneLine(scalar.text()) + "\"");
            return Optional.empty();
        }
        reading.mismatch(item, words, "");
        return Optional.empty();
    }

    private static String remedy(Tree value) {
        return value instanceof Tree.Scalar scalar && scalar.asText().isPresent()
                ? "write a list, one item for each word: [" + list(scalar.text()) + "]"
                : "";
    }

    private static String list(String text) {
        String shown = Shown.oneLine(text).strip();
        return shown.matches("[A-Za-z0-9_./ -]*") ? shown.replaceAll(" +", ", ") : "…";
    }

    private static String remedy(String text) {
        return text.startsWith("/output/") ? "write " + text.substring("/output/".length()) : "";
    }

    private Optional<String> itemComplaint(String text) {
        return text.length() <= LONGEST && form.matcher(text).matches()
                ? Optional.empty()
                : Optional.of("must be " + words + ", not \"" + Shown.oneLine(text) + "\"");
    }

    @Override
    public Optional<String> complaint(List<String> value) {
        if (value.size() > most) {
            return Optional.of("must have at most " + most + " items, not " + value.size());
        }
        Set<String> seen = new HashSet<>();
        for (String text : value) {
            Optional<String> complaint = itemComplaint(text);
            if (complaint.isPresent()) {
                return complaint;
            }
            if (!seen.add(text) && unique) {
                return Optional.of("names " + Shown.oneLine(text) + " twice");
            }
        }
        return Optional.empty();
    }

    @Override
    public JsonNode json(List<String> value) {
        ArrayNode list = Json.MAKE.arrayNode();
        value.forEach(list::add);
        return list;
    }

    @Override
    public ObjectNode schema() {
        ObjectNode items = Json.MAKE.objectNode();
        ArrayNode choices = items.putArray("anyOf");
        choices.add(Json.schema("string").put("pattern", "^(" + form.pattern() + ")$"));
        choices.add(Json.schema("number"));
        choices.add(Json.input());
        ObjectNode schema = Json.schema("array").put("maxItems", most);
        if (unique) {
            schema.put("uniqueItems", true);
        }
        return schema.set("items", items);
    }

    @Override
    public String describe() {
        return "a list, each item " + words;
    }
}
