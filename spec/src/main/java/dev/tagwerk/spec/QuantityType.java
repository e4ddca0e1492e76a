package dev.tagwerk.spec;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.math.BigDecimal;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * An exact decimal number above zero, with its unit where it has one: {@code 350 W}, {@code 30 %},
 * {@code 0.86}.
 *
 * @param unit empty for a bare number
 * @param example how such a value is written
 */
record QuantityType(String unit, BigDecimal most, String example) implements Type<BigDecimal> {
    private static final String NUMBER = "[0-9]{1,9}(?:\\.[0-9]{1,12})?";

    private Pattern form() {
        return Pattern.compile("(" + NUMBER + ")" + (unit.isEmpty() ? "" : " ?" + unit));
    }

    @Override
    public Optional<BigDecimal> read(Tree value, Reading reading) {
        if (!(value instanceof Tree.Scalar scalar)) {
            reading.mismatch(value, describe(), "");
            return Optional.empty();
        }
        Matcher number = form().matcher(scalar.text());
        if (number.matches() && !(unit.isEmpty() && scalar.style() == Tree.Style.QUOTED)) {
            return Optional.of(new BigDecimal(number.group(1)));
        }
        reading.mismatch(value, describe(), remedy(scalar));
        return Optional.empty();
    }

    private String remedy(Tree.Scalar scalar) {
        if (unit.isEmpty()) {
            return Numbers.remedy(scalar);
        }
        return scalar.text().matches(NUMBER) ? "add the unit: " + example : "";
    }

    @Override
    public Optional<String> complaint(BigDecimal value) {
        return value.signum() > 0 && value.compareTo(most) <= 0
                ? Optional.empty()
                : Optional.of("must be above 0 and at most " + text(most) + ", not " + text(value));
    }

    private String text(BigDecimal value) {
        return value.toPlainString() + (unit.isEmpty() ? "" : " " + unit);
    }

    @Override
    public JsonNode json(BigDecimal value) {
        return unit.isEmpty() ? Json.MAKE.numberNode(value) : Json.MAKE.textNode(text(value));
    }

    @Override
    public ObjectNode schema() {
        return unit.isEmpty()
                ? Json.schema("number").put("exclusiveMinimum", 0).put("maximum", most)
                : Json.schema("string").put("pattern", "^" + form().pattern() + "$");
    }

    @Override
    public String describe() {
        return (unit.isEmpty() ? "a number such as " : "a quantity such as ") + example;
    }
}
