package dev.tagwerk.market;

import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;

/** What a service gives free of charge to each subscription in each calendar month (UTC). */
public record Grant(
        String service,
        Unit unit,
        BigDecimal amount,
        Optional<String> note,
        Provenance provenance) {
    private static final List<Grant> ALL = Table.read("grants.tsv").map(Grant::of);

    public Grant {
        if (amount.signum() < 0) {
            throw new MarketException("a negative grant: " + amount);
        }
    }

    private static Grant of(Row row) {
        return new Grant(
                row.text("service"),
                Unit.of(row.text("unit")),
                new BigDecimal(row.text("amount")),
                row.optional("note"),
                row.provenance());
    }

    public static List<Grant> all() {
        return ALL;
    }

    /** Those of a service that give something. */
    public static List<Grant> of(String service) {
        return ALL.stream()
                .filter(grant -> grant.service().equals(service) && grant.amount().signum() > 0)
                .toList();
    }
}
