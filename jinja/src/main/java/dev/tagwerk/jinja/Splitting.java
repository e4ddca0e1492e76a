package dev.tagwerk.jinja;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Text taken apart and put together. */
final class Splitting {
    private Splitting() {}

    static Value split(Work work, String text, Arguments given) {
        given.allow("sep", "maxsplit");
        int most = given.whole(1, "maxsplit", -1);
        Value separator = given.get(0, "sep").orElse(Value.None.NONE);
        work.fits(text.length());
        List<String> parts = new ArrayList<>();
        if (separator instanceof Value.None) {
            int at = PythonText.skipSpace(text, 0);
            while (at < text.length()) {
                int end = at;
                while (end < text.length() && !PythonText.isSpace(text.charAt(end))) {
                    end++;
                }
                if (parts.size() == most) {
                    end = text.length();
                }
                parts.add(text.substring(at, end));
                at = PythonText.skipSpace(text, end);
            }
        } else {
            String sign = separator(given);
            int at = 0;
            for (int next = text.indexOf(sign);
                    next >= 0 && parts.size() != most;
                    next = text.indexOf(sign, at)) {
                parts.add(text.substring(at, next));
                at = next + sign.length();
            }
            parts.add(text.substring(at));
        }
        return listed(work, parts);
    }

    static Value splitFromEnd(Work work, String text, Arguments given) {
        given.allow("sep", "maxsplit");
        int most = given.whole(1, "maxsplit", -1);
        Value separator = given.get(0, "sep").orElse(Value.None.NONE);
        if (most < 0) {
            return split(work, text, given);
        }
        if (separator instanceof Value.None) {
            throw new Fault("`rsplit` without a separator is not known to this version");
        }
        work.fits(text.length());
        String sign = separator(given);
        List<String> parts = new ArrayList<>();
        int end = text.length();
        while (parts.size() < most) {
            int at = text.lastIndexOf(sign, end - sign.length());
            if (at < 0 || end < sign.length()) {
                break;
            }
            parts.add(text.substring(at + sign.length(), end));
            end = at;
        }
        parts.add(text.substring(0, end));
        Collections.reverse(parts);
        return listed(work, parts);
    }

    private static String separator(Arguments given) {
        String sign = given.text(0, "sep");
        if (sign.isEmpty()) {
            throw new Fault("text cannot be split at empty text");
        }
        return sign;
    }

    static Value lines(Work work, String text, Arguments given) {
        boolean keep = given.allow("keepends").flag(0, "keepends", false);
        work.fits(text.length());
        List<String> lines = new ArrayList<>();
        int start = 0;
        for (int i = 0; i < text.length(); i++) {
            if (isLineEnd(text.charAt(i))) {
                boolean pair = text.startsWith("\r\n", i);
                int next = i + (pair ? 2 : 1);
                lines.add(text.substring(start, keep ? next : i));
                start = next;
                i = next - 1;
            }
        }
        if (start < text.length()) {
            lines.add(text.substring(start));
        }
        return listed(work, lines);
    }

    private static boolean isLineEnd(char c) {
        return (c >= '\n' && c <= '\r')
                || (c >= 0x1C && c <= 0x1E)
                || c == 0x85
                || c == 0x2028
                || c == 0x2029;
    }

    private static Value listed(Work work, List<String> parts) {
        work.fitsItems(parts.size());
        return Value.Sequence.list(
                parts.stream().map(part -> (Value) new Value.Text(part)).toList());
    }

    /**
     * {@code str.replace}.
     *
     * @param most how often; below 0: each time
     */
    static Value replace(Work work, String text, String old, String with, int most) {
        work.fits(text.length());
        StringBuilder out = new StringBuilder();
        int at = 0;
        int done = 0;
        while (done != most) {
            int next = old.isEmpty() && done == 0 ? 0 : nextMatch(text, old, at);
            if (next < 0) {
                break;
            }
            work.spend(1);
            growing(work, out, next - at + (long) with.length());
            out.append(text, at, next).append(with);
            at = next + old.length();
            done++;
        }
        growing(work, out, text.length() - (long) at);
        return work.text(out.append(text, at, text.length()).toString());
    }

    /** Empty text stands between all characters: the next place is one character further. */
    private static int nextMatch(String text, String old, int at) {
        if (!old.isEmpty()) {
            return text.indexOf(old, at);
        }
        return at >= text.length() ? -1 : text.offsetByCodePoints(at, 1);
    }

    private static void growing(Work work, StringBuilder out, long more) {
        work.spendCharacters(more);
        work.longest(out.length() + more);
    }

    static Value count(Work work, String text, Arguments given) {
        String part = given.allow("sub").text(0, "sub");
        work.spendCharacters(text.length() + (long) part.length());
        if (part.isEmpty()) {
            return new Value.Whole(PythonText.length(text) + 1L);
        }
        long count = 0;
        for (int at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + part.length())) {
            count++;
        }
        return new Value.Whole(count);
    }
}
