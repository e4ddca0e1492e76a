package dev.tagwerk.spec;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.math.BigInteger;
import java.util.Optional;

/** A whole number within a range, both ends included. */
record WholeType(long least, long most) implements Type<Long> {
    @Override
    public Optional<Long> read(Tree value, Reading reading) {
        if (!(value instanceof Tree.Scalar scalar)) {
            reading.mismatch(value, describe(), "");
            return Optional.empty();
        }
        return switch (scalar.core()) {
            case WHOLE -> whole(scalar, reading);
            case REAL -> {
                reading.mismatch(value, describe(), Numbers.integral(scalar.text()));
                yield Optional.empty();
            }
            case NOTHING, BOOLEAN, TEXT -> {
                reading.mismatch(value, describe(), Numbers.remedy(scalar));
                yield Optional.empty();
            }
        };
    }

    private Optional<Long> whole(Tree.Scalar scalar, Reading reading) {
        BigInteger number = Numbers.integer(scalar.text());
        if (number.compareTo(BigInteger.valueOf(least)) < 0
                || number.compareTo(BigInteger.valueOf(most)) > 0) {
            reading.mismatch(scalar, describe(), "");
            return Optional.empty();
        }
        return Optional.of(number.longValueExact());
    }

    @Override
    public Optional<String> complaint(Long value) {
        return value >= least && value <= most
                ? Optional.empty()
                : Optional.of("must be " + describe() + ", not " + value);
    }

    @Override
    public JsonNode json(Long value) {
        return Json.MAKE.numberNode(value);
    }

    @Override
    public ObjectNode schema() {
        return Json.schema("integer").put("minimum", least).put("maximum", most);
    }

    @Override
    public String describe() {
        return most == Long.MAX_VALUE
                ? "a whole number from " + least
                : "a whole number from " + least + " to " + most;
    }
}
