package dev.tagwerk.spec;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;

/** Finds the word that a misspelt one was meant to be. */
public final class Nearest {
    private static final int LONGEST = 64;

    private Nearest() {}

    /** The candidate within reach; empty when none is plausible. */
    public static Optional<String> to(String word, Collection<String> candidates) {
        if (word.isEmpty() || word.length() > LONGEST) {
            return Optional.empty();
        }
        String plain = plain(word);
        int reach = Math.max(1, plain.length() / 3);
        return candidates.stream()
                .filter(candidate -> distance(plain, plain(candidate)) <= reach)
                .min(Comparator.comparingInt(candidate -> distance(plain, plain(candidate))));
    }

    /** The candidate that a long word misses by one letter, or by two of ten and more. */
    public static Optional<String> typo(String word, Collection<String> candidates) {
        if (word.length() < 6) {
            return Optional.empty();
        }
        int reach = word.length() < 10 ? 1 : 2;
        return to(word, candidates)
                .filter(candidate -> distance(plain(word), plain(candidate)) <= reach);
    }

    /** camelCase, kebab-case and upper case count as no difference. */
    private static String plain(String word) {
        return word.replaceAll("([a-z0-9])([A-Z])", "$1_$2")
                .toLowerCase(Locale.ROOT)
                .replace('-', '_')
                .replace(' ', '_');
    }

    /**
     * Damerau-Levenshtein distance in its optimal string alignment form: insertions, deletions,
     * substitutions and swaps of neighbours.
     */
    static int distance(String a, String b) {
        int[][] cost = new int[a.length() + 1][b.length() + 1];
        for (int i = 0; i <= a.length(); i++) {
            cost[i][0] = i;
        }
        for (int j = 0; j <= b.length(); j++) {
            cost[0][j] = j;
        }
        for (int i = 1; i <= a.length(); i++) {
            for (int j = 1; j <= b.length(); j++) {
                int substitution = a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1;
                int best =
                        Math.min(
                                Math.min(cost[i - 1][j] + 1, cost[i][j - 1] + 1),
                                cost[i - 1][j - 1] + substitution);
                if (i > 1
                        && j > 1
                        && a.charAt(i - 1) == b.charAt(j - 2)
                        && a.charAt(i - 2) == b.charAt(j - 1)) {
                    best = Math.min(best, cost[i - 2][j - 2] + 1);
                }
                cost[i][j] = best;
            }
        }
        return cost[a.length()][b.length()];
    }
}
