package dev.tagwerk.spec;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.math.BigDecimal;
import java.util.Optional;

/** A finite number within a range; an open end is not part of it. */
record RealType(double least, boolean openLeast, double most, boolean openMost)
        implements Type<Double> {
    /** From {@code least} to {@code most}, both included. */
    static RealType between(double least, double most) {
        return new RealType(least, false, most, false);
    }

    /** From {@code least}, included, up to {@code most}, excluded. */
    static RealType below(double least, double most) {
        return new RealType(least, false, most, true);
    }

    /** More than 0, up to {@code most}, included. */
    static RealType positive(double most) {
        return new RealType(0, true, most, false);
    }

    @Override
    public Optional<Double> read(Tree value, Reading reading) {
        if (!(value instanceof Tree.Scalar scalar)) {
            reading.mismatch(value, describe(), "");
            return Optional.empty();
        }
        return switch (scalar.core()) {
            case WHOLE, REAL -> {
                double number = Numbers.real(scalar.text());
                if (complaint(number).isPresent()) {
                    reading.mismatch(value, describe(), "");
                    yield Optional.empty();
                }
                yield Optional.of(number);
            }
            case NOTHING, BOOLEAN, TEXT -> {
                reading.mismatch(value, describe(), Numbers.remedy(scalar));
                yield Optional.empty();
            }
        };
    }

    @Override
    public Optional<String> complaint(Double value) {
        boolean low = openLeast ? value > least : value >= least;
        boolean high = openMost ? value < most : value <= most;
        return low && high
                ? Optional.empty()
                : Optional.of("must be " + describe() + ", not " + value);
    }

    @Override
    public JsonNode json(Double value) {
        return Json.MAKE.numberNode(value);
    }

    @Override
    public ObjectNode schema() {
        return Json.schema("number")
                .put(openLeast ? "exclusiveMinimum" : "minimum", number(least))
                .put(openMost ? "exclusiveMaximum" : "maximum", number(most));
    }

    @Override
    public String describe() {
        return "a number "
                + (openLeast ? "above " : "from ")
                + number(least).toPlainString()
                + (openMost ? " to below " : " to ")
                + number(most).toPlainString();
    }

    private static BigDecimal number(double bound) {
        return bound == Math.rint(bound)
                ? BigDecimal.valueOf((long) bound)
                : BigDecimal.valueOf(bound);
    }
}
