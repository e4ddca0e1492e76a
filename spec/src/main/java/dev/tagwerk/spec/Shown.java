package dev.tagwerk.spec;

/** Makes text from a file safe to print in one line of a terminal. */
public final class Shown {
    private Shown() {}

    /** At most 200 characters of a text. */
    public static String oneLine(String text) {
        StringBuilder shown = new StringBuilder(text.length());
        text.codePoints().limit(200).forEach(point -> shown.append(character(point)));
        return shown.toString();
    }

    /** A whole text; nothing in it is left out. */
    public static String whole(String text) {
        StringBuilder shown = new StringBuilder(text.length());
        text.codePoints().forEach(point -> shown.append(character(point)));
        return shown.toString();
    }

    /** One character as itself, or as its number where a terminal would obey it. */
    public static String character(int point) {
        int type = Character.getType(point);
        boolean obeyed =
                Character.isISOControl(point)
                        || type == Character.FORMAT
                        || type == Character.SURROGATE
                        || type == Character.LINE_SEPARATOR
                        || type == Character.PARAGRAPH_SEPARATOR;
        return obeyed ? String.format("\\u%04x", point) : Character.toString(point);
    }
}
