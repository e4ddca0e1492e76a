package dev.tagwerk.jinja;

import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The filters after {@code |}, by name. */
final class Filters {
    private static final Map<String, Filter> FILTERS = new HashMap<>();

    static {
        text("upper", text -> text.toUpperCase(Locale.ROOT));
        text("lower", text -> text.toLowerCase(Locale.ROOT));
        text("capitalize", PythonText::capitalize);
        text("title", TextFilters::title);
        // nothing is escaped, so that everything is safe already
        text("safe", text -> text);
        FILTERS.put(
                "string",
                (work, value, given) -> {
                    given.allow();
                    return work.text(Printing.text(work, value));
                });
        FILTERS.put(
                "trim",
                (work, value, given) ->
                        TextMethods.strip(work, Printing.text(work, value), given, true, true));
        FILTERS.put("replace", TextFilters::replace);
        FILTERS.put("indent", TextFilters::indent);
        FILTERS.put("join", TextFilters::join);
        FILTERS.put("tojson", JsonWriting::write);
        FILTERS.put("default", Filters::otherwise);
        FILTERS.put("d", Filters::otherwise);
        FILTERS.put("abs", NumberFilters::absolute);
        FILTERS.put("int", NumberFilters::whole);
        FILTERS.put("float", NumberFilters::real);
        FILTERS.put("round", NumberFilters::round);
        FILTERS.put("length", SequenceFilters::length);
        FILTERS.put("count", SequenceFilters::length);
        FILTERS.put("first", SequenceFilters::first);
        FILTERS.put("last", SequenceFilters::last);
        FILTERS.put("list", SequenceFilters::list);
        FILTERS.put("items", SequenceFilters::items);
        FILTERS.put("reverse", SequenceFilters::reverse);
        FILTERS.put("sort", SequenceFilters::sort);
        FILTERS.put("dictsort", SequenceFilters::sortEntries);
        FILTERS.put("unique", SequenceFilters::unique);
        FILTERS.put("sum", SequenceFilters::sum);
        FILTERS.put("map", SelectingFilters::map);
        FILTERS.put("select", SelectingFilters.select(false, true));
        FILTERS.put("reject", SelectingFilters.select(false, false));
        FILTERS.put("selectattr", SelectingFilters.select(true, true));
        FILTERS.put("rejectattr", SelectingFilters.select(true, false));
    }

    private Filters() {}

    /** Null when there is none of that name. */
    static @Nullable Filter find(String name) {
        return FILTERS.get(name);
    }

    private interface TextChange {
        String of(String text);
    }

    private static void text(String name, TextChange change) {
        FILTERS.put(
                name,
                (work, value, given) -> {
                    given.allow();
                    String text = Printing.text(work, value);
                    work.fits(text.length());
                    return work.text(change.of(text));
                });
    }

    private static Value otherwise(Work work, Value value, Arguments given) {
        given.allow("default_value", "boolean");
        boolean missing =
                value instanceof Value.Undefined
                        || (given.flag(1, "boolean", false) && !value.truth());
        return missing ? given.get(0, "default_value").orElse(Value.Text.EMPTY) : value;
    }
}
