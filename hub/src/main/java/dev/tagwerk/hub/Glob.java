package dev.tagwerk.hub;

import java.util.ArrayList;
import java.util.List;

/**
 * A pattern as the hub's own tools take them (Python's {@code fnmatch}): {@code *} also matches
 * slashes, and a pattern that ends with a slash means all below that folder. Matched by stepping,
 * not as a regular expression, whose time could explode.
 */
record Glob(String text) {
    /** What matches a piece of a path. */
    private sealed interface Token {
        record Any() implements Token {}

        record One(int codePoint) implements Token {}

        record Rest() implements Token {}

        /** {@code [abc]}, {@code [a-z]}, {@code [!abc]}. */
        record OneOf(int[] codePoints, boolean not) implements Token {
            boolean has(int point) {
                for (int at = 0; at < codePoints.length; at++) {
                    boolean range = at + 2 < codePoints.length && codePoints[at + 1] == '-';
                    if (range
                            ? point >= codePoints[at] && point <= codePoints[at + 2]
                            : point == codePoints[at]) {
                        return !not;
                    }
                    at += range ? 2 : 0;
                }
                return not;
            }
        }
    }

    boolean matches(RepositoryPath path) {
        List<Token> tokens = tokens();
        int[] points = path.text().codePoints().toArray();
        int token = 0;
        int at = 0;
        // where the last star stood, and what it has swallowed so far
        int star = -1;
        int swallowed = 0;
        while (at < points.length) {
            if (token < tokens.size() && tokens.get(token) instanceof Token.Rest) {
                star = token++;
                swallowed = at;
            } else if (token < tokens.size() && one(tokens.get(token), points[at])) {
                token++;
                at++;
            } else if (star >= 0) {
                token = star + 1;
                at = ++swallowed;
            } else {
                return false;
            }
        }
        return tokens.subList(token, tokens.size()).stream().allMatch(Token.Rest.class::isInstance);
    }

    private static boolean one(Token token, int point) {
        return switch (token) {
            case Token.Any any -> true;
            case Token.One one -> one.codePoint() == point;
            case Token.OneOf set -> set.has(point);
            case Token.Rest rest -> false;
        };
    }

    private List<Token> tokens() {
        int[] glob = (text.endsWith("/") ? text + "*" : text).codePoints().toArray();
        List<Token> tokens = new ArrayList<>();
        int at = 0;
        while (at < glob.length) {
            int point = glob[at++];
            int end = point == '[' ? end(glob, at) : -1;
            if (end >= 0) {
                boolean not = glob[at] == '!';
                int from = not ? at + 1 : at;
                tokens.add(new Token.OneOf(java.util.Arrays.copyOfRange(glob, from, end), not));
                at = end + 1;
            } else {
                tokens.add(
                        switch (point) {
                            case '*' -> new Token.Rest();
                            case '?' -> new Token.Any();
                            default -> new Token.One(point);
                        });
            }
        }
        return tokens;
    }

    /** Where a set of characters ends; a bracket at its beginning stands for itself. */
    private static int end(int[] glob, int start) {
        int from = start < glob.length && glob[start] == '!' ? start + 1 : start;
        for (int at = from + 1; at < glob.length; at++) {
            if (glob[at] == ']') {
                return at;
            }
        }
        return -1;
    }
}
