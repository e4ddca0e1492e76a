package dev.tagwerk.spec;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A number of bytes with its unit: {@code 32GiB}, {@code 1.5GB}. */
record SizeType() implements Type<Long> {
    private static final long LEAST = 1 << 20;
    private static final long MOST = 64L << 40;
    private static final Pattern FORM =
            Pattern.compile("([0-9]{1,15}(?:\\.[0-9]{1,6})?) ?(KiB|MiB|GiB|TiB|KB|MB|GB|TB)");
    private static final Pattern OTHER =
            Pattern.compile("([0-9]{1,15}(?:\\.[0-9]{1,6})?) ?([kKmMgGtT])([iI]?)[bB]?");

    /** The largest first, so that a size is written with the largest that divides it. */
    private static final Map<String, Long> UNITS = new LinkedHashMap<>();

    static {
        UNITS.put("TiB", 1L << 40);
        UNITS.put("TB", 1_000_000_000_000L);
        UNITS.put("GiB", 1L << 30);
        UNITS.put("GB", 1_000_000_000L);
        UNITS.put("MiB", 1L << 20);
        UNITS.put("MB", 1_000_000L);
        UNITS.put("KiB", 1L << 10);
        UNITS.put("KB", 1_000L);
    }

    @Override
    public Optional<Long> read(Tree value, Reading reading) {
        if (!(value instanceof Tree.Scalar scalar)) {
            reading.mismatch(value, describe(), "");
            return Optional.empty();
        }
        Matcher size = FORM.matcher(scalar.text());
        if (scalar.asText().isPresent() && size.matches()) {
            BigDecimal bytes =
                    new BigDecimal(size.group(1))
                            .multiply(BigDecimal.valueOf(UNITS.getOrDefault(size.group(2), 1L)));
            if (bytes.compareTo(BigDecimal.valueOf(MOST)) <= 0) {
                return Optional.of(bytes.longValue());
            }
        }
        reading.mismatch(value, describe(), remedy(scalar.text()));
        return Optional.empty();
    }

    private static String remedy(String text) {
        if (text.matches("[0-9]{1,6}(\\.[0-9]{1,6})?")) {
            return "add the unit: " + text + "GiB";
        }
        Matcher other = OTHER.matcher(text);
        return other.matches()
                ? "write "
                        + other.group(1)
                        + other.group(2).toUpperCase(Locale.ROOT)
                        + (other.group(3).isEmpty() ? "" : "i")
                        + "B"
                : "";
    }

    @Override
    public Optional<String> complaint(Long value) {
        return value >= LEAST && value <= MOST
                ? Optional.empty()
                : Optional.of("must be from 1MiB to 64TiB, not " + text(value));
    }

    @Override
    public JsonNode json(Long value) {
        return Json.MAKE.textNode(text(value));
    }

    /** Exact, with the largest unit of which it is a whole number, or three decimals of it. */
    static String text(long bytes) {
        for (Map.Entry<String, Long> unit : UNITS.entrySet()) {
            if (bytes >= unit.getValue() && bytes % unit.getValue() == 0) {
                return bytes / unit.getValue() + unit.getKey();
            }
        }
        // the rest of less than a thousand bytes is a fraction that three decimals hold
        return BigDecimal.valueOf(bytes).movePointLeft(3).stripTrailingZeros().toPlainString()
                + "KB";
    }

    @Override
    public ObjectNode schema() {
        return Json.schema("string").put("pattern", "^" + FORM.pattern() + "$");
    }

    @Override
    public String describe() {
        return "a size with its unit such as 32GiB";
    }
}
