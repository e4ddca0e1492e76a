package dev.tagwerk.evaluate;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Confidence against accuracy. */
final class ReliabilityChart {
    private ReliabilityChart() {}

    static Plot draw(String title, List<Plot.Reliability> models) {
        Canvas canvas =
                new Canvas(
                        title,
                        new Axis("confidence (mean of the class)", 0, 1, 0.2),
                        new Axis("accuracy", 0, 1, 0.2));
        canvas.line("diagonal", canvas.x(0), canvas.y(0), canvas.x(1), canvas.y(1));
        for (int s = 0; s < models.size(); s++) {
            List<CalibrationBins.Bin> bins =
                    models.get(s).bins().bins().stream().filter(bin -> bin.rows() > 0).toList();
            int rows = bins.stream().mapToInt(CalibrationBins.Bin::rows).sum();
            List<Plot.Point> points = new ArrayList<>();
            bins.forEach(bin -> points.add(new Plot.Point(bin.confidence(), bin.accuracy())));
            canvas.path(s, points);
            for (CalibrationBins.Bin bin : bins) {
                canvas.dot(
                        s,
                        bin.confidence(),
                        bin.accuracy(),
                        2.5 + 9 * Math.sqrt((double) bin.rows() / rows),
                        String.format(
                                Locale.ROOT,
                                "%s: %d rows, confidence %.3f, accuracy %.3f",
                                models.get(s).name(),
                                bin.rows(),
                                bin.confidence(),
                                bin.accuracy()));
            }
        }
        canvas.legend(models.stream().map(Plot.Reliability::name).toList());
        return new Plot(title, canvas.close());
    }
}
