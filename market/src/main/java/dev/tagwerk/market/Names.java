package dev.tagwerk.market;

import java.util.Collection;
import java.util.Locale;
import java.util.Optional;

/** Names in many spellings. */
public final class Names {
    /** A longer text is no misspelt name; comparing it would only cost time. */
    private static final int LONGEST = 80;

    private Names() {}

    /** One key for the many spellings of a name: letters and digits, small. */
    static String key(String text) {
        StringBuilder key = new StringBuilder(text.length());
        text.toLowerCase(Locale.ROOT)
                .codePoints()
                .filter(Character::isLetterOrDigit)
                .forEach(key::appendCodePoint);
        return key.toString();
    }

    /** The known name that the text may be a misspelling of: at most a third of it differs. */
    public static Optional<String> nearest(String text, Collection<String> known) {
        if (text.length() > LONGEST) {
            return Optional.empty();
        }
        String key = key(text);
        String nearest = "";
        int least = Math.max(1, key.length() / 3) + 1;
        for (String name : known) {
            int distance = distance(key, key(name));
            if (distance < least) {
                least = distance;
                nearest = name;
            }
        }
        return nearest.isEmpty() ? Optional.empty() : Optional.of(nearest);
    }

    /**
     * Letters to put in, take out, change, or swap with their neighbour (optimal string alignment).
     */
    private static int distance(String left, String right) {
        int[] beforeLast = new int[right.length() + 1];
        int[] last = new int[right.length() + 1];
        for (int j = 0; j <= right.length(); j++) {
            last[j] = j;
        }
        for (int i = 1; i <= left.length(); i++) {
            int[] row = new int[right.length() + 1];
            row[0] = i;
            for (int j = 1; j <= right.length(); j++) {
                int change = left.charAt(i - 1) == right.charAt(j - 1) ? 0 : 1;
                row[j] = Math.min(Math.min(row[j - 1], last[j]) + 1, last[j - 1] + change);
                if (i > 1
                        && j > 1
                        && left.charAt(i - 1) == right.charAt(j - 2)
                        && left.charAt(i - 2) == right.charAt(j - 1)) {
                    row[j] = Math.min(row[j], beforeLast[j - 2] + 1);
                }
            }
            beforeLast = last;
            last = row;
        }
        return last[right.length()];
    }
}
