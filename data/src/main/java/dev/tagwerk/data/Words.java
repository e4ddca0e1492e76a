package dev.tagwerk.data;

import dev.tagwerk.spec.Columns;
import java.util.List;
import java.util.stream.Collectors;

/** How values are quoted in messages: short, on one line, safe on a terminal. */
final class Words {
    private static final int SHOWN = 60;

    private Words() {}

    /** {@code text} in double quotes, control characters escaped, cut after 60 characters. */
    static String quoted(String text) {
        return '"' + visible(text, SHOWN) + '"';
    }

    /** {@code text} with control characters escaped, cut after {@code limit} characters. */
    static String visible(String text, int limit) {
        StringBuilder out = new StringBuilder();
        int shown = 0;
        for (int i = 0; i < text.length(); ) {
            int c = text.codePointAt(i);
            i += Character.charCount(c);
            if (shown++ == limit) {
                return out.append('…').toString();
            }
            switch (c) {
                case '\n' -> out.append("\\n");
                case '\r' -> out.append("\\r");
                case '\t' -> out.append("\\t");
                default -> appendVisible(out, c);
            }
        }
        return out.toString();
    }

    /**
     * Control and format characters could rewrite the terminal's line; they are shown as escapes.
     */
    static void appendVisible(StringBuilder out, int c) {
        int type = Character.getType(c);
        if (type == Character.CONTROL || type == Character.FORMAT || type == Character.SURROGATE) {
            out.append(String.format("\\u%04x", c));
        } else {
            out.appendCodePoint(c);
        }
    }

    static String listed(List<String> words) {
        return "`" + String.join("`, `", words) + "`";
    }

    /** {@code prompt=question, response=answer}, as the command line has them. */
    static String columns(Columns columns) {
        return columns.isEmpty()
                ? "no columns named"
                : columns.names().entrySet().stream()
                        .map(one -> one.getKey().word() + "=" + visible(one.getValue(), SHOWN))
                        .collect(Collectors.joining(", "));
    }

    /** {@code 1,234}. */
    static String grouped(long number) {
        return String.format(java.util.Locale.ROOT, "%,d", number);
    }

    /** {@code 1 row}, {@code 2 rows}. */
    static String counted(long number, String noun) {
        return grouped(number) + " " + noun + (number == 1 ? "" : "s");
    }
}
