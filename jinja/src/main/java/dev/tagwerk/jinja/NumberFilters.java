package dev.tagwerk.jinja;

import java.math.BigDecimal;
import java.math.RoundingMode;

/** Filters that make numbers. */
final class NumberFilters {
    private NumberFilters() {}

    static Value absolute(Work work, Value value, Arguments given) {
        given.allow();
        return switch (value) {
            case Value.Real real -> new Value.Real(Math.abs(real.value()));
            case Value.Whole whole when whole.value() != Long.MIN_VALUE ->
                    new Value.Whole(Math.abs(whole.value()));
            case Value.Flag flag -> flag.whole();
            default -> throw new Fault("a " + value.type() + " has no absolute value");
        };
    }

    static Value whole(Work work, Value value, Arguments given) {
        given.allow("default", "base");
        if (given.get(1, "base").isPresent()) {
            throw new Fault("`int` with a base is not known to this version");
        }
        Value otherwise = given.get(0, "default").orElse(new Value.Whole(0));
        return switch (value) {
            case Value.Whole whole -> whole;
            case Value.Flag flag -> flag.whole();
            case Value.Real real -> truncated(real.value(), otherwise);
            case Value.Text text -> {
                try {
                    yield new Value.Whole(Long.parseLong(number(text)));
                } catch (NumberFormatException e) {
                    yield real(text) instanceof Value.Real real
                            ? truncated(real.value(), otherwise)
                            : otherwise;
                }
            }
            default -> otherwise;
        };
    }

    private static Value truncated(double value, Value otherwise) {
        return Math.abs(value) < 0x1p63 ? new Value.Whole((long) value) : otherwise;
    }

    static Value real(Work work, Value value, Arguments given) {
        given.allow("default");
        Value otherwise = given.get(0, "default").orElse(new Value.Real(0));
        return switch (value) {
            case Value.Real real -> real;
            case Value.Whole whole -> new Value.Real(whole.value());
            case Value.Flag flag -> new Value.Real(flag.value() ? 1 : 0);
            case Value.Text text -> real(text) instanceof Value.Real real ? real : otherwise;
            default -> otherwise;
        };
    }

    /** A real number, or none. */
    private static Value real(Value.Text text) {
        String number = number(text);
        // what Java reads besides: hexadecimal, and d or f at the end
        if (number.chars().anyMatch(c -> "xXpPdDfF".indexOf(c) >= 0)) {
            return Value.None.NONE;
        }
        try {
            return new Value.Real(Double.parseDouble(number));
        } catch (NumberFormatException e) {
            return Value.None.NONE;
        }
    }

    private static String number(Value.Text text) {
        return PythonText.strip(text.value(), true, true);
    }

    static Value round(Work work, Value value, Arguments given) {
        given.allow("precision", "method");
        int precision = Math.clamp(given.whole(0, "precision", 0), -300, 300);
        Value method = given.get(1, "method").orElse(new Value.Text("common"));
        RoundingMode mode =
                switch (Printing.text(work, method)) {
                    case "common" -> RoundingMode.HALF_EVEN;
                    case "ceil" -> RoundingMode.CEILING;
                    case "floor" -> RoundingMode.FLOOR;
                    default -> throw new Fault("`method` must be common, ceil or floor");
                };
        if (value instanceof Value.Whole && mode == RoundingMode.HALF_EVEN && precision >= 0) {
            return value;
        }
        double number = Arithmetic.real(value);
        if (!Double.isFinite(number)) {
            return new Value.Real(number);
        }
        return new Value.Real(new BigDecimal(number).setScale(precision, mode).doubleValue());
    }
}
