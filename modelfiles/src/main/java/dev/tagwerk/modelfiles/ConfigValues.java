package dev.tagwerk.modelfiles;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalInt;

/** Typed values of a JSON object; what is wrong with them is collected, not thrown. */
final class ConfigValues {
    private final JsonNode object;
    private final String prefix;
    private final List<String> problems;

    ConfigValues(JsonNode object) {
        this(object, "", new ArrayList<>());
    }

    private ConfigValues(JsonNode object, String prefix, List<String> problems) {
        this.object = object;
        this.prefix = prefix;
        this.problems = problems;
    }

    /** The values of an object inside this one; problems go to the same list. */
    ConfigValues inside(String key) {
        return new ConfigValues(object.path(key), prefix + key + ".", problems);
    }

    JsonNode object() {
        return object;
    }

    List<String> problems() {
        return problems;
    }

    void problem(String key, String what) {
        problems.add(prefix + key + " " + what);
    }

    boolean has(String key) {
        return object.has(key);
    }

    /** Whether the key is there with a value that is not null. */
    boolean says(String key) {
        return object.hasNonNull(key);
    }

    int whole(String key, int absent, int most) {
        JsonNode value = object.get(key);
        if (value == null) {
            return absent;
        }
        if (!value.isIntegralNumber()
                || !value.canConvertToInt()
                || value.intValue() < 1
                || value.intValue() > most) {
            problem(
                    key,
                    "must be a whole number from 1 to %d, but is %s"
                            .formatted(most, Messages.shortened(value.toString())));
            // Any value will do: the problem is reported before it is used.
            return Math.max(absent, 1);
        }
        return value.intValue();
    }

    OptionalInt wholeOrNull(String key, OptionalInt absent, int most) {
        if (!has(key)) {
            return absent;
        }
        return says(key) ? OptionalInt.of(whole(key, 1, most)) : OptionalInt.empty();
    }

    double number(String key, double absent) {
        JsonNode value = object.get(key);
        if (value == null) {
            return absent;
        }
        if (!value.isNumber()) {
            problem(key, "must be a number, but is " + Messages.shortened(value.toString()));
            return absent;
        }
        return value.doubleValue();
    }

    /** A finite number of at least {@code least}, exclusively where 0. */
    double number(String key, double absent, double least) {
        double value = number(key, absent);
        if (!(value >= least && value > 0 && value < Double.POSITIVE_INFINITY)) {
            problem(
                    key,
                    "must be %s %s, but is %s"
                            .formatted(
                                    least > 0 ? "at least" : "above",
                                    least == Math.rint(least) ? (Object) (long) least : least,
                                    value));
            return Math.max(least, 1);
        }
        return value;
    }

    OptionalDouble aboveZeroOrNull(String key, OptionalDouble absent) {
        if (!has(key)) {
            return absent;
        }
        return says(key) ? OptionalDouble.of(number(key, 1, 0)) : OptionalDouble.empty();
    }

    boolean truth(String key, boolean absent) {
        JsonNode value = object.get(key);
        if (value == null) {
            return absent;
        }
        if (!value.isBoolean()) {
            problem(key, "must be true or false, but is " + Messages.shortened(value.toString()));
            return absent;
        }
        return value.booleanValue();
    }
}
