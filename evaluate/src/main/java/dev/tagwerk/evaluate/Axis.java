package dev.tagwerk.evaluate;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;

/**
 * A numeric axis.
 *
 * @param step between ticks
 */
record Axis(String name, double low, double high, double step) {
    Axis {
        if (!(low < high) || !(step > 0)) {
            throw new EvaluateException("axis from " + low + " to " + high + " by " + step);
        }
    }

    /** From a round number at or below the least value to one at or above the largest. */
    static Axis around(String name, double least, double most) {
        double from = Double.isFinite(least) ? least : 0;
        double to = Double.isFinite(most) ? most : 1;
        if (!(to > from)) {
            double margin = Math.max(1e-9, Math.abs(from) * 0.1);
            from -= margin;
            to += margin;
        }
        double step = round((to - from) / 5);
        return new Axis(name, Math.floor(from / step) * step, Math.ceil(to / step) * step, step);
    }

    /** 1, 2 or 5 times a power of ten, at least {@code rough}. */
    private static double round(double rough) {
        double power = Math.pow(10, Math.floor(Math.log10(rough)));
        for (double factor : new double[] {1, 2, 5}) {
            if (factor * power >= rough) {
                return factor * power;
            }
        }
        return 10 * power;
    }

    double share(double value) {
        return Math.clamp((value - low) / (high - low), 0, 1);
    }

    List<Double> ticks() {
        List<Double> ticks = new ArrayList<>();
        long count = Math.round((high - low) / step);
        for (long i = 0; i <= Math.min(count, 50); i++) {
            ticks.add(low + i * step);
        }
        return ticks;
    }

    /** As few digits as tell two ticks apart. */
    String label(double tick) {
        int digits = Math.max(0, (int) Math.ceil(-Math.log10(step) - 1e-9));
        BigDecimal rounded =
                BigDecimal.valueOf(tick).setScale(Math.min(digits, 10), RoundingMode.HALF_EVEN);
        return rounded.signum() == 0 ? "0" : rounded.toPlainString();
    }
}
