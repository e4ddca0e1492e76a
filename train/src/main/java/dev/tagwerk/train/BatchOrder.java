package dev.tagwerk.train;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Which rows come in which step: a pure function of seed, epoch and lengths.
 *
 * <p>Grouping by length shuffles, sorts stretches of 50 steps by length, and shuffles the steps
 * again (as transformers' {@code LengthGroupedSampler}, but the order of steps stays random).
 */
final class BatchOrder {
    private static final int STRETCH = 50;

    private final List<Integer> lengths;
    private final int perStep;
    private final boolean groupByLength;
    private final long seed;

    /**
     * @param lengths tokens of each row
     * @param perStep rows of one optimiser step
     */
    BatchOrder(List<Integer> lengths, int perStep, boolean groupByLength, long seed) {
        this.lengths = List.copyOf(lengths);
        this.perStep = perStep;
        this.groupByLength = groupByLength;
        this.seed = seed;
    }

    /** Steps in one pass over the rows; the last may hold fewer rows. */
    int stepsPerEpoch() {
        return (lengths.size() + perStep - 1) / perStep;
    }

    /** Row indexes of every step of {@code epoch}. */
    List<List<Integer>> epoch(int epoch) {
        SplittableRandom random = new SplittableRandom(seed * 1_000_003 + epoch);
        List<Integer> order = new ArrayList<>();
        for (int i = 0; i < lengths.size(); i++) {
            order.add(i);
        }
        shuffle(order, random);
        if (!groupByLength) {
            return steps(order);
        }
        // A short last step stays last: resuming counts steps. Which rows are left over is random
        // too.
        int full = order.size() / perStep * perStep;
        List<List<Integer>> all = new ArrayList<>();
        for (int start = 0; start < full; start += STRETCH * perStep) {
            List<Integer> stretch =
                    new ArrayList<>(
                            order.subList(start, Math.min(full, start + STRETCH * perStep)));
            stretch.sort(
                    Comparator.comparing((Integer i) -> -lengths.get(i)).thenComparing(i -> i));
            all.addAll(steps(stretch));
        }
        shuffle(all, random);
        all.addAll(steps(order.subList(full, order.size())));
        return all;
    }

    private List<List<Integer>> steps(List<Integer> order) {
        List<List<Integer>> steps = new ArrayList<>();
        for (int start = 0; start < order.size(); start += perStep) {
            steps.add(List.copyOf(order.subList(start, Math.min(order.size(), start + perStep))));
        }
        return steps;
    }

    private static <T> void shuffle(List<T> list, SplittableRandom random) {
        for (int i = list.size() - 1; i > 0; i--) {
            int j = random.nextInt(i + 1);
            T swapped = list.get(i);
            list.set(i, list.get(j));
            list.set(j, swapped);
        }
    }
}
