package dev.tagwerk.spec;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Locale;

/** Numbers as YAML's core schema writes them, and what people write instead. */
final class Numbers {
    private Numbers() {}

    static BigInteger integer(String text) {
        if (text.startsWith("0x")) {
            return new BigInteger(text.substring(2), 16);
        }
        if (text.startsWith("0o")) {
            return new BigInteger(text.substring(2), 8);
        }
        return new BigInteger(text);
    }

    static double real(String text) {
        String plain = text.toLowerCase(Locale.ROOT);
        if (plain.endsWith(".inf")) {
            return plain.startsWith("-") ? Double.NEGATIVE_INFINITY : Double.POSITIVE_INFINITY;
        }
        if (plain.endsWith(".nan")) {
            return Double.NaN;
        }
        return Core.of(text) == Core.WHOLE ? integer(text).doubleValue() : Double.parseDouble(text);
    }

    /** The remedy for a fraction where a whole number belongs. */
    static String integral(String text) {
        double number = real(text);
        return number == Math.rint(number) && Math.abs(number) < 1e15
                ? "write " + new BigDecimal(number).toBigInteger()
                : "";
    }

    /** The remedy for something that was meant as a number. */
    static String remedy(Tree.Scalar scalar) {
        if (isNumber(scalar.text()) && scalar.style() == Tree.Style.QUOTED) {
            return "numbers are not quoted: write " + scalar.text();
        }
        String bare = scalar.text().strip().replaceAll("(?<=[0-9])[_,' ](?=[0-9]{3})", "");
        if (isNumber(bare) && !bare.equals(scalar.text())) {
            return "write " + bare;
        }
        String point = scalar.text().replace(',', '.');
        if (isNumber(point)) {
            return "write " + point;
        }
        if (scalar.text().endsWith("%") && isNumber(bare.substring(0, bare.length() - 1))) {
            BigDecimal share =
                    new BigDecimal(bare.substring(0, bare.length() - 1)).movePointLeft(2);
            return "write " + share.stripTrailingZeros().toPlainString();
        }
        return "";
    }

    private static boolean isNumber(String text) {
        Core core = Core.of(text);
        return text.length() <= 40
                && (core == Core.WHOLE || core == Core.REAL)
                && Double.isFinite(real(text));
    }
}
