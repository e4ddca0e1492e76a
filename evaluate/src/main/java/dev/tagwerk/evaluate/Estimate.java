package dev.tagwerk.evaluate;

/**
 * A number with its interval.
 *
 * @param value measured on all rows
 * @param low lower end of the 95 % interval; NaN where none is given
 * @param high upper end
 */
public record Estimate(double value, double low, double high) {
    /** A number without an interval. */
    static Estimate exact(double value) {
        return new Estimate(value, Double.NaN, Double.NaN);
    }

    public boolean hasInterval() {
        return !Double.isNaN(low);
    }

    /** Whether the whole interval lies on one side of zero. */
    public boolean excludesZero() {
        return low > 0 || high < 0;
    }
}
