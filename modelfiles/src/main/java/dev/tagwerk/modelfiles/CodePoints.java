package dev.tagwerk.modelfiles;

import org.jspecify.annotations.Nullable;

/** Positions counted in code points (as the library counts) as indexes of a Java string. */
final class CodePoints {
    /** Index of each code point, and the text's length after the last; null when they agree. */
    private final int @Nullable [] indexes;

    private CodePoints(int @Nullable [] indexes) {
        this.indexes = indexes;
    }

    static CodePoints of(String text) {
        int count = text.codePointCount(0, text.length());
        if (count == text.length()) {
            return new CodePoints(null);
        }
        int[] indexes = new int[count + 1];
        int index = 0;
        for (int i = 0; i < count; i++) {
            indexes[i] = index;
            index += Character.charCount(text.codePointAt(index));
        }
        indexes[count] = index;
        return new CodePoints(indexes);
    }

    int index(int codePoints) {
        return indexes == null ? codePoints : indexes[codePoints];
    }

    /** The text with each unpaired surrogate replaced by U+FFFD; every index stays as it is. */
    static String withoutLoneSurrogates(String text) {
        StringBuilder mended = null;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (!Character.isSurrogate(c)) {
                continue;
            }
            if (i + 1 < text.length() && Character.isSurrogatePair(c, text.charAt(i + 1))) {
                i++;
                continue;
            }
            if (mended == null) {
                mended = new StringBuilder(text);
            }
            mended.setCharAt(i, '\uFFFD');
        }
        return mended == null ? text : mended.toString();
    }
}
