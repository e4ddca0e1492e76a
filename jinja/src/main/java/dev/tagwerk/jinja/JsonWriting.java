package dev.tagwerk.jinja;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Values as JSON: Python's {@code json.dumps} with the options that {@code tojson} passes on. */
final class JsonWriting {
    private final Work work;
    private final boolean ascii;
    private final String indent;
    private final boolean pretty;
    private final String itemSeparator;
    private final String keySeparator;
    private final boolean sorted;
    private final StringBuilder out = new StringBuilder();

    private JsonWriting(Work work, Arguments options) {
        options.allow("ensure_ascii", "indent", "separators", "sort_keys");
        this.work = work;
        this.ascii = options.flag(0, "ensure_ascii", false);
        Value width = options.get(1, "indent").orElse(Value.None.NONE);
        this.pretty = !(width instanceof Value.None);
        this.indent = pretty ? indent(width) : "";
        Value separators = options.get(2, "separators").orElse(Value.None.NONE);
        if (separators instanceof Value.Sequence pair
                && pair.items().size() == 2
                && pair.items().get(0) instanceof Value.Text item
                && pair.items().get(1) instanceof Value.Text key) {
            this.itemSeparator = item.value();
            this.keySeparator = key.value();
        } else if (separators instanceof Value.None) {
            this.itemSeparator = pretty ? "," : ", ";
            this.keySeparator = ": ";
        } else {
            throw new Fault("`separators` must be a pair of texts");
        }
        this.sorted = options.flag(3, "sort_keys", false);
    }

    static Value.Text write(Work work, Value value, Arguments options) {
        JsonWriting json = new JsonWriting(work, options);
        json.write(value, 1);
        return work.text(json.out.toString());
    }

    private static String indent(Value width) {
        return switch (width) {
            case Value.Text text -> text.value();
            case Value.Whole whole -> " ".repeat((int) Math.clamp(whole.value(), 0, 100));
            case Value.Flag flag -> flag.value() ? " " : "";
            default -> throw new Fault("`indent` must be a number or text, not " + width.type());
        };
    }

    private void write(Value value, int depth) {
        work.enter();
        work.longest(out.length());
        switch (value) {
            case Value.Text text -> quote(text.value());
            case Value.Whole whole -> out.append(whole.value());
            case Value.Real real -> out.append(number(real.value()));
            case Value.Flag flag -> out.append(flag.value());
            case Value.None none -> out.append("null");
            case Value.Sequence sequence -> sequence(sequence, depth);
            case Value.Mapping mapping -> mapping(mapping, depth);
            case Value.Undefined undefined -> throw unwritable(value);
            case Value.Space space -> throw unwritable(value);
            case Value.Callable callable -> throw unwritable(value);
            case Loop loop -> throw unwritable(value);
        }
        work.leave();
    }

    private static Fault unwritable(Value value) {
        return new Fault("tojson cannot write a value of type " + value.type());
    }

    private static String number(double value) {
        return switch (PythonNumber.shown(value)) {
            case "nan" -> "NaN";
            case "inf" -> "Infinity";
            case "-inf" -> "-Infinity";
            case String finite -> finite;
        };
    }

    private void sequence(Value.Sequence sequence, int depth) {
        String before = "[";
        for (Value item : sequence.items()) {
            out.append(before);
            line(depth);
            write(item, depth + 1);
            before = itemSeparator;
        }
        close(sequence.items().isEmpty(), "[]", "]", depth);
    }

    private void mapping(Value.Mapping mapping, int depth) {
        List<Map.Entry<Value, Value>> entries = new ArrayList<>(mapping.entries().entrySet());
        if (sorted) {
            entries.sort((a, b) -> Comparing.order(work, a.getKey(), b.getKey()));
        }
        String before = "{";
        for (Map.Entry<Value, Value> entry : entries) {
            out.append(before);
            line(depth);
            quote(key(entry.getKey()));
            out.append(keySeparator);
            write(entry.getValue(), depth + 1);
            before = itemSeparator;
        }
        close(entries.isEmpty(), "{}", "}", depth);
    }

    private static String key(Value key) {
        return switch (key) {
            case Value.Text text -> text.value();
            case Value.Whole whole -> Long.toString(whole.value());
            case Value.Real real -> number(real.value());
            case Value.Flag flag -> Boolean.toString(flag.value());
            case Value.None none -> "null";
            default -> throw unwritable(key);
        };
    }

    private void close(boolean empty, String whole, String end, int depth) {
        if (empty) {
            out.append(whole);
            return;
        }
        line(depth - 1);
        out.append(end);
    }

    private void line(int depth) {
        if (pretty) {
            work.fits((long) indent.length() * depth);
            out.append('\n').append(indent.repeat(depth));
        }
    }

    private void quote(String text) {
        work.fits(text.length());
        out.append('"');
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            switch (c) {
                case '"' -> out.append("\\\"");
                case '\\' -> out.append("\\\\");
                case '\n' -> out.append("\\n");
                case '\r' -> out.append("\\r");
                case '\t' -> out.append("\\t");
                case '\f' -> out.append("\\f");
                case '\b' -> out.append("\\b");
                default -> {
                    if (c < 0x20 || (ascii && c > 0x7E)) {
                        out.append(String.format("\\u%04x", (int) c));
                    } else {
                        out.append(c);
                    }
                }
            }
        }
        out.append('"');
    }
}
