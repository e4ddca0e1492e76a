package dev.tagwerk.train;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What a model made of held-out rows: three numbers for each, in their order.
 *
 * @param values for each row its loss, the labels it is the sum of, and whether the answer was
 *     right (1), wrong (0), or none was asked for (-1)
 */
record Scores(List<Double> values) {
    private static final int EACH = 3;

    Scores {
        values = List.copyOf(values);
    }

    /** Adds rows one after the other. */
    static final class Builder {
        private final List<Double> values = new ArrayList<>();

        void text(double loss, int labels) {
            values.addAll(List.of(loss, (double) labels, -1.0));
        }

        void decision(double loss, boolean right) {
            values.addAll(List.of(loss, 1.0, right ? 1.0 : 0.0));
        }

        Scores build() {
            return new Scores(values);
        }
    }

    /** The rows of all ranks in the order of the data, as {@link Rank#own} shared them out. */
    static Scores together(List<Scores> ranks) {
        int rows = ranks.stream().mapToInt(Scores::rows).sum();
        List<Double> values = new ArrayList<>();
        for (int row = 0; row < rows; row++) {
            int at = row / ranks.size() * EACH;
            values.addAll(ranks.get(row % ranks.size()).values().subList(at, at + EACH));
        }
        return new Scores(values);
    }

    private int rows() {
        return values.size() / EACH;
    }

    /** Mean loss, and metrics by name. */
    record Outcome(double loss, Map<String, Double> metrics) {}

    Outcome outcome() {
        double loss = 0;
        double labels = 0;
        int right = 0;
        boolean decisions = false;
        for (int row = 0; row < rows(); row++) {
            loss += values.get(row * EACH);
            labels += values.get(row * EACH + 1);
            double answer = values.get(row * EACH + 2);
            decisions |= answer >= 0;
            right += answer > 0 ? 1 : 0;
        }
        Map<String, Double> metrics = new LinkedHashMap<>();
        if (decisions) {
            metrics.put("accuracy", (double) right / rows());
        } else {
            metrics.put("perplexity", Math.exp(loss / labels));
        }
        return new Outcome(loss / labels, metrics);
    }
}
