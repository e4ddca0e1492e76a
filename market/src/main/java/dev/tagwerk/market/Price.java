package dev.tagwerk.market;

import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Currency;
import java.util.List;
import java.util.Optional;

/**
 * What one of a unit costs, who said so and when.
 *
 * @param amount before taxes; empty where no price is known, which is not the same as zero
 * @param maxAgeDays older than this it is stale
 */
public record Price(
        Optional<BigDecimal> amount,
        Currency currency,
        Unit unit,
        int maxAgeDays,
        Optional<String> note,
        Provenance provenance) {
    public Price {
        amount.ifPresent(
                known -> {
                    if (known.signum() < 0) {
                        throw new MarketException("a negative price: " + known);
                    }
                });
        if (maxAgeDays <= 0) {
            throw new MarketException("max_age_days is " + maxAgeDays);
        }
    }

    static Price of(Row row) {
        return new Price(
                row.optional("price").map(BigDecimal::new),
                Currency.getInstance(row.text("currency")),
                Unit.of(row.text("unit")),
                row.integer("max_age_days"),
                row.optional("note"),
                row.provenance());
    }

    /** No price is known. */
    static Price unknown(Currency currency, Unit unit) {
        return new Price(
                Optional.empty(),
                currency,
                unit,
                1,
                Optional.of("no price was recorded"),
                new Provenance("nobody yet", "undated", Confidence.GENERAL));
    }

    /**
     * Whether it is too old to rely on. A month or a year counts from its first day, and what has
     * no date is stale.
     */
    public boolean staleOn(LocalDate day) {
        return provenance
                .earliest()
                .map(since -> since.plusDays(maxAgeDays).isBefore(day))
                .orElse(true);
    }

    /** What to know before relying on it, in words; empty for a price that is as good as told. */
    public List<String> marks(LocalDate day) {
        List<String> marks = new ArrayList<>();
        if (amount.isEmpty()) {
            marks.add("unknown");
            return marks;
        }
        switch (provenance.confidence()) {
            case DOCUMENTED, OBSERVED -> {}
            case REPORTED -> marks.add("third-party");
            case DERIVED -> marks.add("derived");
            case GENERAL -> marks.add("not looked up");
        }
        if (provenance.earliest().isEmpty()) {
            marks.add("undated");
        } else if (staleOn(day)) {
            marks.add("stale");
        }
        return marks;
    }
}
