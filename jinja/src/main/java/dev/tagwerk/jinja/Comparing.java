package dev.tagwerk.jinja;

import java.util.List;
import java.util.Map;

/** Python's {@code ==}, {@code <} and {@code in}. */
final class Comparing {
    private Comparing() {}

    static boolean equal(Work work, Value left, Value right) {
        work.enter();
        boolean equal = equalWithin(work, left, right);
        work.leave();
        return equal;
    }

    private static boolean equalWithin(Work work, Value left, Value right) {
        if (isNumber(left) && isNumber(right)) {
            return compareNumbers(left, right) == 0 && !isNan(left) && !isNan(right);
        }
        return switch (left) {
            case Value.Text text -> {
                work.spendCharacters(text.value().length());
                yield right instanceof Value.Text other && text.value().equals(other.value());
            }
            case Value.None none -> right instanceof Value.None;
            case Value.Undefined undefined -> right instanceof Value.Undefined;
            case Value.Sequence sequence ->
                    right instanceof Value.Sequence other
                            && sequence.tuple() == other.tuple()
                            && equalItems(work, sequence.items(), other.items());
            case Value.Mapping mapping ->
                    right instanceof Value.Mapping other && equalEntries(work, mapping, other);
            case Value.Whole whole -> false;
            case Value.Real real -> false;
            case Value.Flag flag -> false;
            case Value.Space space -> left == right;
            case Value.Callable callable -> left == right;
            case Loop loop -> left == right;
        };
    }

    private static boolean equalItems(Work work, List<Value> left, List<Value> right) {
        if (left.size() != right.size()) {
            return false;
        }
        for (int i = 0; i < left.size(); i++) {
            if (!equal(work, left.get(i), right.get(i))) {
                return false;
            }
        }
        return true;
    }

    private static boolean equalEntries(Work work, Value.Mapping left, Value.Mapping right) {
        if (left.entries().size() != right.entries().size()) {
            return false;
        }
        for (Map.Entry<Value, Value> entry : left.entries().entrySet()) {
            Value other = right.entries().get(entry.getKey());
            if (other == null || !equal(work, entry.getValue(), other)) {
                return false;
            }
        }
        return true;
    }

    /** Below 0, 0 or above 0; a fault for values that have no order. */
    static int order(Work work, Value left, Value right) {
        work.spend(1);
        if (isNumber(left) && isNumber(right)) {
            return compareNumbers(left, right);
        }
        if (left instanceof Value.Text text && right instanceof Value.Text other) {
            work.spendCharacters(text.value().length());
            return orderTexts(text.value(), other.value());
        }
        if (left instanceof Value.Sequence one
                && right instanceof Value.Sequence other
                && one.tuple() == other.tuple()) {
            return orderItems(work, one.items(), other.items());
        }
        throw new Fault("a " + left.type() + " and a " + right.type() + " have no order");
    }

    private static int orderItems(Work work, List<Value> left, List<Value> right) {
        for (int i = 0; i < Math.min(left.size(), right.size()); i++) {
            if (!equal(work, left.get(i), right.get(i))) {
                work.enter();
                int order = order(work, left.get(i), right.get(i));
                work.leave();
                return order;
            }
        }
        return Integer.compare(left.size(), right.size());
    }

    /** By code points, which UTF-16 does not order alike. */
    private static int orderTexts(String left, String right) {
        int end = Math.min(left.length(), right.length());
        int at = 0;
        while (at < end && left.charAt(at) == right.charAt(at)) {
            at++;
        }
        if (at == end) {
            return Integer.compare(left.length(), right.length());
        }
        if (at > 0 && Character.isHighSurrogate(left.charAt(at - 1))) {
            at--;
        }
        return Integer.compare(left.codePointAt(at), right.codePointAt(at));
    }

    /** {@code item in container}. */
    static boolean contains(Work work, Value container, Value item) {
        return switch (container) {
            case Value.Text text -> {
                if (!(item instanceof Value.Text part)) {
                    throw new Fault("only text can be `in` text, not a " + item.type());
                }
                work.spendCharacters(text.value().length() + (long) part.value().length());
                yield text.value().contains(part.value());
            }
            case Value.Sequence sequence -> {
                for (Value candidate : sequence.items()) {
                    if (equal(work, candidate, item)) {
                        yield true;
                    }
                }
                yield false;
            }
            case Value.Mapping mapping -> mapping.entries().containsKey(key(item));
            case Value.Undefined undefined -> false;
            default -> throw new Fault("nothing can be `in` a " + container.type());
        };
    }

    /** A value as a key; a list would change its place in the map. */
    static Value key(Value value) {
        return switch (value) {
            case Value.Text text -> text;
            case Value.Whole whole -> whole;
            case Value.Real real -> real;
            case Value.Flag flag -> flag;
            case Value.None none -> none;
            default -> throw new Fault("a " + value.type() + " cannot be a key of a mapping");
        };
    }

    static boolean isNumber(Value value) {
        return value instanceof Value.Whole
                || value instanceof Value.Real
                || value instanceof Value.Flag;
    }

    private static boolean isNan(Value value) {
        return value instanceof Value.Real real && Double.isNaN(real.value());
    }

    private static int compareNumbers(Value left, Value right) {
        if (left instanceof Value.Real || right instanceof Value.Real) {
            return Double.compare(Arithmetic.real(left) + 0.0, Arithmetic.real(right) + 0.0);
        }
        return Long.compare(Arithmetic.whole(left), Arithmetic.whole(right));
    }
}
