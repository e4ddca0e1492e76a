package dev.tagwerk.evaluate;

import java.util.List;
import java.util.OptionalDouble;

/**
 * How well a model decides on some rows; every row counts once, whatever its weight.
 *
 * @param rows how many
 * @param accuracy share of rows whose most probable option is the right one
 * @param negativeLogLikelihood mean of −log p(right option), natural logarithm
 * @param brier mean of Σ (p − y)² over the options, 0 to 2
 * @param calibrationError expected calibration error in fifteen classes of equal width, 0 to 1
 * @param adaptiveCalibrationError the same in fifteen classes of equally many rows
 * @param meanRegret mean cost of the most probable option, over the rows with known costs
 * @param regretRows rows with known costs
 */
public record DecisionMetrics(
        int rows,
        double accuracy,
        double negativeLogLikelihood,
        double brier,
        double calibrationError,
        double adaptiveCalibrationError,
        OptionalDouble meanRegret,
        int regretRows) {

    /** The metrics of at least one row. */
    public static DecisionMetrics of(List<Judged> rows) {
        if (rows.isEmpty()) {
            throw new EvaluateException("there are no rows to measure");
        }
        List<Judged> costed = rows.stream().filter(row -> row.regrets().isPresent()).toList();
        return new DecisionMetrics(
                rows.size(),
                rows.stream().mapToDouble(row -> row.right() ? 1 : 0).average().orElseThrow(),
                rows.stream().mapToDouble(Judged::negativeLogLikelihood).average().orElseThrow(),
                rows.stream().mapToDouble(Judged::brier).average().orElseThrow(),
                CalibrationBins.equalWidth(rows).error(),
                CalibrationBins.equalCount(rows).error(),
                costed.stream()
                        .mapToDouble(row -> row.regrets().orElseThrow()[row.choice()])
                        .average(),
                costed.size());
    }
}
