package dev.tagwerk.data;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/**
 * Rows divided into those to train on and those held out.
 *
 * @param train in the file's order
 * @param validation in the file's order
 */
public record Split<R extends Row>(List<R> train, List<R> validation) {
    public Split {
        train = List.copyOf(train);
        validation = List.copyOf(validation);
    }

    /**
     * Holds out about {@code fraction} of the rows, at least one and never all. Rows about one
     * state (or with one prompt, or one text) stay on one side, so that nothing held out was seen
     * in training. Which rows: a pure function of seed and content, so new rows move few old ones.
     *
     * @param fraction from 0 (hold out nothing) to below 1
     */
    public static <R extends Row> Split<R> of(List<R> rows, double fraction, long seed) {
        if (!(fraction >= 0 && fraction < 1)) {
            throw new DataException(
                    "the validation fraction must be from 0 to below 1, not " + fraction);
        }
        if (fraction == 0) {
            return new Split<>(rows, List.of());
        }
        if (rows.size() < 2) {
            throw new DataException(
                    "cannot hold out a fraction of "
                            + Words.counted(rows.size(), "row")
                            + "; add rows or set the validation fraction to 0");
        }
        int target = (int) Math.clamp(Math.round(rows.size() * fraction), 1, rows.size() - 1);
        Set<R> held = choose(rows, Inputs::source, target, seed);
        if (held.isEmpty()) {
            // one state behind (nearly) all rows: then only equal rows must stay together
            held = choose(rows, Inputs::input, target, seed);
        }
        if (held.isEmpty()) {
            throw new DataException(
                    "cannot hold out "
                            + Words.grouped(target)
                            + " of "
                            + Words.counted(rows.size(), "row")
                            + " without rows that also stand in training: too many are equal;"
                            + " name a validation file instead");
        }
        List<R> train = new ArrayList<>();
        List<R> validation = new ArrayList<>();
        for (R row : rows) {
            (held.contains(row) ? validation : train).add(row);
        }
        return new Split<>(train, validation);
    }

    private static <R extends Row> Set<R> choose(
            List<R> rows, Function<Row, String> key, int target, long seed) {
        Map<String, List<R>> groups = new LinkedHashMap<>();
        for (R row : rows) {
            groups.computeIfAbsent(key.apply(row), unused -> new ArrayList<>()).add(row);
        }
        record Group<R>(long rank, List<R> members) {}
        List<Group<R>> drawn = new ArrayList<>(groups.size());
        groups.forEach(
                (text, members) ->
                        drawn.add(new Group<>(Draw.of(seed, hash(text)).next(), members)));
        drawn.sort(Comparator.comparingLong(Group::rank));
        Set<R> held = new HashSet<>();
        int count = 0;
        for (Group<R> group : drawn) {
            if (count + group.members().size() <= target) {
                held.addAll(group.members());
                count += group.members().size();
            }
        }
        return held;
    }

    /** FNV-1a over the characters; only an order is drawn from it. */
    private static long hash(String text) {
        long hash = 0xcbf29ce484222325L;
        for (int i = 0; i < text.length(); i++) {
            hash = (hash ^ text.charAt(i)) * 0x100000001b3L;
        }
        return hash;
    }
}
