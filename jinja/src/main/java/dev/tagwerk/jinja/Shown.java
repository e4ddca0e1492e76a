package dev.tagwerk.jinja;

/** Text from a stranger's template, made fit for a message on a terminal. */
final class Shown {
    private static final int LONGEST = 60;

    private Shown() {}

    /** At most 60 characters on one line, control characters replaced. */
    static String cut(String text) {
        StringBuilder shown = new StringBuilder();
        int at = 0;
        while (at < text.length() && shown.length() < LONGEST) {
            int c = text.codePointAt(at);
            at += Character.charCount(c);
            switch (c) {
                case '\n' -> shown.append("\\n");
                case '\t' -> shown.append("\\t");
                default -> shown.appendCodePoint(PythonText.isPrintable(c) ? c : 0xFFFD);
            }
        }
        return at < text.length() ? shown + "…" : shown.toString();
    }
}
