package dev.tagwerk.jinja;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/** Filters on lists, and on what can be gone through. */
final class SequenceFilters {
    private SequenceFilters() {}

    static Value length(Work work, Value value, Arguments given) {
        given.allow();
        return switch (value) {
            case Value.Text text -> {
                work.spendCharacters(text.value().length());
                yield new Value.Whole(PythonText.length(text.value()));
            }
            case Value.Sequence sequence -> new Value.Whole(sequence.items().size());
            case Value.Mapping mapping -> new Value.Whole(mapping.entries().size());
            case Value.Undefined undefined -> new Value.Whole(0);
            case Loop loop -> loop.attribute("length");
            default -> throw new Fault("a " + value.type() + " has no length");
        };
    }

    static Value first(Work work, Value value, Arguments given) {
        given.allow();
        List<Value> items = Iterating.items(work, value);
        return items.isEmpty() ? new Value.Undefined("the first of no items") : items.getFirst();
    }

    static Value last(Work work, Value value, Arguments given) {
        given.allow();
        List<Value> items = Iterating.items(work, value);
        return items.isEmpty() ? new Value.Undefined("the last of no items") : items.getLast();
    }

    static Value list(Work work, Value value, Arguments given) {
        given.allow();
        return Value.Sequence.list(Iterating.items(work, value));
    }

    static Value items(Work work, Value value, Arguments given) {
        given.allow();
        return switch (value) {
            case Value.Undefined undefined -> Value.Sequence.list(List.of());
            case Value.Mapping mapping -> {
                work.fitsItems(mapping.entries().size());
                yield Value.Sequence.list(MappingMethods.items(mapping));
            }
            default -> throw new Fault("only a mapping has items, not a " + value.type());
        };
    }

    static Value reverse(Work work, Value value, Arguments given) {
        given.allow();
        if (value instanceof Value.Text text) {
            return Slices.of(work, text, Value.None.NONE, Value.None.NONE, new Value.Whole(-1));
        }
        List<Value> items = new ArrayList<>(Iterating.items(work, value));
        work.fitsItems(items.size());
        Collections.reverse(items);
        return Value.Sequence.list(items);
    }

    static Value sort(Work work, Value value, Arguments given) {
        given.allow("reverse", "case_sensitive", "attribute");
        boolean folded = !given.flag(1, "case_sensitive", false);
        Value attribute = given.get(2, "attribute").orElse(Value.None.NONE);
        List<Value> items = new ArrayList<>(Iterating.items(work, value));
        work.fitsItems(items.size());
        Comparator<Value> order =
                (a, b) ->
                        Comparing.order(
                                work,
                                sortKey(work, a, attribute, folded),
                                sortKey(work, b, attribute, folded));
        items.sort(given.flag(0, "reverse", false) ? order.reversed() : order);
        return Value.Sequence.list(items);
    }

    private static Value sortKey(Work work, Value item, Value attribute, boolean folded) {
        Value key =
                attribute instanceof Value.None
                        ? item
                        : SelectingFilters.attribute(work, item, attribute);
        return folded ? folded(key) : key;
    }

    private static Value folded(Value key) {
        return key instanceof Value.Text text
                ? new Value.Text(text.value().toLowerCase(Locale.ROOT))
                : key;
    }

    static Value sortEntries(Work work, Value value, Arguments given) {
        given.allow("case_sensitive", "by", "reverse");
        boolean folded = !given.flag(0, "case_sensitive", false);
        int by =
                switch (Printing.text(work, given.get(1, "by").orElse(new Value.Text("key")))) {
                    case "key" -> 0;
                    case "value" -> 1;
                    default -> throw new Fault("`by` must be key or value");
                };
        if (!(value instanceof Value.Mapping mapping)) {
            throw new Fault("only a mapping is sorted by dictsort, not a " + value.type());
        }
        List<Value> items = new ArrayList<>(MappingMethods.items(mapping));
        work.fitsItems(items.size());
        Comparator<Value> order =
                (a, b) -> {
                    Value left = ((Value.Sequence) a).items().get(by);
                    Value right = ((Value.Sequence) b).items().get(by);
                    return folded
                            ? Comparing.order(work, folded(left), folded(right))
                            : Comparing.order(work, left, right);
                };
        items.sort(given.flag(2, "reverse", false) ? order.reversed() : order);
        return Value.Sequence.list(items);
    }

    static Value unique(Work work, Value value, Arguments given) {
        given.allow("case_sensitive");
        boolean folded = !given.flag(0, "case_sensitive", false);
        List<Value> seen = new ArrayList<>();
        List<Value> kept = new ArrayList<>();
        for (Value item : Iterating.items(work, value)) {
            Value key = folded ? folded(item) : item;
            if (!Comparing.contains(work, Value.Sequence.list(seen), key)) {
                seen.add(key);
                kept.add(item);
            }
        }
        return Value.Sequence.list(kept);
    }

    static Value sum(Work work, Value value, Arguments given) {
        given.allow("attribute", "start");
        Value attribute = given.get(0, "attribute").orElse(Value.None.NONE);
        Value sum = given.get(1, "start").orElse(new Value.Whole(0));
        for (Value item : Iterating.items(work, value)) {
            Value part =
                    attribute instanceof Value.None
                            ? item
                            : SelectingFilters.attribute(work, item, attribute);
            sum = Arithmetic.apply(work, Arithmetic.Operator.ADD, sum, part);
        }
        return sum;
    }
}
