package dev.tagwerk.evaluate;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/** Each row's share in every metric, so that a metric of any multiset of rows is cheap. */
final class RowScores {
    private final double[] right;
    private final double[] confidence;
    private final double[] loss;
    private final double[] brier;

    /** NaN where the row's costs are not known. */
    private final double[] regret;

    private final int[] bins;

    private RowScores(
            double[] right, double[] confidence, double[] loss, double[] brier, double[] regret) {
        this.right = right;
        this.confidence = confidence;
        this.loss = loss;
        this.brier = brier;
        this.regret = regret;
        this.bins = new int[right.length];
        for (int i = 0; i < bins.length; i++) {
            bins[i] = CalibrationBins.bin(confidence[i]);
        }
    }

    static RowScores of(List<Judged> rows) {
        return new RowScores(
                each(rows, row -> row.right() ? 1 : 0),
                each(rows, Judged::confidence),
                each(rows, Judged::negativeLogLikelihood),
                each(rows, Judged::brier),
                each(
                        rows,
                        row -> row.regrets().map(costs -> costs[row.choice()]).orElse(Double.NaN)));
    }

    /** What a player reaches on average who draws one of the options by lot. */
    static RowScores chance(List<Judged> rows) {
        return new RowScores(
                each(rows, row -> 1.0 / row.probabilities().length),
                each(rows, row -> 1.0 / row.probabilities().length),
                each(rows, row -> Math.log(row.probabilities().length)),
                each(rows, row -> 1 - 1.0 / row.probabilities().length),
                each(
                        rows,
                        row ->
                                row.regrets()
                                        .map(
                                                costs ->
                                                        java.util.Arrays.stream(costs)
                                                                .average()
                                                                .orElse(Double.NaN))
                                        .orElse(Double.NaN)));
    }

    private static double[] each(List<Judged> rows, ToDoubleFunction<Judged> value) {
        return rows.stream().mapToDouble(value).toArray();
    }

    RowScores pick(List<Integer> rows) {
        return new RowScores(
                pick(right, rows),
                pick(confidence, rows),
                pick(loss, rows),
                pick(brier, rows),
                pick(regret, rows));
    }

    private static double[] pick(double[] values, List<Integer> rows) {
        return rows.stream().mapToDouble(row -> values[row]).toArray();
    }

    int rows() {
        return right.length;
    }

    /** The regrets that are known, in row order. */
    List<Double> regrets() {
        return java.util.Arrays.stream(regret).filter(v -> !Double.isNaN(v)).boxed().toList();
    }

    /** Metrics as functions of row indexes, a row as often as its index occurs. */
    Map<Metric, ToDoubleFunction<int[]>> statistics() {
        Map<Metric, ToDoubleFunction<int[]>> statistics = new EnumMap<>(Metric.class);
        statistics.put(Metric.ACCURACY, mean(right));
        statistics.put(Metric.NEGATIVE_LOG_LIKELIHOOD, mean(loss));
        statistics.put(Metric.BRIER, mean(brier));
        statistics.put(Metric.EXPECTED_CALIBRATION_ERROR, this::calibrationError);
        if (!regrets().isEmpty()) {
            statistics.put(Metric.MEAN_REGRET, mean(regret));
        }
        return statistics;
    }

    /** The mean of the drawn rows' values, those that are NaN left out. */
    private static ToDoubleFunction<int[]> mean(double[] values) {
        return drawn -> {
            double sum = 0;
            int count = 0;
            for (int row : drawn) {
                double value = values[row];
                if (!Double.isNaN(value)) {
                    sum += value;
                    count++;
                }
            }
            return count == 0 ? Double.NaN : sum / count;
        };
    }

    private double calibrationError(int[] drawn) {
        double[] gap = new double[CalibrationBins.COUNT];
        for (int row : drawn) {
            gap[bins[row]] += right[row] - confidence[row];
        }
        return IntStream.range(0, gap.length).mapToDouble(b -> Math.abs(gap[b])).sum()
                / drawn.length;
    }
}
