package dev.tagwerk.hub;

import java.net.URI;
import java.util.Locale;

/** What strangers sent, made fit for a terminal. */
final class Shown {
    private static final int MAX = 120;

    private Shown() {}

    /** At most 120 characters on one line; nothing that steers a terminal. */
    static String text(String text) {
        StringBuilder shown = new StringBuilder();
        text.codePoints()
                .limit(MAX)
                .forEach(point -> shown.appendCodePoint(printable(point) ? point : 0xFFFD));
        return text.codePointCount(0, text.length()) > MAX ? shown + "..." : shown.toString();
    }

    static boolean printable(int codePoint) {
        return switch (Character.getType(codePoint)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.SURROGATE,
                    Character.PRIVATE_USE,
                    Character.UNASSIGNED,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR ->
                    false;
            default -> true;
        };
    }

    /** An address without its query: the query of a signed one is a secret. */
    static String address(URI uri) {
        return text(
                uri.getScheme() + "://" + uri.getRawAuthority() + String.valueOf(uri.getRawPath()));
    }

    /** {@code 612 MB}, as disks and the hub count. */
    static String bytes(long bytes) {
        if (bytes < 1000) {
            return bytes + " bytes";
        }
        double amount = bytes;
        String[] units = {"kB", "MB", "GB", "TB", "PB", "EB"};
        int unit = -1;
        while (amount >= 1000) {
            amount /= 1000;
            unit++;
        }
        return String.format(Locale.ROOT, amount < 10 ? "%.1f %s" : "%.0f %s", amount, units[unit]);
    }
}
