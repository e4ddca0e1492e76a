package dev.tagwerk.jinja;

import java.util.ArrayList;
import java.util.List;

/** Python's operators on numbers, texts and lists. */
final class Arithmetic {
    /** What can stand between two values. */
    enum Operator {
        ADD("+"),
        SUBTRACT("-"),
        MULTIPLY("*"),
        DIVIDE("/"),
        DIVIDE_DOWN("//"),
        REMAINDER("%"),
        POWER("**"),
        JOIN("~");

        private final String sign;

        Operator(String sign) {
            this.sign = sign;
        }

        String sign() {
            return sign;
        }
    }

    private Arithmetic() {}

    static Value apply(Work work, Operator operator, Value left, Value right) {
        if (operator == Operator.JOIN) {
            return joined(work, Printing.text(work, left), Printing.text(work, right));
        }
        if (left instanceof Value.Undefined undefined) {
            throw undefined.fault();
        }
        if (right instanceof Value.Undefined undefined) {
            throw undefined.fault();
        }
        if (Comparing.isNumber(left) && Comparing.isNumber(right)) {
            return left instanceof Value.Real || right instanceof Value.Real
                    ? reals(operator, real(left), real(right))
                    : wholes(operator, whole(left), whole(right));
        }
        return switch (operator) {
            case ADD -> sum(work, left, right);
            case MULTIPLY -> product(work, left, right);
            case REMAINDER -> {
                if (left instanceof Value.Text) {
                    throw new Fault(
                            "formatting text with `%` is not known to this version; join it with"
                                    + " `~`");
                }
                throw unfit(operator, left, right);
            }
            case SUBTRACT, DIVIDE, DIVIDE_DOWN, POWER, JOIN -> throw unfit(operator, left, right);
        };
    }

    private static Fault unfit(Operator operator, Value left, Value right) {
        return new Fault(
                "`"
                        + operator.sign()
                        + "` does not go with a "
                        + left.type()
                        + " and a "
                        + right.type());
    }

    static Value.Text joined(Work work, String left, String right) {
        work.fits((long) left.length() + right.length());
        return new Value.Text(left.concat(right));
    }

    private static Value sum(Work work, Value left, Value right) {
        if (left instanceof Value.Text one && right instanceof Value.Text other) {
            return joined(work, one.value(), other.value());
        }
        if (left instanceof Value.Sequence one
                && right instanceof Value.Sequence other
                && one.tuple() == other.tuple()) {
            work.fitsItems((long) one.items().size() + other.items().size());
            List<Value> items = new ArrayList<>(one.items());
            items.addAll(other.items());
            return new Value.Sequence(List.copyOf(items), one.tuple());
        }
        throw unfit(Operator.ADD, left, right);
    }

    private static Value product(Work work, Value left, Value right) {
        Value repeated = Comparing.isNumber(left) ? right : left;
        Value times = Comparing.isNumber(left) ? left : right;
        if (times instanceof Value.Real || !Comparing.isNumber(times)) {
            throw unfit(Operator.MULTIPLY, left, right);
        }
        long count = Math.clamp(whole(times), 0, Integer.MAX_VALUE);
        return switch (repeated) {
            case Value.Text text -> {
                work.fits(count * text.value().length());
                yield new Value.Text(text.value().repeat((int) count));
            }
            case Value.Sequence sequence -> {
                work.fitsItems(count * sequence.items().size());
                List<Value> items = new ArrayList<>();
                for (long i = 0; i < count && !sequence.items().isEmpty(); i++) {
                    items.addAll(sequence.items());
                }
                yield new Value.Sequence(List.copyOf(items), sequence.tuple());
            }
            default -> throw unfit(Operator.MULTIPLY, left, right);
        };
    }

    private static Value wholes(Operator operator, long left, long right) {
        try {
            return switch (operator) {
                case ADD -> new Value.Whole(Math.addExact(left, right));
                case SUBTRACT -> new Value.Whole(Math.subtractExact(left, right));
                case MULTIPLY -> new Value.Whole(Math.multiplyExact(left, right));
                case DIVIDE -> reals(operator, left, right);
                case DIVIDE_DOWN -> {
                    notZero(right);
                    yield new Value.Whole(Math.floorDivExact(left, right));
                }
                case REMAINDER -> {
                    notZero(right);
                    yield new Value.Whole(Math.floorMod(left, right));
                }
                case POWER -> power(left, right);
                case JOIN -> throw new Fault("`~` joins text");
            };
        } catch (ArithmeticException e) {
            throw new Fault("a whole number does not fit into 64 bits");
        }
    }

    private static Value power(long base, long exponent) {
        return exponent < 0
                ? reals(Operator.POWER, base, exponent)
                : new Value.Whole(Math.powExact(base, (int) Math.clamp(exponent, 0, 1_000)));
    }

    private static Value reals(Operator operator, double left, double right) {
        return new Value.Real(
                switch (operator) {
                    case ADD -> left + right;
                    case SUBTRACT -> left - right;
                    case MULTIPLY -> left * right;
                    case DIVIDE -> {
                        notZero(right);
                        yield left / right;
                    }
                    case DIVIDE_DOWN -> {
                        notZero(right);
                        yield Math.floor(left / right);
                    }
                    case REMAINDER -> {
                        notZero(right);
                        double rest = left % right;
                        yield rest != 0 && (rest < 0) != (right < 0) ? rest + right : rest;
                    }
                    case POWER -> Math.pow(left, right);
                    case JOIN -> throw new Fault("`~` joins text");
                });
    }

    private static void notZero(double divisor) {
        if (divisor == 0) {
            throw new Fault("division by zero");
        }
    }

    /** A whole number or flag as a {@code long}. */
    static long whole(Value value) {
        return switch (value) {
            case Value.Whole whole -> whole.value();
            case Value.Flag flag -> flag.value() ? 1 : 0;
            default -> throw new Fault("a whole number is needed here, not a " + value.type());
        };
    }

    /** A number or flag as a {@code double}. */
    static double real(Value value) {
        return value instanceof Value.Real real ? real.value() : whole(value);
    }
}
