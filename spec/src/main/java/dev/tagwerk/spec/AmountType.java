package dev.tagwerk.spec;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.math.BigDecimal;
import java.util.Currency;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Money with its currency: {@code 15 EUR}, {@code 0.30 EUR/kWh}.
 *
 * @param positive whether nothing at all is refused
 * @param per what it is the price of; empty for money itself
 */
record AmountType(boolean positive, String per) implements Type<Amount> {
    private static final Pattern FORM =
            Pattern.compile("([0-9]{1,10}(?:\\.[0-9]{1,6})?) ?([A-Z]{3})");
    private static final Pattern NUMBER = Pattern.compile("[0-9]{1,10}(?:[.,][0-9]{1,6})?");
    private static final Pattern OTHER =
            Pattern.compile(
                    "([A-Za-z]{3}|[€$£]|)\\s*("
                            + NUMBER.pattern()
                            + ")\\s*([A-Za-z]{3}|[€$£]|[Ee]uros?|)");

    AmountType() {
        this(true, "");
    }

    static AmountType per(String unit) {
        return new AmountType(true, unit);
    }

    /** {@code 0 EUR} says that nothing is paid, which is more than not saying anything. */
    static AmountType orNothing() {
        return new AmountType(false, "");
    }

    private String suffix() {
        return per.isEmpty() ? "" : "/" + per;
    }

    @Override
    public Optional<Amount> read(Tree value, Reading reading) {
        if (!(value instanceof Tree.Scalar scalar)) {
            reading.mismatch(value, describe(), "");
            return Optional.empty();
        }
        boolean whole = scalar.text().endsWith(suffix());
        String text =
                scalar.text()
                        .substring(0, scalar.text().length() - (whole ? suffix().length() : 0));
        Matcher amount = FORM.matcher(text);
        if (scalar.asText().isEmpty() || !whole || !amount.matches()) {
            reading.mismatch(value, describe(), remedy(text));
            return Optional.empty();
        }
        Optional<Currency> currency = currency(amount.group(2));
        if (currency.isEmpty()) {
            reading.report(
                    value.at(),
                    amount.group(2) + " is no currency",
                    "currencies are written as in ISO 4217: EUR, USD, CHF");
            return Optional.empty();
        }
        try {
            return Optional.of(new Amount(new BigDecimal(amount.group(1)), currency.get()));
        } catch (SpecException outOfRange) {
            reading.report(value.at(), String.valueOf(outOfRange.getMessage()), "");
            return Optional.empty();
        }
    }

    /** A currency that something can be paid in. */
    static Optional<Currency> currency(String code) {
        try {
            // gold, test codes and "no currency" have none
            return Optional.of(Currency.getInstance(code))
                    .filter(known -> known.getDefaultFractionDigits() >= 0);
        } catch (IllegalArgumentException unknown) {
            return Optional.empty();
        }
    }

    private String remedy(String text) {
        Matcher other = OTHER.matcher(text.strip());
        if (text.length() > 40 || !other.matches()) {
            return "";
        }
        String number = other.group(2).replace(',', '.');
        String sign = other.group(1).isEmpty() ? other.group(3) : other.group(1);
        if (sign.isEmpty()) {
            return "add the currency: " + number + " EUR" + suffix();
        }
        String code =
                switch (sign.toLowerCase(Locale.ROOT)) {
                    case "€", "euro", "euros" -> "EUR";
                    case "$" -> "USD";
                    case "£" -> "GBP";
                    default -> sign.toUpperCase(Locale.ROOT);
                };
        return currency(code).isPresent() ? "write " + number + " " + code + suffix() : "";
    }

    @Override
    public Optional<String> complaint(Amount value) {
        return positive && value.value().signum() == 0
                ? Optional.of("must be more than nothing")
                : Optional.empty();
    }

    @Override
    public JsonNode json(Amount value) {
        return Json.MAKE.textNode(value + suffix());
    }

    @Override
    public ObjectNode schema() {
        return Json.schema("string").put("pattern", "^" + FORM.pattern() + suffix() + "$");
    }

    @Override
    public String describe() {
        return per.isEmpty()
                ? "an amount with its currency such as 15 EUR"
                : "a price such as 0.30 EUR" + suffix();
    }
}
