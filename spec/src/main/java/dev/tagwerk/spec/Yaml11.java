package dev.tagwerk.spec;

import java.math.BigInteger;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * What PyYAML, which the Python trainers read their files with, makes of an unquoted scalar. Its
 * rules are those of YAML 1.1 with changes of its own (yaml/resolver.py of PyYAML 6).
 *
 * @param kind what it is
 * @param canonical the same value as YAML 1.2 writes it; the text itself where it is text
 */
public record Yaml11(Kind kind, String canonical) {
    public enum Kind {
        NOTHING,
        BOOLEAN,
        WHOLE,
        REAL,
        DATE,
        TEXT
    }

    private static final int LONGEST_NUMBER = 400;
    private static final Pattern NULL = Pattern.compile("~|null|Null|NULL|");
    private static final Pattern TRUE = Pattern.compile("yes|Yes|YES|true|True|TRUE|on|On|ON");
    private static final Pattern FALSE = Pattern.compile("no|No|NO|false|False|FALSE|off|Off|OFF");
    private static final Pattern WHOLE =
            Pattern.compile(
                    "[-+]?0b[0-1_]+|[-+]?0[0-7_]+|[-+]?(?:0|[1-9][0-9_]*)|[-+]?0x[0-9a-fA-F_]+"
                            + "|[-+]?[1-9][0-9_]*(?::[0-5]?[0-9])+");
    private static final Pattern REAL =
            Pattern.compile(
                    "[-+]?[0-9][0-9_]*\\.[0-9_]*(?:[eE][-+][0-9]+)?|\\.[0-9][0-9_]*(?:[eE][-+][0-9]+)?"
                            + "|[-+]?[0-9][0-9_]*(?::[0-5]?[0-9])+\\.[0-9_]*"
                            + "|[-+]?\\.(?:inf|Inf|INF)|\\.(?:nan|NaN|NAN)");
    private static final Pattern DATE =
            Pattern.compile(
                    "\\d{4}-\\d\\d-\\d\\d|\\d{4}-\\d\\d?-\\d\\d?(?:[Tt]|[ \\t]+)\\d\\d?:\\d\\d:\\d\\d"
                            + "(?:\\.\\d*)?(?:[ \\t]*(?:Z|[-+]\\d\\d?(?::\\d\\d)?))?");

    public static Yaml11 of(String text) {
        if (NULL.matcher(text).matches()) {
            return new Yaml11(Kind.NOTHING, "null");
        }
        if (TRUE.matcher(text).matches()) {
            return new Yaml11(Kind.BOOLEAN, "true");
        }
        if (FALSE.matcher(text).matches()) {
            return new Yaml11(Kind.BOOLEAN, "false");
        }
        if (text.length() <= LONGEST_NUMBER && WHOLE.matcher(text).matches()) {
            return new Yaml11(Kind.WHOLE, whole(text).toString());
        }
        if (text.length() <= LONGEST_NUMBER && REAL.matcher(text).matches()) {
            return new Yaml11(Kind.REAL, real(text));
        }
        return new Yaml11(DATE.matcher(text).matches() ? Kind.DATE : Kind.TEXT, text);
    }

    /** How the two versions of YAML read a scalar differently; empty when they agree. */
    public static Optional<String> difference(String text) {
        Yaml11 theirs = of(text);
        Core ours = Core.of(text);
        boolean number = ours == Core.WHOLE || ours == Core.REAL;
        return switch (theirs.kind()) {
            case NOTHING, DATE -> Optional.empty();
            case BOOLEAN ->
                    ours == Core.BOOLEAN
                            ? Optional.empty()
                            : Optional.of(
                                    "is " + theirs.canonical() + " for PyYAML, text in YAML 1.2");
            case WHOLE, REAL ->
                    number && Numbers.real(text) == Numbers.real(theirs.canonical())
                                    || (number && Double.isNaN(Numbers.real(text)))
                            ? Optional.empty()
                            : Optional.of(
                                    "is "
                                            + theirs.canonical()
                                            + " for PyYAML, "
                                            + (number ? Numbers.real(text) : "text")
                                            + " in YAML 1.2");
            case TEXT ->
                    number
                            ? Optional.of("is text for PyYAML, a number in YAML 1.2")
                            : Optional.empty();
        };
    }

    private static BigInteger whole(String text) {
        boolean negative = text.startsWith("-");
        String digits = text.replaceFirst("^[-+]", "").replace("_", "");
        BigInteger value;
        if (digits.startsWith("0b")) {
            value = based(digits.substring(2), 2);
        } else if (digits.startsWith("0x")) {
            value = based(digits.substring(2), 16);
        } else if (digits.indexOf(':') >= 0) {
            value = BigInteger.ZERO;
            for (String part : digits.split(":")) {
                value = value.multiply(BigInteger.valueOf(60)).add(new BigInteger(part));
            }
        } else {
            value = based(digits, digits.startsWith("0") ? 8 : 10);
        }
        return negative ? value.negate() : value;
    }

    /** Nothing but underscores counts as 0, where Python would fail. */
    private static BigInteger based(String digits, int base) {
        return digits.isEmpty() ? BigInteger.ZERO : new BigInteger(digits, base);
    }

    private static String real(String text) {
        String plain = text.replace("_", "");
        if (plain.indexOf(':') < 0) {
            return plain;
        }
        boolean negative = plain.startsWith("-");
        double value = 0;
        for (String part : plain.replaceFirst("^[-+]", "").split(":")) {
            value = value * 60 + Double.parseDouble(part);
        }
        return String.valueOf(negative ? -value : value);
    }
}
