package dev.tagwerk.market;

import java.math.BigDecimal;

/**
 * A limit or a default of a service.
 *
 * @param id "aca.job.grace"
 * @param unit of the value: "seconds", "GiB", ...
 * @param what it limits, as part of a sentence
 */
public record Limit(
        String id,
        String service,
        BigDecimal value,
        String unit,
        String what,
        Provenance provenance) {
    static Limit of(Row row) {
        return new Limit(
                row.text("id"),
                row.text("service"),
                new BigDecimal(row.text("value")),
                row.text("unit"),
                row.text("what"),
                row.provenance());
    }

    /** The value where it is a whole number; refuses others. */
    public long whole() {
        return value.longValueExact();
    }
}
