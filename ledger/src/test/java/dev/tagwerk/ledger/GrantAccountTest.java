package dev.tagwerk.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tagwerk.market.Unit;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.time.YearMonth;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

class GrantAccountTest {
    private static final YearMonth OCTOBER = YearMonth.of(2026, 10);

    private static BigDecimal claim(GrantAccount account, String job, long wanted) {
        return account.claim(job, Shelf.ACA, Unit.VCPU_SECOND, OCTOBER, BigDecimal.valueOf(wanted));
    }

    @Test
    void aClaimIsChangedNotAdded() {
        GrantAccount account = Shelf.fullGrant();
        assertThat(claim(account, "one", 100_000)).isEqualByComparingTo("100000");
        assertThat(claim(account, "one", 100_000)).isEqualByComparingTo("100000");
        assertThat(claim(account, "two", 100_000)).isEqualByComparingTo("80000");
        assertThat(claim(account, "one", 150_000)).isEqualByComparingTo("100000");
        assertThat(claim(account, "one", 20_000)).isEqualByComparingTo("20000");
        assertThat(claim(account, "two", 100_000)).isEqualByComparingTo("100000");
        assertThat(account.left(Shelf.ACA, Unit.VCPU_SECOND, OCTOBER))
                .isEqualByComparingTo("60000");
    }

    @Test
    void manyThreadsGetTogetherWhatThereIs() throws Exception {
        GrantAccount account = Shelf.fullGrant();
        List<Callable<BigDecimal>> claims = new ArrayList<>();
        for (int i = 0; i < 400; i++) {
            String job = "job " + i;
            claims.add(() -> claim(account, job, 1000));
        }
        BigDecimal given = BigDecimal.ZERO;
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (Future<BigDecimal> one : threads.invokeAll(claims)) {
                given = given.add(one.get());
            }
        }
        assertThat(given).isEqualByComparingTo("180000");
        assertThat(account.left(Shelf.ACA, Unit.VCPU_SECOND, OCTOBER)).isZero();
    }

    @Test
    void aRunOverTheEndOfAMonthHasTwoGrants() {
        Instant start = Instant.parse("2026-10-31T20:00:00Z");
        Bill bill =
                Pricing.bill(
                        List.of(new Use("job", Shelf.T4, Interval.of(start, Duration.ofHours(10)))),
                        Shelf.fullGrant());
        // 4 h in October, 6 h in November: each below 6.25 h of processor.
        assertThat(bill.lines().getFirst().granted()).isEqualByComparingTo("288000");
        assertThat(bill.lines().getFirst().afterGrant()).contains(Money.of("0", "USD"));
        assertThat(bill.lines().get(1).granted()).isEqualByComparingTo("720000");
    }

    @Test
    void leapDaysAndClockChangesAreNothingSpecial() {
        Interval leap = Interval.of(Instant.parse("2028-02-28T12:00:00Z"), Duration.ofHours(48));
        assertThat(leap.secondsByMonth().get(YearMonth.of(2028, 2))).isEqualByComparingTo("129600");
        assertThat(leap.secondsByMonth().get(YearMonth.of(2028, 3))).isEqualByComparingTo("43200");
        ZoneId berlin = ZoneId.of("Europe/Berlin");
        Interval night =
                new Interval(
                        ZonedDateTime.of(2026, 10, 25, 1, 0, 0, 0, berlin).toInstant(),
                        ZonedDateTime.of(2026, 10, 25, 4, 0, 0, 0, berlin).toInstant());
        assertThat(night.seconds()).isEqualByComparingTo("14400");
        // Midnight in Berlin is not yet the next month.
        Interval newYear =
                Interval.of(
                        ZonedDateTime.of(2027, 1, 1, 0, 0, 0, 0, berlin).toInstant(),
                        Duration.ofHours(2));
        assertThat(newYear.secondsByMonth().get(YearMonth.of(2026, 12)))
                .isEqualByComparingTo("3600");
    }

    @Test
    void aJobOnTwoMachinesIsGivenNoSecondTwice() {
        Interval day = Interval.of(Shelf.START, Duration.ofHours(5));
        Interval next = Interval.of(day.end(), Duration.ofHours(5));
        Bill bill =
                Pricing.bill(
                        List.of(
                                new Use("job", Shelf.T4, day),
                                new Use(
                                        "job",
                                        Shelf.offer(Shelf.ACA + "/eastus/Consumption-GPU-NC8as-T4"),
                                        next)),
                        Shelf.fullGrant());
        assertThat(bill.lines().get(0).granted().add(bill.lines().get(3).granted()))
                .isEqualByComparingTo("180000");
    }

    @Test
    void negativeAmountsAreRefused() {
        GrantAccount account = Shelf.fullGrant();
        assertThatThrownBy(() -> claim(account, "one", -1)).isInstanceOf(LedgerException.class);
        assertThatThrownBy(
                        () ->
                                account.usedByOthers(
                                        Shelf.ACA,
                                        Unit.VCPU_SECOND,
                                        OCTOBER,
                                        BigDecimal.valueOf(-1)))
                .isInstanceOf(LedgerException.class);
    }
}
