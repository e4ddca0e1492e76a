package dev.tagwerk.quote;

/**
 * What is believed of some numbers: their means and how they vary together. Observations of
 * weighted sums of them sharpen it, one after the other (recursive least squares).
 */
final class Gaussian {
    private final double[] mean;
    private final double[][] covariance;

    /** Independent at first. */
    Gaussian(double[] mean, double[] deviations) {
        if (mean.length != deviations.length) {
            throw new IllegalArgumentException("a deviation for each mean");
        }
        this.mean = mean.clone();
        covariance = new double[mean.length][mean.length];
        for (int i = 0; i < mean.length; i++) {
            covariance[i][i] = deviations[i] * deviations[i];
        }
    }

    int size() {
        return mean.length;
    }

    double mean(int index) {
        return mean[index];
    }

    /** The weighted sum's expected value. */
    double mean(double[] weights) {
        double sum = 0;
        for (int i = 0; i < weights.length; i++) {
            sum += weights[i] * mean[i];
        }
        return sum;
    }

    /** The weighted sum's variance. */
    double variance(double[] weights) {
        double[] product = product(weights);
        double sum = 0;
        for (int i = 0; i < weights.length; i++) {
            sum += weights[i] * product[i];
        }
        return sum;
    }

    /** A weighted sum was seen, with noise of this variance. */
    void observe(double[] weights, double seen, double noise) {
        double[] gain = product(weights);
        double total = noise;
        for (int i = 0; i < weights.length; i++) {
            total += weights[i] * gain[i];
        }
        double surprise = seen - mean(weights);
        for (int i = 0; i < mean.length; i++) {
            mean[i] += gain[i] * surprise / total;
        }
        for (int i = 0; i < mean.length; i++) {
            for (int j = 0; j < mean.length; j++) {
                covariance[i][j] -= gain[i] * gain[j] / total;
            }
        }
    }

    private double[] product(double[] weights) {
        double[] product = new double[mean.length];
        for (int i = 0; i < mean.length; i++) {
            for (int j = 0; j < mean.length; j++) {
                product[i] += covariance[i][j] * weights[j];
            }
        }
        return product;
    }
}
