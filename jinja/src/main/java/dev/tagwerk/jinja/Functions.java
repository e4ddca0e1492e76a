package dev.tagwerk.jinja;

import java.time.Clock;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What every template can call. */
final class Functions {
    /** As in Jinja's sandbox. */
    private static final long LONGEST_RANGE = 100_000;

    private Functions() {}

    static void define(Scope scope, Clock clock) {
        set(scope, "range", Functions::range);
        set(scope, "dict", Functions::mapping);
        set(scope, "namespace", Functions::space);
        set(
                scope,
                "raise_exception",
                (work, given) -> {
                    Value message = given.allow("message").required(0, "message");
                    throw Fault.raisedByTemplate(Printing.text(work, message));
                });
        set(
                scope,
                "strftime_now",
                (work, given) ->
                        work.text(
                                Dates.format(
                                        given.allow("format").text(0, "format"),
                                        LocalDateTime.now(clock))));
    }

    private static void set(Scope scope, String name, Value.Callable.Body body) {
        scope.set(name, new Value.Callable(name, body));
    }

    private static Value range(Work work, Arguments given) {
        given.allow("start", "stop", "step");
        long first = Arithmetic.whole(given.required(0, "start"));
        boolean one = given.positional().size() == 1;
        long start = one ? 0 : first;
        long stop = one ? first : Arithmetic.whole(given.required(1, "stop"));
        long step = given.get(2, "step").map(Arithmetic::whole).orElse(1L);
        if (step == 0) {
            throw new Fault("a range's step cannot be 0");
        }
        List<Value> numbers = new ArrayList<>();
        for (long i = start; step > 0 ? i < stop : i > stop; i = Math.addExact(i, step)) {
            if (numbers.size() == LONGEST_RANGE) {
                throw new Fault("a range of more than " + LONGEST_RANGE + " numbers");
            }
            numbers.add(new Value.Whole(i));
        }
        work.fitsItems(numbers.size());
        return Value.Sequence.list(numbers);
    }

    private static Value mapping(Work work, Arguments given) {
        Map<Value, Value> entries = new LinkedHashMap<>();
        for (Value value : given.positional()) {
            if (!(value instanceof Value.Mapping mapping)) {
                throw new Fault("`dict` takes a mapping, not a " + value.type());
            }
            entries.putAll(mapping.entries());
        }
        given.named().forEach((name, value) -> entries.put(new Value.Text(name), value));
        work.fitsItems(entries.size());
        return Value.Mapping.of(entries);
    }

    private static Value space(Work work, Arguments given) {
        Value.Space space = new Value.Space();
        for (Map.Entry<Value, Value> entry :
                ((Value.Mapping) mapping(work, given)).entries().entrySet()) {
            if (entry.getKey() instanceof Value.Text name) {
                space.fields().put(name.value(), entry.getValue());
            }
        }
        return space;
    }
}
