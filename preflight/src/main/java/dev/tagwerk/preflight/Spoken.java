package dev.tagwerk.preflight;

import dev.tagwerk.formats.Scalar;
import java.math.BigDecimal;
import java.time.Duration;

/** Quantities as messages write them. */
final class Spoken {
    private Spoken() {}

    /** {@code 7 h}, {@code 1 h 30 min}, {@code 45 s}. */
    static String duration(Duration duration) {
        long hours = duration.toHours();
        String minutes = duration.toMinutesPart() + " min";
        if (hours > 0) {
            return hours + " h" + (duration.toMinutesPart() == 0 ? "" : " " + minutes);
        }
        if (duration.toMinutes() == 0) {
            return duration.toSeconds() + " s";
        }
        return minutes
                + (duration.toSecondsPart() == 0 ? "" : " " + duration.toSecondsPart() + " s");
    }

    /** A value as it is written, cut to what fits a sentence. */
    static String quoted(Scalar scalar) {
        String text = scalar.text().replace('\n', ' ').replace('\r', ' ');
        return "\"" + (text.length() <= 80 ? text : text.substring(0, 77) + "...") + "\"";
    }

    /** Without zeros that say nothing. */
    static String number(BigDecimal number) {
        return number.signum() == 0 ? "0" : number.stripTrailingZeros().toPlainString();
    }

    static String number(double number) {
        return Double.isFinite(number) ? number(BigDecimal.valueOf(number)) : "infinite";
    }
}
