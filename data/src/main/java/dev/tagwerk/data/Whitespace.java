package dev.tagwerk.data;

/**
 * White space as Python's {@code str.strip} and {@code str.split} see it. The decision format was
 * defined there, and Java's own notion differs (no-break spaces, U+0085): a prompt that differs by
 * one character is another prompt.
 */
final class Whitespace {
    private Whitespace() {}

    static boolean is(int c) {
        return switch (c) {
            case ' ', 0x85, 0xA0, 0x1680, 0x2028, 0x2029, 0x202F, 0x205F, 0x3000 -> true;
            default ->
                    (c >= 0x09 && c <= 0x0D)
                            || (c >= 0x1C && c <= 0x1F)
                            || (c >= 0x2000 && c <= 0x200A);
        };
    }

    /** {@code text} without white space at both ends. */
    static String trim(String text) {
        int start = 0;
        int end = text.length();
        while (start < end && is(text.charAt(start))) {
            start++;
        }
        while (end > start && is(text.charAt(end - 1))) {
            end--;
        }
        return text.substring(start, end);
    }

    /** {@code text} trimmed, with every run of white space folded to one space. */
    static String fold(String text) {
        StringBuilder out = new StringBuilder(text.length());
        boolean gap = false;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (is(c)) {
                gap = out.length() > 0;
            } else {
                if (gap) {
                    out.append(' ');
                    gap = false;
                }
                out.append(c);
            }
        }
        return out.toString();
    }
}
