package dev.tagwerk.jinja;

import java.math.BigDecimal;
import java.math.MathContext;

/** Floating-point numbers as Python's {@code repr} writes them. */
final class PythonNumber {
    private PythonNumber() {}

    /** The shortest digits that tell the value, positional from 1e-4 to below 1e16. */
    static String shown(double value) {
        if (Double.isNaN(value)) {
            return "nan";
        }
        if (Double.isInfinite(value)) {
            return value > 0 ? "inf" : "-inf";
        }
        if (value == 0) {
            return 1 / value < 0 ? "-0.0" : "0.0";
        }
        BigDecimal shortest = new BigDecimal(Double.toString(value)).stripTrailingZeros();
        // Java writes two digits at least: 4.9E-324 where one, 5e-324, tells the value as well
        BigDecimal shorter = shortest.round(new MathContext(1));
        if (shorter.doubleValue() == value) {
            shortest = shorter.stripTrailingZeros();
        }
        String digits = shortest.unscaledValue().abs().toString();
        int point = digits.length() - shortest.scale(); // value = 0.digits x 10^point
        StringBuilder out = new StringBuilder(value < 0 ? "-" : "");
        if (point > 16 || point < -3) {
            int exponent = point - 1;
            out.append(digits.charAt(0));
            if (digits.length() > 1) {
                out.append('.').append(digits, 1, digits.length());
            }
            out.append('e').append(exponent < 0 ? '-' : '+');
            out.append(Math.abs(exponent) < 10 ? "0" : "").append(Math.abs(exponent));
        } else if (point <= 0) {
            out.append("0.").append("0".repeat(-point)).append(digits);
        } else if (point >= digits.length()) {
            out.append(digits).append("0".repeat(point - digits.length())).append(".0");
        } else {
            out.append(digits, 0, point).append('.').append(digits, point, digits.length());
        }
        return out.toString();
    }
}
