package dev.tagwerk.jinja;

import java.util.List;

/** What a {@code for} goes through. */
final class Iterating {
    private Iterating() {}

    static List<Value> items(Work work, Value value) {
        return switch (value) {
            case Value.Sequence sequence -> sequence.items();
            case Value.Mapping mapping -> List.copyOf(mapping.entries().keySet());
            case Value.Text text -> {
                work.fitsItems(text.value().length());
                yield PythonText.characters(text.value());
            }
            case Value.Undefined undefined -> List.of();
            default -> throw new Fault("nothing can be gone through in a " + value.type());
        };
    }

    static boolean isPossible(Value value) {
        return value instanceof Value.Sequence
                || value instanceof Value.Mapping
                || value instanceof Value.Text
                || value instanceof Value.Undefined;
    }
}
