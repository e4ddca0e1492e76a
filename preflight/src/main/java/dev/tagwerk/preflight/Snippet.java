package dev.tagwerk.preflight;

import dev.tagwerk.formats.Place;
import dev.tagwerk.formats.SourceFile;
import dev.tagwerk.formats.Span;
import dev.tagwerk.spec.Shown;
import java.util.regex.Pattern;

/**
 * The line that a finding points to, as a terminal can show it.
 *
 * @param line without anything that a terminal would obey; cut where it is long
 * @param before columns before the span
 * @param width columns of the span on this line; at least 1
 */
record Snippet(String line, int before, int width) {
    private static final int COLUMNS = 120;
    private static final int LEAD = 40;
    private static final String CUT = "…";
    private static final Pattern LONG_WORD = Pattern.compile("[A-Za-z0-9_+/=.~-]{12,}");

    static Snippet of(SourceFile source, Span span) {
        return of(source, span, source.line(source.place(span).line()));
    }

    /** The same without what is a secret. */
    static Snippet of(SourceFile source, Span span, SecretMask mask) {
        return of(source, span, mask.masked(source.line(source.place(span).line())));
    }

    /** The same with stars for long words, so that a secret does not go on into a log. */
    static Snippet masked(SourceFile source, Span span, SecretMask mask) {
        String line = mask.masked(source.line(source.place(span).line()));
        return of(
                source,
                span,
                LONG_WORD.matcher(line).replaceAll(word -> "*".repeat(word.group().length())));
    }

    private static Snippet of(SourceFile source, Span span, String text) {
        Place place = source.place(span);
        int lineStart = source.lineStart(place.line());
        int start = Math.clamp(span.start() - lineStart, 0, text.length());
        int end = Math.clamp(span.end() - lineStart, start, text.length());

        int first = start;
        for (int columns = 0; first > 0 && columns < LEAD; ) {
            first = text.offsetByCodePoints(first, -1);
            columns += columns(shown(text.codePointAt(first)));
        }
        boolean whole = columns(text) <= COLUMNS;
        StringBuilder line = new StringBuilder(whole || first == 0 ? "" : CUT);
        int index = whole ? 0 : first;
        int used = line.length();
        int before = used;
        int width = 0;
        while (index < text.length()) {
            String shown = shown(text.codePointAt(index));
            int columns = columns(shown);
            if (!whole && used + columns > COLUMNS) {
                line.append(CUT);
                break;
            }
            if (index < start) {
                before += columns;
            } else if (index < end) {
                width += columns;
            }
            line.append(shown);
            used += columns;
            index = text.offsetByCodePoints(index, 1);
        }
        return new Snippet(line.toString().stripTrailing(), before, Math.max(1, width));
    }

    private static String shown(int point) {
        return point == '\t' ? "    " : Shown.character(point);
    }

    private static int columns(String text) {
        // a long line is measured only as far as it matters
        return text.codePoints().limit(COLUMNS + 1L).map(Snippet::columns).sum();
    }

    /** Scripts of East Asia take two columns, marks on other characters none. */
    private static int columns(int point) {
        int type = Character.getType(point);
        if (type == Character.NON_SPACING_MARK || type == Character.ENCLOSING_MARK) {
            return 0;
        }
        boolean wide =
                (point >= 0x1100 && point <= 0x115F)
                        || (point >= 0x2E80 && point <= 0xA4CF)
                        || (point >= 0xAC00 && point <= 0xD7A3)
                        || (point >= 0xF900 && point <= 0xFAFF)
                        || (point >= 0xFE30 && point <= 0xFE6F)
                        || (point >= 0xFF00 && point <= 0xFF60)
                        || (point >= 0x1F300 && point <= 0x1FAFF)
                        || (point >= 0x20000 && point <= 0x3FFFD);
        return wide ? 2 : 1;
    }
}
