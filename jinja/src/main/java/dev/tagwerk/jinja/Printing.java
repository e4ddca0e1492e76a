package dev.tagwerk.jinja;

import java.util.Map;

/** Values as text: Python's {@code str} and {@code repr}. */
final class Printing {
    private final Work work;
    private final StringBuilder out = new StringBuilder();

    private Printing(Work work) {
        this.work = work;
    }

    /** {@code str(value)}. */
    static String text(Work work, Value value) {
        return switch (value) {
            case Value.Text text -> text.value();
            case Value.Undefined undefined -> "";
            case Value.Callable callable -> throw unprintable(value);
            case Loop loop -> throw unprintable(value);
            default -> {
                Printing printing = new Printing(work);
                printing.represent(value);
                yield printing.out.toString();
            }
        };
    }

    private static Fault unprintable(Value value) {
        return new Fault("a " + value.type() + " cannot be written out; is it to be called?");
    }

    private void represent(Value value) {
        work.enter();
        work.longest(out.length());
        switch (value) {
            case Value.Text text -> quote(text.value());
            case Value.Whole whole -> out.append(whole.value());
            case Value.Real real -> out.append(PythonNumber.shown(real.value()));
            case Value.Flag flag -> out.append(flag.value() ? "True" : "False");
            case Value.None none -> out.append("None");
            case Value.Undefined undefined -> out.append("Undefined");
            case Value.Sequence sequence -> sequence(sequence);
            case Value.Mapping mapping -> mapping(mapping);
            case Value.Space space -> throw unprintable(value);
            case Value.Callable callable -> throw unprintable(value);
            case Loop loop -> throw unprintable(value);
        }
        work.leave();
    }

    private void sequence(Value.Sequence sequence) {
        out.append(sequence.tuple() ? '(' : '[');
        String separator = "";
        for (Value item : sequence.items()) {
            out.append(separator);
            represent(item);
            separator = ", ";
        }
        if (sequence.tuple() && sequence.items().size() == 1) {
            out.append(',');
        }
        out.append(sequence.tuple() ? ')' : ']');
    }

    private void mapping(Value.Mapping mapping) {
        String separator = "{";
        for (Map.Entry<Value, Value> entry : mapping.entries().entrySet()) {
            out.append(separator);
            represent(entry.getKey());
            out.append(": ");
            represent(entry.getValue());
            separator = ", ";
        }
        out.append(mapping.entries().isEmpty() ? "{}" : "}");
    }

    private void quote(String text) {
        work.fits(text.length());
        char quote = text.indexOf('\'') >= 0 && text.indexOf('"') < 0 ? '"' : '\'';
        out.append(quote);
        for (int at = 0; at < text.length(); ) {
            int c = text.codePointAt(at);
            at += Character.charCount(c);
            switch (c) {
                case '\n' -> out.append("\\n");
                case '\r' -> out.append("\\r");
                case '\t' -> out.append("\\t");
                case '\\' -> out.append("\\\\");
                default -> {
                    if (c == quote) {
                        out.append('\\').append(quote);
                    } else if (PythonText.isPrintable(c)) {
                        out.appendCodePoint(c);
                    } else {
                        String form = c < 0x100 ? "\\x%02x" : c < 0x10000 ? "\\u%04x" : "\\U%08x";
                        out.append(String.format(form, c));
                    }
                }
            }
        }
        out.append(quote);
    }
}
