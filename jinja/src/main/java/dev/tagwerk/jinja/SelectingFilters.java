package dev.tagwerk.jinja;

import java.util.ArrayList;
import java.util.List;

/** Filters that apply another filter or test to every item. */
final class SelectingFilters {
    private SelectingFilters() {}

    static Value map(Work work, Value value, Arguments given) {
        List<Value> items = Iterating.items(work, value);
        work.fitsItems(items.size());
        List<Value> mapped = new ArrayList<>(items.size());
        if (given.positional().isEmpty()) {
            given.allow("name", "attribute", "default");
            Value attribute = given.required(1, "attribute");
            for (Value item : items) {
                Value found = attribute(work, item, attribute);
                mapped.add(
                        found instanceof Value.Undefined
                                ? given.get(2, "default").orElse(found)
                                : found);
            }
            return Value.Sequence.list(mapped);
        }
        String name = given.text(0, "name");
        Filter filter = Filters.find(name);
        if (filter == null) {
            throw new Fault("the filter `" + Shown.cut(name) + "` is not known to this version");
        }
        for (Value item : items) {
            work.enter();
            mapped.add(filter.apply(work, item, given.rest()));
            work.leave();
        }
        return Value.Sequence.list(mapped);
    }

    /**
     * {@code select} and its like.
     *
     * @param byAttribute whether an attribute of the item is tested, named by the first argument
     * @param keeps whether items that pass are kept, or the others
     */
    static Filter select(boolean byAttribute, boolean keeps) {
        return (work, value, given) -> {
            Arguments rest = given;
            Value attribute = Value.None.NONE;
            if (byAttribute) {
                if (given.positional().isEmpty()) {
                    throw new Fault("the name of the attribute is missing");
                }
                attribute = given.positional().getFirst();
                rest = given.rest();
            }
            ValueTest test = test(rest);
            Arguments arguments = rest.positional().isEmpty() ? Arguments.NONE : rest.rest();
            List<Value> kept = new ArrayList<>();
            for (Value item : Iterating.items(work, value)) {
                work.spend(1);
                Value tested = byAttribute ? attribute(work, item, attribute) : item;
                if (test.holds(work, tested, arguments) == keeps) {
                    kept.add(item);
                }
            }
            return Value.Sequence.list(kept);
        };
    }

    private static ValueTest test(Arguments given) {
        if (given.positional().isEmpty()) {
            return (work, item, none) -> item.truth();
        }
        String name =
                switch (given.text(0, "test")) {
                    case "==" -> "eq";
                    case "!=" -> "ne";
                    case "<" -> "lt";
                    case "<=" -> "le";
                    case ">" -> "gt";
                    case ">=" -> "ge";
                    case String word -> word;
                };
        ValueTest test = Tests.find(name);
        if (test == null) {
            throw new Fault("the test `" + Shown.cut(name) + "` is not known to this version");
        }
        return test;
    }

    /** {@code a.b.0}: one attribute or item after the other. */
    static Value attribute(Work work, Value item, Value path) {
        if (path instanceof Value.Whole) {
            return Attributes.item(work, item, path);
        }
        Value found = item;
        for (String step : Printing.text(work, path).split("\\.", -1)) {
            boolean index = !step.isEmpty() && step.chars().allMatch(c -> c >= '0' && c <= '9');
            Value key =
                    index && step.length() < 10
                            ? new Value.Whole(Long.parseLong(step))
                            : new Value.Text(step);
            found = Attributes.item(work, found, key);
        }
        return found;
    }
}
