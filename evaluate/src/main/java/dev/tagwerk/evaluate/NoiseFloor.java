package dev.tagwerk.evaluate;

import dev.tagwerk.data.DecisionRow;
import dev.tagwerk.data.Presentation;
import dev.tagwerk.data.QuestionKind;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

/**
 * How far a model's answers move when nothing that matters changes. Differences between models
 * below this mean nothing.
 *
 * @param rows rows looked at
 * @param repeat largest change of a probability when the same rows are computed again in another
 *     order, hence other batches: rounding alone
 * @param reordered share of rows with an order to change (choices, and scores highest level first)
 *     whose most probable option stays the same when it does; NaN without such rows
 * @param distance mean over those rows of half the sum of |change of probability|
 * @param accuracyShift what the accuracy on those rows changes by
 */
public record NoiseFloor(
        int rows, double repeat, double reordered, double distance, double accuracyShift) {
    private static final int MOST_ROWS = 200;

    /**
     * Measures on the first 200 rows.
     *
     * @param first the rows' canonical logits, measured before
     */
    static NoiseFloor of(
            Decider decider,
            List<DecisionRow> rows,
            List<double[]> first,
            int batchSize,
            long seed) {
        int count = Math.min(MOST_ROWS, rows.size());
        List<DecisionRow> backwards = new ArrayList<>(rows.subList(0, count)).reversed();
        List<double[]> again =
                DecisionScoring.canonical(decider, backwards, batchSize, done -> {}).reversed();
        double repeat = 0;
        for (int i = 0; i < count; i++) {
            double[] before = probabilities(decider, rows.get(i), first.get(i));
            double[] after = probabilities(decider, rows.get(i), again.get(i));
            for (int k = 0; k < before.length; k++) {
                repeat = Math.max(repeat, Math.abs(before[k] - after[k]));
            }
        }
        List<Integer> orderable =
                IntStream.range(0, count)
                        .filter(i -> rows.get(i).kind() != QuestionKind.NOUL)
                        .boxed()
                        .toList();
        List<double[]> moved =
                DecisionScoring.logits(
                        decider,
                        orderable.stream().map(rows::get).toList(),
                        row -> reordered(row, seed),
                        batchSize,
                        done -> {});
        int same = 0;
        double distance = 0;
        double shift = 0;
        for (int i = 0; i < orderable.size(); i++) {
            DecisionRow row = rows.get(orderable.get(i));
            double[] before = probabilities(decider, row, first.get(orderable.get(i)));
            double[] after = probabilities(decider, row, moved.get(i));
            int bestBefore = Probabilities.best(before);
            int bestAfter = Probabilities.best(after);
            same += bestBefore == bestAfter ? 1 : 0;
            shift += (bestAfter == row.label() ? 1 : 0) - (bestBefore == row.label() ? 1 : 0);
            for (int k = 0; k < before.length; k++) {
                distance += Math.abs(before[k] - after[k]) / 2;
            }
        }
        double of = orderable.size();
        return new NoiseFloor(count, repeat, same / of, distance / of, shift / of);
    }

    private static double[] probabilities(Decider decider, DecisionRow row, double[] logits) {
        return Probabilities.of(logits, decider.temperature(row.kind()));
    }

    /** A choice's options shuffled, a score's levels highest first: as training shows them. */
    private static Presentation reordered(DecisionRow row, long seed) {
        List<Integer> order =
                new ArrayList<>(IntStream.range(0, row.options().size()).boxed().toList());
        if (row.kind() == QuestionKind.SCORE) {
            Collections.reverse(order);
        } else {
            Collections.shuffle(order, new Random(seed * 31 + row.line()));
        }
        return Presentation.inOrder(row, row.instructions(), order);
    }
}
