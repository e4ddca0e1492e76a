package dev.tagwerk.evaluate;

import java.util.Locale;

/** What is measured, in the order of reports. */
public enum Metric {
    ACCURACY(true),
    NEGATIVE_LOG_LIKELIHOOD(false),
    BRIER(false),
    EXPECTED_CALIBRATION_ERROR(false),
    ADAPTIVE_CALIBRATION_ERROR(false),
    MEAN_REGRET(false),
    LOSS(false),
    PERPLEXITY(false);

    private final boolean higherIsBetter;

    Metric(boolean higherIsBetter) {
        this.higherIsBetter = higherIsBetter;
    }

    public boolean higherIsBetter() {
        return higherIsBetter;
    }

    /** As a JSON key: {@code mean_regret}. */
    public String key() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** As a column's head. */
    public String words() {
        return switch (this) {
            case ACCURACY -> "accuracy";
            case NEGATIVE_LOG_LIKELIHOOD -> "NLL";
            case BRIER -> "Brier";
            case EXPECTED_CALIBRATION_ERROR -> "ECE";
            case ADAPTIVE_CALIBRATION_ERROR -> "adaptive ECE";
            case MEAN_REGRET -> "mean regret";
            case LOSS -> "loss";
            case PERPLEXITY -> "perplexity";
        };
    }
}
