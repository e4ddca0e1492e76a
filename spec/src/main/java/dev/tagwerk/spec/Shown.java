package dev.tagwerk.spec;

/** Makes text from a file safe to print in one line of a terminal. */
public final class Shown {
    private Shown() {}

    public static String oneLine(String text) {
        StringBuilder shown = new StringBuilder(text.length());
        text.codePoints()
                .limit(200)
                .forEach(
                        point -> {
                            if (Character.isISOControl(point)
                                    || Character.getType(point) == Character.FORMAT
                                    || Character.getType(point) == Character.SURROGATE) {
                                shown.append(String.format("\\u%04x", point));
                            } else {
                                shown.appendCodePoint(point);
                            }
                        });
        return shown.toString();
    }
}
