package dev.tagwerk.evaluate;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Rows in classes of the confidence of their most probable option.
 *
 * @param bins the classes, lowest confidence first
 */
public record CalibrationBins(List<Bin> bins) {
    /**
     * As published with the measure: Guo et al., "On Calibration of Modern Neural Networks", 2017.
     */
    public static final int COUNT = 15;

    /**
     * One class.
     *
     * @param low lower bound of the confidence, exclusive
     * @param high upper bound, inclusive
     * @param confidence mean confidence of the rows; 0 without rows
     * @param accuracy share of the rows that are right; 0 without rows
     */
    public record Bin(double low, double high, int rows, double confidence, double accuracy) {}

    public CalibrationBins {
        bins = List.copyOf(bins);
    }

    /** Fifteen classes of equal width over 0 to 1. */
    public static CalibrationBins equalWidth(List<Judged> rows) {
        return equalWidth(
                rows.stream().mapToDouble(Judged::confidence).toArray(),
                rows.stream().mapToDouble(row -> row.right() ? 1 : 0).toArray());
    }

    static CalibrationBins equalWidth(double[] confidence, double[] right) {
        int[] count = new int[COUNT];
        double[] confidenceSum = new double[COUNT];
        double[] rightSum = new double[COUNT];
        for (int i = 0; i < confidence.length; i++) {
            int bin = bin(confidence[i]);
            count[bin]++;
            confidenceSum[bin] += confidence[i];
            rightSum[bin] += right[i];
        }
        List<Bin> bins = new ArrayList<>();
        for (int b = 0; b < COUNT; b++) {
            int rows = Math.max(1, count[b]);
            bins.add(
                    new Bin(
                            (double) b / COUNT,
                            (b + 1.0) / COUNT,
                            count[b],
                            confidenceSum[b] / rows,
                            rightSum[b] / rows));
        }
        return new CalibrationBins(bins);
    }

    /** Class b holds the confidences above b/15 and up to (b + 1)/15. */
    static int bin(double confidence) {
        int bin = Math.clamp((int) Math.ceil(confidence * COUNT) - 1, 0, COUNT - 1);
        // the product above is rounded; the bounds as doubles decide
        if (bin > 0 && confidence <= (double) bin / COUNT) {
            return bin - 1;
        }
        return bin < COUNT - 1 && confidence > (bin + 1.0) / COUNT ? bin + 1 : bin;
    }

    /**
     * Fifteen classes of equally many rows, the first ones with one more where it does not divide
     * (Nixon et al., "Measuring Calibration in Deep Learning", 2019, over the top option only).
     */
    public static CalibrationBins equalCount(List<Judged> rows) {
        double[] confidence = rows.stream().mapToDouble(Judged::confidence).toArray();
        int[] order =
                IntStream.range(0, confidence.length)
                        .boxed()
                        .sorted(
                                Comparator.comparingDouble((Integer i) -> confidence[i])
                                        .thenComparing(i -> i))
                        .mapToInt(Integer::intValue)
                        .toArray();
        int count = Math.min(COUNT, confidence.length);
        List<Bin> bins = new ArrayList<>();
        int start = 0;
        double low = 0;
        for (int b = 0; b < count; b++) {
            int size = confidence.length / count + (b < confidence.length % count ? 1 : 0);
            int[] members = Arrays.copyOfRange(order, start, start + size);
            double high = confidence[members[size - 1]];
            bins.add(
                    new Bin(
                            low,
                            high,
                            size,
                            Arrays.stream(members).mapToDouble(i -> confidence[i]).sum() / size,
                            (double) Arrays.stream(members).filter(i -> rows.get(i).right()).count()
                                    / size));
            low = high;
            start += size;
        }
        return new CalibrationBins(bins);
    }

    /** Expected calibration error: Σ rows/N · |accuracy − confidence|. */
    public double error() {
        int rows = bins.stream().mapToInt(Bin::rows).sum();
        double sum = 0;
        for (Bin bin : bins) {
            sum += bin.rows() * Math.abs(bin.accuracy() - bin.confidence());
        }
        return rows == 0 ? 0 : sum / rows;
    }
}
