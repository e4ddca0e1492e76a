package dev.tagwerk.evaluate;

import dev.tagwerk.data.QuestionKind;
import java.util.List;
import java.util.Locale;

/** One temperature for the logits of one kind of question, or why there is none. */
public sealed interface TemperatureFit {
    /** Fewer rows say too little about even one number. */
    int FEWEST_ROWS = 30;

    double LOWEST = 0.05;
    double HIGHEST = 20;

    QuestionKind kind();

    int rows();

    /**
     * The temperature with the least mean negative log likelihood.
     *
     * @param lossBefore that loss at the temperature used so far
     * @param calibrationErrorBefore expected calibration error at the temperature used so far
     */
    record Fitted(
            QuestionKind kind,
            int rows,
            double temperature,
            double lossBefore,
            double lossAfter,
            double calibrationErrorBefore,
            double calibrationErrorAfter)
            implements TemperatureFit {}

    /** No temperature can be had; the old one stays. */
    record Refused(QuestionKind kind, int rows, String reason) implements TemperatureFit {}

    /**
     * Logits of one row.
     *
     * @param label index of the right one
     */
    @SuppressWarnings("ArrayRecordComponent") // numbers by the thousand, never compared
    record Row(double[] logits, int label) {}

    /**
     * Fits one temperature (Guo et al. 2017). The loss is convex in 1/temperature, so its slope
     * there is bisected: no start value, no step size.
     *
     * @param before the temperature used so far
     */
    static TemperatureFit of(QuestionKind kind, List<Row> rows, double before) {
        if (rows.size() < FEWEST_ROWS) {
            return new Refused(
                    kind,
                    rows.size(),
                    "needs at least " + FEWEST_ROWS + " rows, but there are " + rows.size());
        }
        double low = 1 / HIGHEST;
        double high = 1 / LOWEST;
        if (slope(rows, high) <= 0) {
            return new Refused(
                    kind,
                    rows.size(),
                    String.format(
                            Locale.ROOT,
                            "the best temperature would lie below %.2f: the model is right on (nearly)"
                                    + " all of these rows, so they do not say how sure it may be; give"
                                    + " more, or harder, rows",
                            LOWEST));
        }
        if (slope(rows, low) >= 0) {
            return new Refused(
                    kind,
                    rows.size(),
                    String.format(
                            Locale.ROOT,
                            "the best temperature would lie above %.0f: on these rows the model is no"
                                    + " better than chance; train it further before calibrating",
                            HIGHEST));
        }
        for (int step = 0; step < 200 && high - low > 1e-12 * high; step++) {
            double middle = (low + high) / 2;
            if (slope(rows, middle) > 0) {
                high = middle;
            } else {
                low = middle;
            }
        }
        double temperature = 2 / (low + high);
        return new Fitted(
                kind,
                rows.size(),
                temperature,
                loss(rows, before),
                loss(rows, temperature),
                calibrationError(rows, before),
                calibrationError(rows, temperature));
    }

    /** d loss / d (1/temperature) = mean of E_p[logit] − logit of the right option. */
    private static double slope(List<Row> rows, double inverse) {
        double sum = 0;
        for (Row row : rows) {
            double[] p = Probabilities.of(row.logits(), 1 / inverse);
            double expected = 0;
            for (int k = 0; k < p.length; k++) {
                // relative to the right option: large common offsets cancel exactly
                expected += p[k] * (row.logits()[k] - row.logits()[row.label()]);
            }
            sum += expected;
        }
        return sum / rows.size();
    }

    private static double loss(List<Row> rows, double temperature) {
        return rows.stream()
                .mapToDouble(
                        row ->
                                Probabilities.negativeLogLikelihood(
                                        row.logits(), row.label(), temperature))
                .average()
                .orElse(0);
    }

    private static double calibrationError(List<Row> rows, double temperature) {
        double[] confidence = new double[rows.size()];
        double[] right = new double[rows.size()];
        for (int i = 0; i < confidence.length; i++) {
            double[] p = Probabilities.of(rows.get(i).logits(), temperature);
            int best = Probabilities.best(p);
            confidence[i] = p[best];
            right[i] = best == rows.get(i).label() ? 1 : 0;
        }
        return CalibrationBins.equalWidth(confidence, right).error();
    }
}
