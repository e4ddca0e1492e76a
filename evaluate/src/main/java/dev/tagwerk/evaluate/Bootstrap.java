package dev.tagwerk.evaluate;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.function.ToDoubleFunction;

/**
 * Percentile bootstrap over rows (Efron 1979). Every statistic sees the same resamples, so that two
 * models on the same rows are compared row by row: the luck of the rows cancels as far as it does.
 * A pure function of its arguments.
 */
public final class Bootstrap {
    private static final double TAIL = 0.025;

    private final int rows;
    private final int samples;
    private final long seed;

    /**
     * @param rows how many there are to draw from
     * @param samples resamples, at least 100
     */
    public Bootstrap(int rows, int samples, long seed) {
        if (rows < 1 || samples < 100) {
            throw new EvaluateException(
                    "a bootstrap needs a row and 100 samples, not " + rows + " and " + samples);
        }
        this.rows = rows;
        this.samples = samples;
        this.seed = seed;
    }

    /** The mean of one value per row. */
    public Estimate mean(double[] perRow) {
        requireRows(perRow.length);
        return of(
                drawn -> {
                    double sum = 0;
                    for (int row : drawn) {
                        sum += perRow[row];
                    }
                    return sum / drawn.length;
                });
    }

    /**
     * Any statistic of a multiset of rows.
     *
     * @param statistic of row indexes; a NaN (no row that counts was drawn) leaves the resample out
     */
    public Estimate of(ToDoubleFunction<int[]> statistic) {
        int[] drawn = new int[rows];
        for (int i = 0; i < rows; i++) {
            drawn[i] = i;
        }
        double value = statistic.applyAsDouble(drawn);
        double[] values = new double[samples];
        for (int sample = 0; sample < samples; sample++) {
            // one stream per sample: the draws do not depend on how many samples there are
            SplittableRandom random = new SplittableRandom(mixed(seed, sample));
            for (int i = 0; i < rows; i++) {
                drawn[i] = random.nextInt(rows);
            }
            values[sample] = statistic.applyAsDouble(drawn);
        }
        double[] kept = Arrays.stream(values).filter(v -> !Double.isNaN(v)).sorted().toArray();
        if (kept.length == 0) {
            return Estimate.exact(value);
        }
        return new Estimate(value, quantile(kept, TAIL), quantile(kept, 1 - TAIL));
    }

    /** Linear between the neighbours, as numpy's default. */
    static double quantile(double[] sorted, double share) {
        double place = share * (sorted.length - 1);
        int below = (int) place;
        int above = Math.min(below + 1, sorted.length - 1);
        return sorted[below] + (place - below) * (sorted[above] - sorted[below]);
    }

    private static long mixed(long seed, int sample) {
        long z = (seed ^ 0x5DEECE66DL) + (sample + 1L) * 0x9E3779B97F4A7C15L;
        z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
        z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
        return z ^ (z >>> 31);
    }

    private void requireRows(int length) {
        if (length != rows) {
            throw new EvaluateException(length + " values for " + rows + " rows");
        }
    }
}
