package dev.tagwerk.model;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * How rows that begin alike lie in a flat batch: the common beginning once, then what is each row's
 * own. Attention is causal, so the hidden states of a common beginning are the same in every row,
 * and its gradients add up.
 *
 * @param batch the stretches of tokens: beginnings, and rows or what is left of them
 * @param starts flat position at which token 0 of each row would stand; a token that is the row's
 *     own stands at {@code starts[row] + position}
 */
record SharedPrefixes(TokenRows batch, long[] starts) {
    /** A shorter beginning costs more in small products than it saves. */
    static final int WORTHWHILE = 16;

    /**
     * @param selected for each row its own positions whose hidden states are wanted, ascending;
     *     what is shared ends before the first of them
     * @param share false leaves rows as they are, one behind another
     */
    static SharedPrefixes of(List<int[]> rows, List<int[]> selected, boolean share) {
        int[] shared = new int[rows.size()];
        int[] group = share ? groups(rows, selected, shared) : shared;
        List<int[]> stretches = new ArrayList<>();
        List<Integer> continued = new ArrayList<>();
        int[] stretchOfGroup = new int[rows.size()];
        Arrays.fill(stretchOfGroup, -1);
        long[] starts = new long[rows.size()];
        List<Long> wanted = new ArrayList<>();
        long next = 0;
        for (int row = 0; row < rows.size(); row++) {
            int[] ids = rows.get(row);
            int before = -1;
            if (shared[row] > 0) {
                if (stretchOfGroup[group[row]] < 0) {
                    stretchOfGroup[group[row]] = stretches.size();
                    stretches.add(Arrays.copyOf(ids, shared[row]));
                    continued.add(-1);
                    next += shared[row];
                }
                before = stretchOfGroup[group[row]];
            }
            stretches.add(Arrays.copyOfRange(ids, shared[row], ids.length));
            continued.add(before);
            starts[row] = next - shared[row];
            for (int position : selected.get(row)) {
                wanted.add(starts[row] + position);
            }
            next += ids.length - shared[row];
        }
        return new SharedPrefixes(
                new TokenRows(
                        stretches,
                        wanted.stream().mapToLong(Long::longValue).toArray(),
                        continued.stream().mapToInt(Integer::intValue).toArray()),
                starts);
    }

    /**
     * Rows that begin alike, together; a row that shares its beginning with none alone.
     *
     * @param selected as in {@link #of}
     */
    static List<List<Integer>> alike(List<int[]> rows, List<int[]> selected) {
        int[] shared = new int[rows.size()];
        int[] group = groups(rows, selected, shared);
        Map<Integer, List<Integer>> groups = new TreeMap<>();
        for (int row = 0; row < group.length; row++) {
            groups.computeIfAbsent(group[row], first -> new ArrayList<>()).add(row);
        }
        return List.copyOf(groups.values());
    }

    /**
     * Groups neighbours in lexicographic order as long as each further row saves tokens; writes
     * each row's shared length and returns its group.
     */
    private static int[] groups(List<int[]> rows, List<int[]> selected, int[] shared) {
        int[] group = new int[rows.size()];
        List<Integer> order =
                IntStream.range(0, rows.size())
                        .boxed()
                        .sorted(Comparator.comparing(rows::get, Arrays::compare))
                        .toList();
        int start = 0;
        while (start < order.size()) {
            int first = order.get(start);
            int length = limit(rows.get(first), selected.get(first));
            int end = start + 1;
            while (end < order.size()) {
                int row = order.get(end);
                int common =
                        Math.min(
                                Math.min(length, limit(rows.get(row), selected.get(row))),
                                common(rows.get(first), rows.get(row)));
                int members = end - start;
                int saved = members == 1 ? 0 : length * (members - 1);
                if (common < WORTHWHILE || common * members <= saved) {
                    break;
                }
                length = common;
                end++;
            }
            for (int i = start; i < end; i++) {
                group[order.get(i)] = first;
                shared[order.get(i)] = end - start > 1 ? length : 0;
            }
            start = end;
        }
        return group;
    }

    private static int limit(int[] ids, int[] selected) {
        return Math.min(ids.length - 1, selected.length == 0 ? ids.length - 1 : selected[0]);
    }

    private static int common(int[] a, int[] b) {
        int mismatch = Arrays.mismatch(a, b);
        return mismatch < 0 ? a.length : mismatch;
    }
}
