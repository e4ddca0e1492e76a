package dev.tagwerk.data;

import java.util.Arrays;

/**
 * How long rows are, by nearest rank; all 0 when there are none.
 *
 * @param rows how many were measured
 * @param min the shortest
 * @param median half of the rows are no longer
 * @param p95 95 % of the rows are no longer
 * @param max the longest
 * @param total the sum
 */
public record Lengths(int rows, int min, int median, int p95, int max, long total) {
    public Lengths {
        if (rows < 0 || min > median || median > p95 || p95 > max) {
            throw new DataException("min, median, p95 and max must rise");
        }
    }

    static Lengths of(int[] lengths) {
        int[] sorted = lengths.clone();
        Arrays.sort(sorted);
        if (sorted.length == 0) {
            return new Lengths(0, 0, 0, 0, 0, 0);
        }
        return new Lengths(
                sorted.length,
                sorted[0],
                rank(sorted, 0.5),
                rank(sorted, 0.95),
                sorted[sorted.length - 1],
                Arrays.stream(sorted).asLongStream().sum());
    }

    private static int rank(int[] sorted, double share) {
        return sorted[(int) Math.ceil(share * sorted.length) - 1];
    }
}
