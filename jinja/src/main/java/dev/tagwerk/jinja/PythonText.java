package dev.tagwerk.jinja;

import java.util.ArrayList;
import java.util.List;

/** Text as Python sees it: in code points, with Python's idea of white space. */
final class PythonText {
    private PythonText() {}

    /** Python's {@code str.isspace} for one character. */
    static boolean isSpace(int c) {
        return (c >= 0x09 && c <= 0x0D)
                || (c >= 0x1C && c <= 0x20)
                || c == 0x85
                || c == 0xA0
                || c == 0x1680
                || (c >= 0x2000 && c <= 0x200A)
                || c == 0x2028
                || c == 0x2029
                || c == 0x202F
                || c == 0x205F
                || c == 0x3000;
    }

    /** Whether the text has characters and all are white space. */
    static boolean isSpace(String text) {
        return !text.isEmpty() && skipSpace(text, 0) == text.length();
    }

    /** The first index from {@code from} on that is not white space. */
    static int skipSpace(String text, int from) {
        int at = from;
        while (at < text.length() && isSpace(text.charAt(at))) {
            at++;
        }
        return at;
    }

    /** Without the white space on the sides named. */
    static String strip(String text, boolean left, boolean right) {
        int start = left ? skipSpace(text, 0) : 0;
        int end = text.length();
        while (right && end > start && isSpace(text.charAt(end - 1))) {
            end--;
        }
        return text.substring(start, end);
    }

    /** Without the characters of {@code set} on the sides named. */
    static String strip(String text, String set, boolean left, boolean right) {
        int start = 0;
        while (left && start < text.length() && set.indexOf(text.codePointAt(start)) >= 0) {
            start += Character.charCount(text.codePointAt(start));
        }
        int end = text.length();
        while (right && end > start && set.indexOf(text.codePointBefore(end)) >= 0) {
            end -= Character.charCount(text.codePointBefore(end));
        }
        return text.substring(start, end);
    }

    /** Code points. */
    static int length(String text) {
        return text.codePointCount(0, text.length());
    }

    /** Each code point as a text. */
    static List<Value> characters(String text) {
        List<Value> characters = new ArrayList<>(text.length());
        for (int at = 0; at < text.length(); ) {
            int c = text.codePointAt(at);
            characters.add(new Value.Text(Character.toString(c)));
            at += Character.charCount(c);
        }
        return characters;
    }

    /** Python's {@code str.isprintable} for one character. */
    static boolean isPrintable(int c) {
        return switch (Character.getType(c)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.SURROGATE,
                    Character.PRIVATE_USE,
                    Character.UNASSIGNED,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR ->
                    false;
            case Character.SPACE_SEPARATOR -> c == ' ';
            default -> true;
        };
    }

    /** First character upper case, the rest lower case. */
    static String capitalize(String text) {
        if (text.isEmpty()) {
            return text;
        }
        int first = text.offsetByCodePoints(0, 1);
        return titleCase(text.substring(0, first))
                + text.substring(first).toLowerCase(java.util.Locale.ROOT);
    }

    /** {@code str.title}: a letter behind something that is no letter becomes a capital. */
    static String title(String text) {
        StringBuilder title = new StringBuilder();
        boolean inWord = false;
        for (int at = 0; at < text.length(); ) {
            int c = text.codePointAt(at);
            String one = Character.toString(c);
            title.append(inWord ? one.toLowerCase(java.util.Locale.ROOT) : titleCase(one));
            inWord = isCased(c);
            at += Character.charCount(c);
        }
        return title.toString();
    }

    private static boolean isCased(int c) {
        return Character.isUpperCase(c) || Character.isLowerCase(c) || Character.isTitleCase(c);
    }

    private static String titleCase(String one) {
        String upper = one.toUpperCase(java.util.Locale.ROOT);
        return length(upper) == 1
                ? Character.toString(Character.toTitleCase(one.codePointAt(0)))
                : capitalize(upper);
    }
}
