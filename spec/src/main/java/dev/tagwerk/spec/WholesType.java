package dev.tagwerk.spec;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;

/**
 * A list of whole numbers from 0, each once; one number is a list of one.
 *
 * @param one what a number stands for
 * @param highest the largest
 * @param described what the list is of, with an example
 */
record WholesType(String one, long highest, String described) implements Type<List<Long>> {
    private static final int MOST = 4096;

    @Override
    public Optional<List<Long>> read(Tree value, Reading reading) {
        return switch (value) {
            case Tree.Scalar scalar when scalar.core() == Core.WHOLE ->
                    number().accept(value, reading).map(List::of);
            case Tree.Scalar scalar -> mismatch(value, reading);
            case Tree.Mapping mapping -> mismatch(value, reading);
            case Tree.Broken broken -> Optional.empty();
            case Tree.Sequence sequence -> {
                List<Long> numbers = new ArrayList<>();
                for (int i = 0; i < sequence.items().size(); i++) {
                    Reading inner = reading.at(reading.path() + "[" + i + "]");
                    number().accept(sequence.items().get(i), inner).ifPresent(numbers::add);
                }
                yield numbers.size() == sequence.items().size()
                        ? Optional.of(List.copyOf(numbers))
                        : Optional.empty();
            }
        };
    }

    private WholeType number() {
        return new WholeType(0, highest);
    }

    private Optional<List<Long>> mismatch(Tree value, Reading reading) {
        reading.mismatch(value, describe(), "");
        return Optional.empty();
    }

    @Override
    public Optional<String> complaint(List<Long> numbers) {
        if (new HashSet<>(numbers).size() < numbers.size()) {
            return Optional.of("names a " + one + " twice: " + numbers);
        }
        if (numbers.size() > MOST) {
            return Optional.of("must hold at most " + MOST + " numbers, not " + numbers.size());
        }
        return numbers.stream().map(number()::complaint).flatMap(Optional::stream).findFirst();
    }

    @Override
    public JsonNode json(List<Long> numbers) {
        ArrayNode list = Json.MAKE.arrayNode();
        numbers.forEach(list::add);
        return list;
    }

    @Override
    public ObjectNode schema() {
        ObjectNode items = Json.MAKE.objectNode();
        items.putArray("anyOf").add(number().schema()).add(Json.input());
        ObjectNode schema = Json.MAKE.objectNode();
        schema.putArray("anyOf")
                .add(number().schema())
                .add(
                        Json.schema("array")
                                .put("maxItems", MOST)
                                .put("uniqueItems", true)
                                .set("items", items));
        return schema;
    }

    @Override
    public String describe() {
        return "a list of " + described;
    }
}
