package dev.tagwerk.jinja;

import java.util.List;
import java.util.Locale;

/** Filters that make text. */
final class TextFilters {
    private TextFilters() {}

    /** Capitals behind white space, hyphens and opening brackets. */
    static String title(String text) {
        StringBuilder title = new StringBuilder();
        boolean begins = true;
        for (int at = 0; at < text.length(); ) {
            int c = text.codePointAt(at);
            String one = Character.toString(c);
            title.append(begins ? one.toUpperCase(Locale.ROOT) : one.toLowerCase(Locale.ROOT));
            begins = PythonText.isSpace(c) || "-({[<".indexOf(c) >= 0;
            at += Character.charCount(c);
        }
        return title.toString();
    }

    static Value replace(Work work, Value value, Arguments given) {
        given.allow("old", "new", "count");
        return Splitting.replace(
                work,
                Printing.text(work, value),
                Printing.text(work, given.required(0, "old")),
                Printing.text(work, given.required(1, "new")),
                given.whole(2, "count", -1));
    }

    static Value join(Work work, Value value, Arguments given) {
        given.allow("d", "attribute");
        String separator = Printing.text(work, given.get(0, "d").orElse(Value.Text.EMPTY));
        StringBuilder joined = new StringBuilder();
        String before = "";
        for (Value item : Iterating.items(work, value)) {
            Value part =
                    given.get(1, "attribute").isPresent()
                            ? SelectingFilters.attribute(work, item, given.required(1, "attribute"))
                            : item;
            String text = Printing.text(work, part);
            work.spendCharacters(before.length() + (long) text.length());
            work.longest((long) joined.length() + before.length() + text.length());
            joined.append(before).append(text);
            before = separator;
        }
        return work.text(joined.toString());
    }

    /** Each line but the first, and no empty one, moves to the right. */
    static Value indent(Work work, Value value, Arguments given) {
        given.allow("width", "first", "blank");
        Value width = given.get(0, "width").orElse(new Value.Whole(4));
        String margin =
                width instanceof Value.Text text
                        ? text.value()
                        : " ".repeat(Math.clamp(given.whole(0, "width", 4), 0, 100));
        boolean blank = given.flag(2, "blank", false);
        List<String> lines = Printing.text(work, value).lines().toList();
        StringBuilder out = new StringBuilder();
        for (int i = 0; i < lines.size(); i++) {
            boolean moved =
                    i == 0 ? given.flag(1, "first", false) : blank || !lines.get(i).isEmpty();
            work.longest((long) out.length() + margin.length() + lines.get(i).length());
            out.append(i == 0 ? "" : "\n").append(moved ? margin : "").append(lines.get(i));
        }
        return work.text(out.toString());
    }
}
