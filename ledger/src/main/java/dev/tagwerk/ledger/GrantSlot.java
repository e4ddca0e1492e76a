package dev.tagwerk.ledger;

import dev.tagwerk.market.Unit;
import java.time.YearMonth;
import java.util.Comparator;

/** One unit of one service's grant in one calendar month (UTC). */
record GrantSlot(String service, Unit unit, YearMonth month) implements Comparable<GrantSlot> {
    private static final Comparator<GrantSlot> ORDER =
            Comparator.comparing(GrantSlot::month)
                    .thenComparing(GrantSlot::service)
                    .thenComparing(GrantSlot::unit);

    @Override
    public int compareTo(GrantSlot other) {
        return ORDER.compare(this, other);
    }
}
