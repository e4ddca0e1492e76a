package dev.tagwerk.spec;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;

/** A list of decoder blocks, counted from 0; one number is a list of one. */
record BlocksType() implements Type<List<Long>> {
    private static final int MOST = 4096;
    private static final WholeType BLOCK = new WholeType(0, MOST);

    @Override
    public Optional<List<Long>> read(Tree value, Reading reading) {
        return switch (value) {
            case Tree.Scalar scalar when scalar.core() == Core.WHOLE ->
                    BLOCK.accept(value, reading).map(List::of);
            case Tree.Scalar scalar -> mismatch(value, reading);
            case Tree.Mapping mapping -> mismatch(value, reading);
            case Tree.Broken broken -> Optional.empty();
            case Tree.Sequence sequence -> {
                List<Long> blocks = new ArrayList<>();
                for (int i = 0; i < sequence.items().size(); i++) {
                    Reading inner = reading.at(reading.path() + "[" + i + "]");
                    BLOCK.accept(sequence.items().get(i), inner).ifPresent(blocks::add);
                }
                yield blocks.size() == sequence.items().size()
                        ? Optional.of(List.copyOf(blocks))
                        : Optional.empty();
            }
        };
    }

    private Optional<List<Long>> mismatch(Tree value, Reading reading) {
        reading.mismatch(value, describe(), "");
        return Optional.empty();
    }

    @Override
    public Optional<String> complaint(List<Long> blocks) {
        if (new HashSet<>(blocks).size() < blocks.size()) {
            return Optional.of("names a block twice: " + blocks);
        }
        return blocks.stream().map(BLOCK::complaint).flatMap(Optional::stream).findFirst();
    }

    @Override
    public JsonNode json(List<Long> blocks) {
        ArrayNode list = Json.MAKE.arrayNode();
        blocks.forEach(list::add);
        return list;
    }

    @Override
    public ObjectNode schema() {
        ObjectNode items = Json.MAKE.objectNode();
        items.putArray("anyOf").add(BLOCK.schema()).add(Json.input());
        ObjectNode schema = Json.MAKE.objectNode();
        schema.putArray("anyOf")
                .add(BLOCK.schema())
                .add(
                        Json.schema("array")
                                .put("maxItems", MOST)
                                .put("uniqueItems", true)
                                .set("items", items));
        return schema;
    }

    @Override
    public String describe() {
        return "a list of block numbers from 0 such as [0, 1, 2]";
    }
}
