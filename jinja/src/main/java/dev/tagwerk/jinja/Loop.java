package dev.tagwerk.jinja;

import java.util.List;

/** The variable {@code loop} of one {@code for}; moves from item to item. */
final class Loop implements Value {
    private final List<Value> items;
    private int index;
    private List<Value> seen = List.of();

    Loop(List<Value> items) {
        this.items = items;
    }

    void moveTo(int item) {
        index = item;
    }

    Value attribute(String name) {
        int length = items.size();
        return switch (name) {
            case "index" -> new Whole(index + 1L);
            case "index0" -> new Whole(index);
            case "revindex" -> new Whole((long) length - index);
            case "revindex0" -> new Whole(length - index - 1L);
            case "first" -> Flag.of(index == 0);
            case "last" -> Flag.of(index == length - 1);
            case "length" -> new Whole(length);
            // as in Jinja, where only recursive loops count
            case "depth" -> new Whole(1);
            case "depth0" -> new Whole(0);
            case "previtem" ->
                    index > 0 ? items.get(index - 1) : new Undefined("there is no previous item");
            case "nextitem" ->
                    index < length - 1
                            ? items.get(index + 1)
                            : new Undefined("there is no next item");
            case "cycle" -> new Callable("loop.cycle", (work, arguments) -> cycle(arguments));
            case "changed" -> new Callable("loop.changed", this::changed);
            default -> new Undefined("loop." + name);
        };
    }

    private Value cycle(Arguments arguments) {
        List<Value> values = arguments.positional();
        if (values.isEmpty()) {
            throw new Fault("loop.cycle needs values to go through");
        }
        return values.get(index % values.size());
    }

    private Value changed(Work work, Arguments arguments) {
        Sequence before = Sequence.list(seen);
        seen = arguments.positional();
        return Flag.of(!Comparing.equal(work, before, Sequence.list(seen)) || index == 0);
    }
}
