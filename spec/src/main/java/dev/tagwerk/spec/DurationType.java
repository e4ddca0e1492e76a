package dev.tagwerk.spec;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A time span in days, hours, minutes and seconds: {@code 8h}, {@code 1h30m}, {@code 45s}. */
record DurationType(Duration most) implements Type<Duration> {
    // at most six digits each: no overflow, and still far more than the longest span allowed
    private static final Pattern FORM =
            Pattern.compile(
                    "(?=[0-9])(?:([0-9]{1,6})d)?(?:([0-9]{1,6})h)?(?:([0-9]{1,6})m)?"
                            + "(?:([0-9]{1,9})s)?");
    private static final Pattern FRACTION = Pattern.compile("([0-9]{1,6})\\.([0-9]{1,3})h");

    @Override
    public Optional<Duration> read(Tree value, Reading reading) {
        if (!(value instanceof Tree.Scalar scalar)) {
            reading.mismatch(value, describe(), "");
            return Optional.empty();
        }
        Matcher parts = FORM.matcher(scalar.text());
        if (scalar.asText().isPresent() && parts.matches()) {
            return Optional.of(
                    Duration.ofDays(part(parts, 1))
                            .plusHours(part(parts, 2))
                            .plusMinutes(part(parts, 3))
                            .plusSeconds(part(parts, 4)));
        }
        reading.mismatch(value, describe(), remedy(scalar));
        return Optional.empty();
    }

    private static long part(Matcher parts, int group) {
        return parts.group(group) == null ? 0 : Long.parseLong(parts.group(group));
    }

    private static String remedy(Tree.Scalar scalar) {
        String text = scalar.text();
        if (scalar.core() == Core.WHOLE && text.length() <= 9) {
            return "add the unit: " + text + "s, " + text + "m or " + text + "h";
        }
        Matcher fraction = FRACTION.matcher(text);
        if (fraction.matches()) {
            long minutes =
                    Math.round(Double.parseDouble(text.substring(0, text.length() - 1)) * 60);
            return "write " + text(Duration.ofMinutes(minutes));
        }
        String tight = text.replace(" ", "").toLowerCase(Locale.ROOT);
        return tight.length() < 40 && FORM.matcher(tight).matches() ? "write " + tight : "";
    }

    @Override
    public Optional<String> complaint(Duration value) {
        boolean fits = value.getNano() == 0 && value.isPositive() && value.compareTo(most) <= 0;
        return fits
                ? Optional.empty()
                : Optional.of(
                        "must be from 1s to "
                                + text(most)
                                + " in whole seconds, not "
                                + text(value));
    }

    @Override
    public JsonNode json(Duration value) {
        return Json.MAKE.textNode(text(value));
    }

    /** Hours, minutes and seconds, as a job file would say it. */
    static String text(Duration span) {
        if (span.getNano() != 0 || !span.isPositive()) {
            return span.isZero() ? "0s" : span.toString();
        }
        StringBuilder text = new StringBuilder();
        if (span.toHours() > 0) {
            text.append(span.toHours()).append('h');
        }
        if (span.toMinutesPart() > 0) {
            text.append(span.toMinutesPart()).append('m');
        }
        if (span.toSecondsPart() > 0) {
            text.append(span.toSecondsPart()).append('s');
        }
        return text.toString();
    }

    @Override
    public ObjectNode schema() {
        return Json.schema("string").put("pattern", "^" + FORM.pattern() + "$");
    }

    @Override
    public String describe() {
        return "a duration such as 8h, 1h30m or 45s";
    }
}
