package dev.tagwerk.evaluate;

import dev.tagwerk.data.QuestionKind;
import java.util.Objects;
import java.util.Optional;

/**
 * What a model made of one row. Arrays are in the row's canonical option order and the record's
 * own: do not write to them.
 *
 * @param row index of the row in its file, from 0, bad lines counted
 * @param task the row's task, or empty text
 * @param label index of the right option
 * @param probabilities of the options
 * @param regrets what each option would cost; empty where the side file says nothing
 */
@SuppressWarnings("ArrayRecordComponent") // numbers by the thousand, never compared
public record Judged(
        int row,
        QuestionKind kind,
        String task,
        int label,
        double[] probabilities,
        Optional<double[]> regrets) {
    public Judged {
        Objects.requireNonNull(kind, "kind");
        Objects.requireNonNull(task, "task");
        if (label < 0 || label >= probabilities.length) {
            throw new EvaluateException(
                    "label " + label + " is none of " + probabilities.length + " options");
        }
        if (regrets.isPresent() && regrets.get().length != probabilities.length) {
            throw new EvaluateException(
                    "row "
                            + row
                            + " has "
                            + probabilities.length
                            + " options but "
                            + regrets.get().length
                            + " regrets");
        }
    }

    /** The most probable option; the first of equals. */
    int choice() {
        return Probabilities.best(probabilities);
    }

    /** The probability of the most probable option. */
    double confidence() {
        return probabilities[choice()];
    }

    boolean right() {
        return choice() == label;
    }

    /** The smallest probability counts as the smallest positive double: the loss stays finite. */
    double negativeLogLikelihood() {
        return -Math.log(Math.max(probabilities[label], Double.MIN_NORMAL));
    }

    /** Σ (p − y)² over the options (Brier 1950): 0 to 2, so twice the usual one of two options. */
    double brier() {
        double sum = 0;
        for (int k = 0; k < probabilities.length; k++) {
            double distance = probabilities[k] - (k == label ? 1 : 0);
            sum += distance * distance;
        }
        return sum;
    }
}
