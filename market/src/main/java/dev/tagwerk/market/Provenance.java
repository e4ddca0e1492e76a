package dev.tagwerk.market;

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
    }

    /** As a line of text: "source, date". */
    @Override
    public String toString() {
        return source + ", " + date;
    }
}
