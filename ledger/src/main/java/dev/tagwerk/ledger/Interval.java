package dev.tagwerk.ledger;

import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A stretch of time, its end not included. Clocks that are put forward or back do not touch it:
 * months are those of UTC.
 */
public record Interval(Instant start, Instant end) {
    /** Longer ones are mistakes, and cutting them into months would only cost time. */
    private static final Duration LONGEST = Duration.ofDays(366 * 20);

    public Interval {
        if (end.isBefore(start)) {
            throw new LedgerException("an interval that ends before it starts: " + start);
        }
        if (Duration.between(start, end).compareTo(LONGEST) > 0) {
            throw new LedgerException("an interval of over twenty years");
        }
    }

    public static Interval of(Instant start, Duration length) {
        return new Interval(start, start.plus(length));
    }

    public BigDecimal seconds() {
        return seconds(Duration.between(start, end));
    }

    static BigDecimal seconds(Duration duration) {
        return BigDecimal.valueOf(duration.getSeconds())
                .add(BigDecimal.valueOf(duration.getNano(), 9));
    }

    /** Its seconds in each calendar month that it touches; their sum is {@link #seconds}. */
    public SortedMap<YearMonth, BigDecimal> secondsByMonth() {
        SortedMap<YearMonth, BigDecimal> months = new TreeMap<>();
        Instant from = start;
        while (from.isBefore(end)) {
            YearMonth month = YearMonth.from(from.atOffset(ZoneOffset.UTC));
            Instant next = month.plusMonths(1).atDay(1).atStartOfDay(ZoneOffset.UTC).toInstant();
            Instant until = next.isBefore(end) ? next : end;
            months.put(month, seconds(Duration.between(from, until)));
            from = until;
        }
        return months;
    }
}
