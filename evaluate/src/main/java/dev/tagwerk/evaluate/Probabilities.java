package dev.tagwerk.evaluate;

/** From logits to probabilities and back to losses, in double precision. */
final class Probabilities {
    private Probabilities() {}

    /** Softmax of {@code logits / temperature}. */
    static double[] of(double[] logits, double temperature) {
        double most = logits[best(logits)];
        double[] result = new double[logits.length];
        double sum = 0;
        for (int k = 0; k < logits.length; k++) {
            result[k] = Math.exp((logits[k] - most) / temperature);
            sum += result[k];
        }
        for (int k = 0; k < result.length; k++) {
            result[k] /= sum;
        }
        return result;
    }

    /** {@code -log softmax(logits / temperature)[label]}; finite where the probability is not 0. */
    static double negativeLogLikelihood(double[] logits, int label, double temperature) {
        double most = logits[best(logits)];
        double sum = 0;
        for (double logit : logits) {
            sum += Math.exp((logit - most) / temperature);
        }
        return Math.log(sum) + (most - logits[label]) / temperature;
    }

    /** The largest value's index; the first of equals. */
    static int best(double[] values) {
        int best = 0;
        for (int k = 1; k < values.length; k++) {
            best = values[k] > values[best] ? k : best;
        }
        return best;
    }
}
