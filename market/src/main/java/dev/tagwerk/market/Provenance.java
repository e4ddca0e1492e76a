package dev.tagwerk.market;

import java.time.LocalDate;
import java.time.format.DateTimeParseException;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Where a fact comes from.
 *
 * @param source who says so
 * @param date when it was said or seen: a year, a month or a day in ISO form, or "undated"
 */
public record Provenance(String source, String date, Confidence confidence) {
    private static final Pattern DATE = Pattern.compile("\\d{4}(-\\d{2}(-\\d{2})?)?|undated");

    public Provenance {
        if (source.isBlank()) {
            throw new MarketException("a fact without source");
        }
        if (!DATE.matcher(date).matches()) {
            throw new MarketException("date of '" + source + "': '" + date + "' is not ISO");
        }
        firstDay(source, date);
    }

    private static Optional<LocalDate> firstDay(String source, String date) {
        try {
            return date.equals("undated")
                    ? Optional.empty()
                    : Optional.of(LocalDate.parse((date + "-01-01").substring(0, 10)));
        } catch (DateTimeParseException e) {
            throw new MarketException("date of '" + source + "': there is no " + date, e);
        }
    }

    /** The first day that the date may mean; empty when it has none. */
    public Optional<LocalDate> earliest() {
        return firstDay(source, date);
    }

    /** As a line of text: "source, date". */
    @Override
    public String toString() {
        return source + ", " + date;
    }
}
