package dev.tagwerk.kniffel;

import java.util.Arrays;
import java.util.Locale;

/**
 * A mean with a bootstrap interval.
 *
 * @param mean the mean of the sample, in points
 * @param low the lower end of the interval
 * @param high the upper end of the interval
 * @param level the share of resampled means within the interval, such as 0.95
 */
public record Interval(double mean, double low, double high, double level) {
    private static final int RESAMPLES = 10_000;

    public Interval {
        if (!(low <= high)) {
            throw new KniffelException("low must not be above high: " + low + ", " + high);
        }
        if (!(level > 0 && level < 1)) {
            throw new KniffelException("level must be between 0 and 1, not " + level);
        }
    }

    /**
     * The mean of a sample with its 95 % percentile interval (Efron, "Bootstrap methods: another
     * look at the jackknife", 1979; 10,000 resamples). The same sample and seed give the same
     * interval.
     */
    public static Interval ofMean(double[] sample, long seed) {
        if (sample.length == 0) {
            throw new KniffelException("sample must not be empty");
        }
        SeededRandom random = new SeededRandom(seed);
        double[] means = new double[RESAMPLES];
        for (int resample = 0; resample < RESAMPLES; resample++) {
            double sum = 0;
            for (int drawn = 0; drawn < sample.length; drawn++) {
                sum += sample[random.nextInt(sample.length)];
            }
            means[resample] = sum / sample.length;
        }
        Arrays.sort(means);
        return new Interval(
                Arrays.stream(sample).average().orElseThrow(),
                quantile(means, 0.025),
                quantile(means, 0.975),
                0.95);
    }

    /**
     * The mean difference of two players on the same dice: game by game, so that the luck of the
     * dice cancels as far as it does.
     */
    public static Interval ofDifference(double[] points, double[] otherPoints, long seed) {
        if (points.length != otherPoints.length) {
            throw new KniffelException(
                    "paired games must be as many on both sides, not "
                            + points.length
                            + " and "
                            + otherPoints.length);
        }
        double[] differences = new double[points.length];
        for (int game = 0; game < points.length; game++) {
            differences[game] = points[game] - otherPoints[game];
        }
        return ofMean(differences, seed);
    }

    /** Whether the whole interval lies on one side of zero. */
    public boolean excludesZero() {
        return low > 0 || high < 0;
    }

    /** The mean and, in brackets, the interval, with one digit. */
    @Override
    public String toString() {
        return String.format(Locale.ROOT, "%.1f [%.1f, %.1f]", mean, low, high);
    }

    private static double quantile(double[] sorted, double share) {
        double place = share * (sorted.length - 1);
        int below = (int) place;
        int above = Math.min(below + 1, sorted.length - 1);
        return sorted[below] + (place - below) * (sorted[above] - sorted[below]);
    }
}
