package dev.tagwerk.market;

import java.util.Locale;

/** One key for the many spellings of a name: letters and digits, small. */
final class Names {
    private Names() {}

    static String key(String text) {
        StringBuilder key = new StringBuilder(text.length());
        text.toLowerCase(Locale.ROOT)
                .codePoints()
                .filter(Character::isLetterOrDigit)
                .forEach(key::appendCodePoint);
        return key.toString();
    }
}
