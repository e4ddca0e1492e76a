package dev.tagwerk.jinja;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a call is given.
 *
 * @param positional in order
 * @param named by name
 */
record Arguments(List<Value> positional, Map<String, Value> named) {
    static final Arguments NONE = new Arguments(List.of(), Map.of());

    /** The argument at a place or of a name. */
    Optional<Value> get(int index, String name) {
        if (index < positional.size()) {
            return Optional.of(positional.get(index));
        }
        return Optional.ofNullable(named.get(name));
    }

    Value required(int index, String name) {
        return get(index, name)
                .orElseThrow(() -> new Fault("the argument `" + name + "` is missing"));
    }

    String text(int index, String name) {
        Value value = required(index, name);
        if (value instanceof Value.Text text) {
            return text.value();
        }
        throw new Fault("`" + name + "` must be text, not " + value.type());
    }

    /** A whole number that an {@code int} holds. */
    int whole(int index, String name, int otherwise) {
        Value value = get(index, name).orElse(new Value.Whole(otherwise));
        return switch (value) {
            case Value.Whole whole ->
                    (int) Math.clamp(whole.value(), Integer.MIN_VALUE, Integer.MAX_VALUE);
            case Value.Flag flag -> flag.value() ? 1 : 0;
            default ->
                    throw new Fault("`" + name + "` must be a whole number, not " + value.type());
        };
    }

    boolean flag(int index, String name, boolean otherwise) {
        return get(index, name).map(Value::truth).orElse(otherwise);
    }

    /** A fault when there is an argument that none of {@code names} takes. */
    Arguments allow(String... names) {
        List<String> known = List.of(names);
        if (positional.size() > known.size()) {
            throw new Fault(
                    "takes "
                            + (known.isEmpty() ? "no argument" : "at most " + known.size())
                            + ", not "
                            + positional.size());
        }
        for (String name : named.keySet()) {
            int place = known.indexOf(name);
            if (place < 0) {
                throw new Fault("does not know the argument `" + Shown.cut(name) + "`");
            }
            if (place < positional.size()) {
                throw new Fault("is given the argument `" + name + "` twice");
            }
        }
        return this;
    }

    /** Without the first positional argument. */
    Arguments rest() {
        return new Arguments(positional.subList(1, positional.size()), named);
    }
}
