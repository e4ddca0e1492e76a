package dev.tagwerk.spec;

import java.io.Reader;

/**
 * Hands out a text without ever ending a portion between the two halves of a surrogate pair: the
 * YAML library reads past its buffer when one does.
 */
public final class WholeCharacters extends Reader {
    private final String text;
    private int next;

    public WholeCharacters(String text) {
        this.text = text;
    }

    @Override
    public int read(char[] buffer, int offset, int length) {
        int left = text.length() - next;
        if (left == 0) {
            return -1;
        }
        int count = Math.min(length, left);
        if (count > 1 && count < left && Character.isHighSurrogate(text.charAt(next + count - 1))) {
            count--;
        }
        text.getChars(next, next + count, buffer, offset);
        next += count;
        return count;
    }

    @Override
    public void close() {
        // nothing is open
    }
}
