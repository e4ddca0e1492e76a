package dev.tagwerk.market;

import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The services' limits and defaults, by id (docs/facts.md lists them). */
public final class Limits {
    private static final List<Limit> ALL = Table.read("limits.tsv").map(Limit::of);
    private static final Map<String, Limit> BY_ID =
            ALL.stream().collect(Collectors.toUnmodifiableMap(Limit::id, Function.identity()));

    private Limits() {}

    public static List<Limit> all() {
        return ALL;
    }

    /** A limit that code relies on; an id that no table has is a mistake of that code. */
    public static Limit get(String id) {
        Limit limit = BY_ID.get(id);
        if (limit == null) {
            throw new MarketException("limits.tsv has no '" + id + "'");
        }
        return limit;
    }
}
