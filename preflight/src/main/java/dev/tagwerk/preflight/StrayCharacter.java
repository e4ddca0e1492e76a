package dev.tagwerk.preflight;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Characters at a word's ends that came along when it was copied out of something else. */
final class StrayCharacter {
    /** Blanks that {@link String#strip} leaves, and marks without a width. */
    private static final String UNSEEN = "\u00a0\u200b\u200c\u200d\u2060\ufeff";

    private static final String QUOTES = "\u2018\u2019\u201a\u201b\u201c\u201d\u201e\u201f";

    /** Dashes that a word processor made of {@code -} and {@code --}. */
    private static final Pattern DASHES =
            Pattern.compile(
                    "((?=-?[\u2010-\u2015\u2212])[\u2010-\u2015\u2212-]{1,3})([A-Za-z][\\w-]*(?:=.*)?)");

    private StrayCharacter() {}

    /** The word that was meant; empty where the word may well be meant as it stands. */
    static Optional<String> without(String text) {
        if (text.isBlank() || text.indexOf('\n') >= 0 || text.strip().indexOf(' ') >= 0) {
            return Optional.empty(); // empty words and shell texts are other matters
        }
        String clean = unseen(text);
        String cut = ends(clean);
        clean = cut.equals(clean) ? clean : quotes(cut);
        Matcher dashes = DASHES.matcher(clean);
        if (dashes.matches()) {
            clean = (dashes.group(2).length() > 1 ? "--" : "-") + dashes.group(2);
        }
        return clean.equals(text) || clean.isEmpty() ? Optional.empty() : Optional.of(clean);
    }

    /** What stands in quotes that another language, or a second layer of them, left around it. */
    static Optional<String> unquoted(String text) {
        String clean = unseen(text);
        if (clean.length() < 3 || clean.indexOf(' ') >= 0 || clean.indexOf('\n') >= 0) {
            return Optional.empty();
        }
        char quote = clean.charAt(0);
        boolean around =
                (quote == '"' || quote == '\'') && clean.indexOf(quote, 1) == clean.length() - 1;
        return around ? Optional.of(clean.substring(1, clean.length() - 1)) : Optional.empty();
    }

    /** Where a bracket or comma came along, quotes that stood beside it did, too. */
    private static String quotes(String cut) {
        String clean = unquoted(cut).orElse(cut);
        return clean.length() > 2 && clean.startsWith("\"") && clean.indexOf('"', 1) < 0
                ? clean.substring(1)
                : clean;
    }

    private static String unseen(String text) {
        int start = 0;
        int end = text.length();
        while (start < end && isStray(text.charAt(start))) {
            start++;
        }
        while (end > start && isStray(text.charAt(end - 1))) {
            end--;
        }
        return text.substring(start, end);
    }

    private static boolean isStray(char one) {
        return Character.isWhitespace(one) || UNSEEN.indexOf(one) >= 0 || QUOTES.indexOf(one) >= 0;
    }

    private static String ends(String word) {
        String clean = word;
        if (endsAlone(clean, ",", ",[{(")
                || endsAlone(clean, "]", "[")
                || endsAlone(clean, "'", "'\"")
                || endsAlone(clean, "`", "`\"'")
                || endsAlone(clean, "\\", "\\")) {
            clean = clean.substring(0, clean.length() - 1);
        }
        if (beginsAlone(clean, ",", ",")
                || beginsAlone(clean, "[", "],")
                || beginsAlone(clean, "'", "'\"")
                || beginsAlone(clean, "`", "`\"'")
                || isEscaped(clean)) {
            clean = clean.substring(1);
        }
        return clean;
    }

    /** A backslash before a path or an option; before a letter it may be a pattern's. */
    private static boolean isEscaped(String word) {
        return word.matches("\\\\(?:/|--?[A-Za-z]|python|bash|sh$|accelerate|torchrun)[^\\\\]*");
    }

    /** Whether a word ends with a character that nothing before it belongs to. */
    private static boolean endsAlone(String word, String end, String partners) {
        return word.length() > 2
                && word.endsWith(end)
                && word.chars().limit(word.length() - 1L).noneMatch(c -> partners.indexOf(c) >= 0);
    }

    private static boolean beginsAlone(String word, String begin, String partners) {
        return word.length() > 2
                && word.startsWith(begin)
                && word.chars().skip(1).noneMatch(c -> partners.indexOf(c) >= 0);
    }
}
