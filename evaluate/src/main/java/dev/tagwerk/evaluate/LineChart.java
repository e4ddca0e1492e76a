package dev.tagwerk.evaluate;

import java.util.List;
import java.util.Locale;

/** Lines over a numeric axis. */
final class LineChart {
    private static final int FEW_POINTS = 30;

    private LineChart() {}

    static Plot draw(String title, String xLabel, String yLabel, List<Plot.Series> series) {
        double leftmost = Double.POSITIVE_INFINITY;
        double rightmost = Double.NEGATIVE_INFINITY;
        double least = Double.POSITIVE_INFINITY;
        double most = Double.NEGATIVE_INFINITY;
        for (Plot.Series one : series) {
            for (Plot.Point point : one.points()) {
                if (Double.isFinite(point.x()) && Double.isFinite(point.y())) {
                    leftmost = Math.min(leftmost, point.x());
                    rightmost = Math.max(rightmost, point.x());
                    least = Math.min(least, point.y());
                    most = Math.max(most, point.y());
                }
            }
        }
        Canvas canvas =
                new Canvas(
                        title,
                        Axis.around(xLabel, leftmost, rightmost),
                        Axis.around(yLabel, least, most));
        for (int s = 0; s < series.size(); s++) {
            List<Plot.Point> points = series.get(s).points();
            canvas.path(s, points);
            if (points.size() <= FEW_POINTS) {
                for (Plot.Point point : points) {
                    if (Double.isFinite(point.x()) && Double.isFinite(point.y())) {
                        canvas.dot(
                                s,
                                point.x(),
                                point.y(),
                                3,
                                String.format(
                                        Locale.ROOT,
                                        "%s: %.4g at %.0f",
                                        series.get(s).name(),
                                        point.y(),
                                        point.x()));
                    }
                }
            }
        }
        canvas.legend(series.stream().map(Plot.Series::name).toList());
        return new Plot(title, canvas.close());
    }
}
