package dev.tagwerk.ledger;

import dev.tagwerk.market.Billing;
import dev.tagwerk.market.Metered;
import dev.tagwerk.market.Offer;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import java.time.Instant;
import java.time.YearMonth;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Meters over time, priced. Seconds are added up first and priced once, so that a use cut into
 * pieces costs what the whole one costs.
 */
public final class Pricing {
    private static final BigDecimal MINUTE = BigDecimal.valueOf(60);

    private record Rented(String job, Offer offer) {}

    private Pricing() {}

    /** A bill over uses that do not overlap within a job, and the grants that they get. */
    public static Bill bill(List<Use> uses, GrantAccount grants) {
        if (uses.size() == 1) {
            Use use = uses.getFirst();
            return new Bill(
                    lines(
                            new Rented(use.job(), use.offer()),
                            use.interval().secondsByMonth(),
                            grants));
        }
        Map<Rented, SortedMap<YearMonth, BigDecimal>> months = new LinkedHashMap<>();
        for (Use use : uses) {
            SortedMap<YearMonth, BigDecimal> rented =
                    months.computeIfAbsent(
                            new Rented(use.job(), use.offer()), none -> new TreeMap<>());
            use.interval()
                    .secondsByMonth()
                    .forEach((month, seconds) -> rented.merge(month, seconds, BigDecimal::add));
        }
        List<Line> lines = new ArrayList<>();
        months.forEach((rented, seconds) -> lines.addAll(lines(rented, seconds, grants)));
        return new Bill(lines);
    }

    /** What an hour costs, before any grant. */
    public static Bill hour(Offer offer) {
        Interval hour = Interval.of(Instant.EPOCH, Duration.ofHours(1));
        return bill(List.of(new Use("an hour", offer, hour)), new GrantAccount(List.of()));
    }

    private static List<Line> lines(
            Rented rented, SortedMap<YearMonth, BigDecimal> months, GrantAccount grants) {
        BigDecimal seconds = months.values().stream().reduce(BigDecimal.ZERO, BigDecimal::add);
        BigDecimal billed = billed(rented.offer().billing(), seconds);
        List<Line> lines = new ArrayList<>();
        for (Metered metered : rented.offer().meters()) {
            BigDecimal granted = BigDecimal.ZERO;
            if (grants.gives(rented.offer().machine().service(), metered.price().unit())) {
                for (Map.Entry<YearMonth, BigDecimal> month : months.entrySet()) {
                    granted = granted.add(granted(rented, metered, month, grants));
                }
            }
            lines.add(new Line(metered, billed, granted));
        }
        return lines;
    }

    private static BigDecimal billed(Billing billing, BigDecimal seconds) {
        return switch (billing) {
            case BY_THE_SECOND -> seconds;
            case BY_THE_STARTED_MINUTE ->
                    seconds.divide(MINUTE, 0, RoundingMode.CEILING).multiply(MINUTE);
        };
    }

    private static BigDecimal granted(
            Rented rented,
            Metered metered,
            Map.Entry<YearMonth, BigDecimal> month,
            GrantAccount grants) {
        return grants.claim(
                Claims.name(rented.job(), rented.offer(), metered.meter()),
                rented.offer().machine().service(),
                metered.price().unit(),
                month.getKey(),
                metered.amount()
                        .multiply(month.getValue())
                        .divide(
                                BigDecimal.valueOf(metered.price().unit().seconds()),
                                Money.SCALE,
                                RoundingMode.DOWN));
    }
}
