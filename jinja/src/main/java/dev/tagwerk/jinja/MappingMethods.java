package dev.tagwerk.jinja;

import java.util.List;
import java.util.Map;

/** What can be called on a mapping. */
final class MappingMethods {
    private MappingMethods() {}

    static Value of(Value.Mapping mapping, String name) {
        Map<Value, Value> entries = mapping.entries();
        return switch (name) {
            case "items" -> listed(name, items(mapping));
            case "keys" -> listed(name, List.copyOf(entries.keySet()));
            case "values" -> listed(name, List.copyOf(entries.values()));
            case "copy" -> new Value.Callable(name, (work, arguments) -> mapping);
            case "get" ->
                    new Value.Callable(
                            name,
                            (work, arguments) -> {
                                arguments.allow("key", "default");
                                Value found =
                                        entries.get(Comparing.key(arguments.required(0, "key")));
                                return found != null
                                        ? found
                                        : arguments.get(1, "default").orElse(Value.None.NONE);
                            });
            case "clear", "pop", "popitem", "setdefault", "update" ->
                    SequenceMethods.changing(name);
            default -> new Value.Undefined(name);
        };
    }

    static List<Value> items(Value.Mapping mapping) {
        return mapping.entries().entrySet().stream()
                .map(entry -> (Value) Value.Sequence.tuple(entry.getKey(), entry.getValue()))
                .toList();
    }

    private static Value.Callable listed(String name, List<Value> values) {
        return new Value.Callable(
                name,
                (work, arguments) -> {
                    arguments.allow();
                    work.fitsItems(values.size());
                    return Value.Sequence.list(values);
                });
    }
}
