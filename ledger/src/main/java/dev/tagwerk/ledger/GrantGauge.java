package dev.tagwerk.ledger;

import dev.tagwerk.market.Grant;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * How much of a grant is left in a month.
 *
 * @param others what was used by anything else, as somebody said; empty where nobody did, which
 *     counts as nothing
 * @param runs what runs were given, by their names
 */
public record GrantGauge(
        Grant grant, YearMonth month, Optional<Others> others, Map<String, BigDecimal> runs) {
    /** What somebody said, and when. */
    public record Others(BigDecimal amount, Instant at, String source) {
        public LocalDate day() {
            return LocalDate.ofInstant(at, ZoneOffset.UTC);
        }
    }

    public GrantGauge {
        runs = new TreeMap<>(runs);
    }

    /** All that is used of it, as far as it is known. */
    public BigDecimal used() {
        BigDecimal used = others.map(Others::amount).orElse(BigDecimal.ZERO);
        for (BigDecimal run : runs.values()) {
            used = used.add(run);
        }
        return used;
    }

    /** Never negative. */
    public BigDecimal left() {
        return grant.amount().subtract(used()).max(BigDecimal.ZERO);
    }

    /** By how much others used what runs had been given before anybody said so. */
    public BigDecimal overdrawn() {
        BigDecimal given = runs.values().stream().reduce(BigDecimal.ZERO, BigDecimal::add);
        return used().subtract(grant.amount()).min(given).max(BigDecimal.ZERO);
    }

    /** The first day of the next month, in UTC. */
    public LocalDate renews() {
        return month.plusMonths(1).atDay(1);
    }
}
