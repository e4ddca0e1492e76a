package dev.tagwerk.quote;

/**
 * A positive number that is known to within a factor: its logarithm is normally distributed.
 *
 * @param median half of the cases lie below
 * @param sigma standard deviation of the logarithm; 0 where it is exact
 */
public record Spread(double median, double sigma) {
    /** Standard deviations between the median and P10, and P90. */
    private static final double TENTH = 1.2815515655446004;

    public Spread {
        if (!(median >= 0) || !(sigma >= 0) || Double.isInfinite(median + sigma)) {
            throw new IllegalArgumentException("a spread of " + median + " and " + sigma);
        }
    }

    /** Exactly this. */
    public static Spread exactly(double value) {
        return new Spread(value, 0);
    }

    /** Between these in eight of ten cases, the median in the middle of the logarithms. */
    public static Spread between(double low, double high) {
        return new Spread(Math.sqrt(low * high), Math.log(high / low) / (2 * TENTH));
    }

    public double at(Level level) {
        return switch (level) {
            case P10 -> median * Math.exp(-TENTH * sigma);
            case P50 -> median;
            case P90 -> median * Math.exp(TENTH * sigma);
        };
    }

    /** In the same proportion, as uncertain. */
    public Spread times(double factor) {
        return new Spread(median * factor, sigma);
    }

    /** Times another one that has nothing to do with this. */
    public Spread times(Spread other) {
        return new Spread(median * other.median, Math.hypot(sigma, other.sigma));
    }
}
