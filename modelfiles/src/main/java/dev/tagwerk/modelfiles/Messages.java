package dev.tagwerk.modelfiles;

/** Text from a stranger's file, made fit for a message on a terminal. */
final class Messages {
    private static final int MAX = 80;

    private Messages() {}

    /** At most 80 characters, control characters (terminal escapes too) replaced. */
    static String shortened(String text) {
        StringBuilder shown = new StringBuilder();
        int at = 0;
        while (at < text.length() && shown.length() < MAX) {
            int codePoint = text.codePointAt(at);
            at += Character.charCount(codePoint);
            int type = Character.getType(codePoint);
            boolean printable =
                    type != Character.CONTROL
                            && type != Character.FORMAT
                            && type != Character.SURROGATE
                            && type != Character.LINE_SEPARATOR
                            && type != Character.PARAGRAPH_SEPARATOR;
            shown.appendCodePoint(printable ? codePoint : 0xFFFD);
        }
        return at < text.length() ? shown + "..." : shown.toString();
    }
}
