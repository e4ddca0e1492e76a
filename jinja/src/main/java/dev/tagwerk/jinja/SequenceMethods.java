package dev.tagwerk.jinja;

import java.util.List;

/** What can be called on a list. */
final class SequenceMethods {
    private SequenceMethods() {}

    static Value of(Value.Sequence sequence, String name) {
        List<Value> items = sequence.items();
        return switch (name) {
            case "index" ->
                    new Value.Callable(
                            name,
                            (work, arguments) -> {
                                Value wanted = arguments.allow("value").required(0, "value");
                                for (int i = 0; i < items.size(); i++) {
                                    if (Comparing.equal(work, items.get(i), wanted)) {
                                        return new Value.Whole(i);
                                    }
                                }
                                throw new Fault("the value is not in the list");
                            });
            case "count" ->
                    new Value.Callable(
                            name,
                            (work, arguments) -> {
                                Value wanted = arguments.allow("value").required(0, "value");
                                long count = 0;
                                for (Value item : items) {
                                    count += Comparing.equal(work, item, wanted) ? 1 : 0;
                                }
                                return new Value.Whole(count);
                            });
            case "append", "extend", "insert", "pop", "remove", "clear", "reverse", "sort" ->
                    changing(name);
            default -> new Value.Undefined(name);
        };
    }

    /** As in Jinja's immutable sandbox, calling it is an error. */
    static Value.Callable changing(String name) {
        return new Value.Callable(
                name,
                (work, arguments) -> {
                    throw new Fault(
                            "`" + name + "` would change its value, which a template may not");
                });
    }
}
