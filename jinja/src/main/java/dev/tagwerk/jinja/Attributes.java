package dev.tagwerk.jinja;

import java.util.List;

/** {@code object.name} and {@code object[key]}, as Jinja's immutable sandbox finds them. */
final class Attributes {
    private Attributes() {}

    /** {@code object.name}: a method first, then an item of that name. */
    static Value of(Work work, Value object, String name) {
        if (name.startsWith("__")) {
            return new Value.Undefined(name);
        }
        return switch (object) {
            case Value.Text text -> TextMethods.of(text, name);
            case Value.Mapping mapping -> {
                Value method = MappingMethods.of(mapping, name);
                Value entry = mapping.get(name);
                yield !(method instanceof Value.Undefined) || entry == null ? method : entry;
            }
            case Value.Sequence sequence -> SequenceMethods.of(sequence, name);
            case Value.Space space -> {
                Value field = space.fields().get(name);
                yield field == null ? new Value.Undefined(name) : field;
            }
            case Loop loop -> loop.attribute(name);
            case Value.Undefined undefined -> throw undefined.fault();
            case Value.Whole whole -> new Value.Undefined(name);
            case Value.Real real -> new Value.Undefined(name);
            case Value.Flag flag -> new Value.Undefined(name);
            case Value.None none -> new Value.Undefined(name);
            case Value.Callable callable -> new Value.Undefined(name);
        };
    }

    /** {@code object[key]}: an item first, then an attribute of that name. */
    static Value item(Work work, Value object, Value key) {
        switch (object) {
            case Value.Mapping mapping -> {
                Value entry = isKey(key) ? mapping.entries().get(key) : null;
                if (entry != null) {
                    return entry;
                }
            }
            case Value.Sequence sequence -> {
                if (isIndex(key)) {
                    return at(sequence.items(), Arithmetic.whole(key));
                }
            }
            case Value.Text text -> {
                if (isIndex(key)) {
                    work.spendCharacters(text.value().length());
                    return character(text.value(), Arithmetic.whole(key));
                }
            }
            case Value.Undefined undefined -> throw undefined.fault();
            default -> {}
        }
        return key instanceof Value.Text name
                ? of(work, object, name.value())
                : new Value.Undefined("an item of a " + object.type());
    }

    private static boolean isKey(Value key) {
        return key instanceof Value.Text || key instanceof Value.None || Comparing.isNumber(key);
    }

    private static boolean isIndex(Value key) {
        return key instanceof Value.Whole || key instanceof Value.Flag;
    }

    private static Value at(List<Value> items, long index) {
        long place = index < 0 ? index + items.size() : index;
        return place < 0 || place >= items.size()
                ? new Value.Undefined("item " + index + " of " + items.size())
                : items.get((int) place);
    }

    private static Value character(String text, long index) {
        int length = PythonText.length(text);
        long place = index < 0 ? index + length : index;
        if (place < 0 || place >= length) {
            return new Value.Undefined("character " + index + " of " + length);
        }
        int start = text.offsetByCodePoints(0, (int) place);
        return new Value.Text(text.substring(start, text.offsetByCodePoints(start, 1)));
    }
}
