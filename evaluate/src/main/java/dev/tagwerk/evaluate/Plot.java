package dev.tagwerk.evaluate;

import java.util.List;

/**
 * A picture for an {@link HtmlReport}: an SVG element that takes its colours from the page, so that
 * it prints, and reads in light and dark.
 *
 * @param title what it shows; also its accessible name
 * @param svg the element
 */
public record Plot(String title, String svg) {
    /** A point of a line. */
    public record Point(double x, double y) {}

    /** A line with a name for the legend. */
    public record Series(String name, List<Point> points) {
        public Series {
            points = List.copyOf(points);
        }
    }

    /**
     * One histogram among several.
     *
     * @param shares of the classes, from the first one on
     */
    public record Bars(String name, List<Double> shares) {
        public Bars {
            shares = List.copyOf(shares);
        }
    }

    /** A model's confidence against its accuracy. */
    public record Reliability(String name, CalibrationBins bins) {}

    /** Lines over a numeric axis. Points that are not finite break their line. */
    public static Plot lines(String title, String xLabel, String yLabel, List<Series> series) {
        return LineChart.draw(title, xLabel, yLabel, series);
    }

    /**
     * Histograms of several series side by side, in classes of equal width.
     *
     * @param start lower end of the first class
     * @param width of each class, above 0
     */
    public static Plot histogram(
            String title,
            String xLabel,
            String yLabel,
            double start,
            double width,
            List<Bars> series) {
        return HistogramChart.draw(title, xLabel, yLabel, start, width, series);
    }

    /** Shares of values by class, for {@link #histogram}; values outside count at the ends. */
    public static Bars bars(
            String name, List<Double> values, double start, double width, int classes) {
        double[] shares = new double[classes];
        for (double value : values) {
            int bar = Math.clamp((long) Math.floor((value - start) / width), 0, classes - 1);
            shares[bar] += 1.0 / values.size();
        }
        return new Bars(name, java.util.Arrays.stream(shares).boxed().toList());
    }

    /** Confidence against accuracy, with the diagonal where both are equal. */
    public static Plot reliability(String title, List<Reliability> models) {
        return ReliabilityChart.draw(title, models);
    }
}
