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

    /**
     * Texts in shares, at most one for each worker: those that begin alike stay together, since
     * their beginning is then computed once, unless that would leave a worker idle.
     */
    public static List<List<Integer>> ofTexts(List<TextInput> texts, int workers) {
        return ofRows(
                texts.stream().map(TextInput::ids).toList(),
                texts.stream().map(TextLabels::predicting).toList(),
                workers);
    }

    /** The same of questions. */
    public static List<List<Integer>> ofQuestions(List<DecisionInput> questions, int workers) {
        return ofRows(
                questions.stream().map(DecisionInput::ids).toList(),
                questions.stream().map(DecisionLayout::wanted).toList(),
                workers);
    }

    private static List<List<Integer>> ofRows(List<int[]> rows, List<int[]> selected, int workers) {
        List<List<Integer>> groups = SharedPrefixes.alike(rows, selected);
        List<Integer> lengths = rows.stream().map(ids -> ids.length).toList();
        if (groups.size() == rows.size()) {
            return of(lengths, workers, 0);
        }
        List<List<Integer>> parts = new ArrayList<>();
        for (List<Integer> group : groups) {
            int pieces = Math.min(group.size(), groups.size() < workers ? workers : 1);
            for (int piece = 0; piece < pieces; piece++) {
                parts.add(
                        group.subList(
                                group.size() * piece / pieces,
                                group.size() * (piece + 1) / pieces));
            }
        }
        List<Integer> loads =
                parts.stream()
                        .map(part -> load(part.stream().map(rows::get).toList(), selected, part))
                        .toList();
        List<List<Integer>> shares = new ArrayList<>();
        for (List<Integer> share : of(loads, workers, 0)) {
            shares.add(share.stream().flatMap(part -> parts.get(part).stream()).toList());
        }
        return shares;
    }

    private static int load(List<int[]> rows, List<int[]> selected, List<Integer> part) {
        return SharedPrefixes.of(rows, part.stream().map(selected::get).toList(), true)
                .batch()
                .tokens();
    }
}
