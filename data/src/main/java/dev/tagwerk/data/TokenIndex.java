package dev.tagwerk.data;

import dev.tagwerk.modelfiles.Encoded;
import java.util.Arrays;

/**
 * Which token a character belongs to: the first that holds it, where several hold its bytes, as
 * {@code char_to_token} of transformers says.
 */
final class TokenIndex {
    private static final int NONE = -1;

    private final int[] tokens;

    private TokenIndex(int[] tokens) {
        this.tokens = tokens;
    }

    static TokenIndex of(Encoded encoded, int characters) {
        int[] tokens = new int[characters];
        Arrays.fill(tokens, NONE);
        for (int i = encoded.length() - 1; i >= 0; i--) {
            Arrays.fill(tokens, encoded.starts()[i], encoded.ends()[i], i);
        }
        return new TokenIndex(tokens);
    }

    /** The token of the first character of a range that has one; negative when none has. */
    int from(int start, int end) {
        for (int at = start; at < end; at++) {
            if (tokens[at] != NONE) {
                return tokens[at];
            }
        }
        return NONE;
    }

    /** The token of the last character of a range that has one; negative when none has. */
    int upTo(int start, int end) {
        for (int at = end - 1; at >= start; at--) {
            if (tokens[at] != NONE) {
                return tokens[at];
            }
        }
        return NONE;
    }
}
