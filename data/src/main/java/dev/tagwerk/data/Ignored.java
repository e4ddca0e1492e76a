package dev.tagwerk.data;

import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Keys that were read over, with the number of rows that carry them. */
final class Ignored {
    /** Rows with ever new keys must not grow the table without bound. */
    private static final int MOST = 1_000;

    private final Map<String, Integer> counts = new TreeMap<>();
    private final Set<String> inThisRow = new HashSet<>();

    /** The next row begins. */
    void nextRow() {
        inThisRow.clear();
    }

    /** A key of the present row; however often it is told, it counts once. */
    void add(String key) {
        String shown = Words.visible(key, 60);
        if (inThisRow.add(shown) && (counts.containsKey(shown) || counts.size() < MOST)) {
            counts.merge(shown, 1, Integer::sum);
        }
    }

    /** A key that so many rows carry. */
    void add(String key, int rows) {
        counts.merge(Words.visible(key, 60), rows, Integer::sum);
    }

    Map<String, Integer> counts() {
        return counts;
    }
}
