package dev.tagwerk.evaluate;

import java.util.List;
import java.util.Locale;

/** Histograms side by side. */
final class HistogramChart {
    private HistogramChart() {}

    static Plot draw(
            String title,
            String xLabel,
            String yLabel,
            double start,
            double width,
            List<Plot.Bars> series) {
        if (!(width > 0)) {
            throw new EvaluateException("a histogram's classes must be wider than " + width);
        }
        int classes = series.stream().mapToInt(bars -> bars.shares().size()).max().orElse(1);
        double most =
                series.stream()
                        .flatMap(bars -> bars.shares().stream())
                        .mapToDouble(Double::doubleValue)
                        .max()
                        .orElse(1);
        double end = start + width * Math.max(1, classes);
        Axis x = Axis.around(xLabel, start, end);
        // the axis ends where the classes do
        Canvas canvas =
                new Canvas(
                        title,
                        new Axis(xLabel, start, end, fitting(x.step(), start, end)),
                        Axis.around(yLabel, 0, most > 0 ? most : 1));
        int count = Math.max(1, series.size());
        for (int s = 0; s < series.size(); s++) {
            List<Double> shares = series.get(s).shares();
            for (int bar = 0; bar < shares.size(); bar++) {
                double left = canvas.x(start + bar * width);
                double room = (canvas.x(start + (bar + 1) * width) - left) * 0.9;
                double from = start + bar * width;
                canvas.bar(
                        s,
                        left + room * s / count + room * 0.05,
                        room / count,
                        shares.get(bar),
                        String.format(
                                Locale.ROOT,
                                "%s, %.4g to %.4g: %.1f %%",
                                series.get(s).name(),
                                from,
                                from + width,
                                100 * shares.get(bar)));
            }
        }
        canvas.legend(series.stream().map(Plot.Bars::name).toList());
        return new Plot(title, canvas.close());
    }

    /** Ticks from the start on; about five of them. */
    private static double fitting(double step, double start, double end) {
        return Math.min(step, end - start);
    }
}
