package dev.tagwerk.spec;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * One of the words of an enumeration.
 *
 * @param later words of the language that this version refuses by name
 * @param foreign words of other tools, with ours
 */
record WordType<E extends Enum<E> & Word>(
        List<E> constants, List<String> later, Map<String, String> foreign) implements Type<E> {
    static <E extends Enum<E> & Word> WordType<E> of(Class<E> type) {
        return new WordType<>(List.of(type.getEnumConstants()), List.of(), Map.of());
    }

    WordType<E> later(String... words) {
        return new WordType<>(constants, List.of(words), foreign);
    }

    WordType<E> foreign(Map<String, String> words) {
        return new WordType<>(constants, later, words);
    }

    /** Whether a value is a word that some later version will know. */
    boolean isLater(Tree value) {
        return value instanceof Tree.Scalar scalar && later.contains(scalar.text());
    }

    @Override
    public Optional<E> read(Tree value, Reading reading) {
        Optional<String> text =
                value instanceof Tree.Scalar scalar ? scalar.asText() : Optional.empty();
        if (text.isEmpty()) {
            reading.mismatch(value, describe(), "");
            return Optional.empty();
        }
        String word = text.get();
        for (E constant : constants) {
            if (constant.word().equals(word)) {
                return Optional.of(constant);
            }
        }
        if (later.contains(word)) {
            reading.report(
                    value.at(),
                    "`" + word + "` is not in this version",
                    "this version knows " + words());
        } else {
            String ours = foreign.get(word);
            reading.mismatch(
                    value,
                    describe(),
                    Optional.ofNullable(ours)
                            .or(() -> Nearest.to(word, constants.stream().map(Word::word).toList()))
                            .map(near -> "write " + near)
                            .orElse(""));
        }
        return Optional.empty();
    }

    @Override
    public Optional<String> complaint(E value) {
        return Optional.empty();
    }

    @Override
    public JsonNode json(E value) {
        return Json.MAKE.textNode(value.word());
    }

    @Override
    public ObjectNode schema() {
        ObjectNode schema = Json.MAKE.objectNode();
        ArrayNode words = schema.putArray("enum");
        constants.forEach(constant -> words.add(constant.word()));
        return schema;
    }

    @Override
    public String describe() {
        return constants.size() == 1 ? words() : "one of " + words();
    }

    private String words() {
        return String.join(", ", constants.stream().map(Word::word).toList());
    }
}
