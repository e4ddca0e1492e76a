package dev.tagwerk.model;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/** Splits a batch into shares of about equal work, always in the same way. */
public final class Shares {
    private Shares() {}

    /**
     * Indexes of the items in shares: longest first, each to the lightest share. Within a share
     * items of equal length are neighbours.
     *
     * @param lengths tokens of each item
     * @param workers shares at least, where there are items enough
     * @param tokensAtOnce more shares where one would hold more tokens than this; 0 for no such
     *     limit
     */
    public static List<List<Integer>> of(List<Integer> lengths, int workers, int tokensAtOnce) {
        long total = lengths.stream().mapToLong(Integer::longValue).sum();
        long byMemory = tokensAtOnce == 0 ? 1 : (total + tokensAtOnce - 1) / tokensAtOnce;
        int count = (int) Math.min(lengths.size(), Math.max(workers, byMemory));
        List<List<Integer>> shares = new ArrayList<>();
        long[] load = new long[count];
        for (int i = 0; i < count; i++) {
            shares.add(new ArrayList<>());
        }
        List<Integer> order =
                IntStream.range(0, lengths.size())
                        .boxed()
                        .sorted(
                                Comparator.comparing((Integer i) -> -lengths.get(i))
                                        .thenComparing(i -> i))
                        .toList();
        for (int item : order) {
            int lightest = 0;
            for (int s = 1; s < count; s++) {
                if (load[s] < load[lightest]) {
                    lightest = s;
                }
            }
            shares.get(lightest).add(item);
            load[lightest] += lengths.get(item);
        }
        return shares;
    }
}
