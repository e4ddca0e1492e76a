package dev.tagwerk.jinja;

import java.util.ArrayList;
import java.util.List;

/** Python's {@code object[from:to:step]}. */
final class Slices {
    private Slices() {}

    static Value of(Work work, Value object, Value from, Value to, Value step) {
        return switch (object) {
            case Value.Text text -> {
                work.fits(text.value().length());
                List<Value> characters =
                        pick(work, PythonText.characters(text.value()), from, to, step);
                StringBuilder picked = new StringBuilder();
                for (Value character : characters) {
                    picked.append(((Value.Text) character).value());
                }
                yield new Value.Text(picked.toString());
            }
            case Value.Sequence sequence ->
                    new Value.Sequence(
                            List.copyOf(pick(work, sequence.items(), from, to, step)),
                            sequence.tuple());
            case Value.Undefined undefined -> throw undefined.fault();
            default -> throw new Fault("a " + object.type() + " has no slices");
        };
    }

    private static List<Value> pick(
            Work work, List<Value> items, Value from, Value to, Value stepValue) {
        long step = stepValue instanceof Value.None ? 1 : Arithmetic.whole(stepValue);
        if (step == 0) {
            throw new Fault("a slice's step cannot be 0");
        }
        int length = items.size();
        boolean up = step > 0;
        long first = bound(from, up ? 0 : length - 1L, length, up);
        long end = bound(to, up ? length : -1, length, up);
        List<Value> picked = new ArrayList<>();
        // steps beyond the length are all alike, and would overflow
        long stride = Math.clamp(step, -length - 1L, length + 1L);
        for (long i = first; up ? i < end : i > end; i += stride) {
            picked.add(items.get((int) i));
        }
        work.fitsItems(picked.size());
        return picked;
    }

    private static long bound(Value value, long otherwise, int length, boolean up) {
        if (value instanceof Value.None) {
            return otherwise;
        }
        long index = Arithmetic.whole(value);
        if (index < 0) {
            index = Math.max(index, -length - 1L) + length;
        }
        return up ? Math.clamp(index, 0, length) : Math.clamp(index, -1, length - 1L);
    }
}
