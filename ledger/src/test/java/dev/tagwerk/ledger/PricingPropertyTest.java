package dev.tagwerk.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tagwerk.market.Meter;
import dev.tagwerk.market.Offer;
import dev.tagwerk.market.Unit;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.time.YearMonth;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.Size;

class PricingPropertyTest {
    private static final long YEAR = 366L * 24 * 3600;

    @Provide
    Arbitrary<Offer> offers() {
        return Arbitraries.of(
                Shelf.T4,
                Shelf.A100,
                Shelf.FLAVOR,
                Shelf.offer("azure-vm/westus2/Standard_NC8as_T4_v3"),
                Shelf.offer("azure-vm/eastus/Standard_NC4as_T4_v3/spot"));
    }

    /** In milliseconds from the start of 2027; the year 2028 is a leap year. */
    @Provide
    Arbitrary<Long> moments() {
        return Arbitraries.longs().between(0, 2 * YEAR * 1000);
    }

    private static Instant at(long millis) {
        return Instant.parse("2027-01-01T00:00:00Z").plus(millis, ChronoUnit.MILLIS);
    }

    @Property(tries = 400)
    void theSumOfTheLinesIsTheTotal(
            @ForAll("offers") Offer offer,
            @ForAll("moments") long start,
            @ForAll @LongRange(max = 90L * 24 * 3600 * 1000) long millis) {
        Interval interval = Interval.of(at(start), Duration.ofMillis(millis));
        Bill bill = Pricing.bill(List.of(new Use("job", offer, interval)), Shelf.fullGrant());
        BigDecimal list = BigDecimal.ZERO;
        BigDecimal afterGrant = BigDecimal.ZERO;
        for (Line line : bill.lines()) {
            Money whole = line.list().orElseThrow();
            Money rest = line.afterGrant().orElseThrow();
            assertThat(rest.amount()).isBetween(BigDecimal.ZERO, whole.amount());
            list = list.add(whole.amount());
            afterGrant = afterGrant.add(rest.amount());
        }
        assertThat(bill.list().orElseThrow().amount()).isEqualByComparingTo(list);
        assertThat(bill.afterGrant().orElseThrow().amount()).isEqualByComparingTo(afterGrant);
    }

    @Property(tries = 400)
    void splittingAnIntervalChangesNothing(
            @ForAll("offers") Offer offer,
            @ForAll("moments") long start,
            @ForAll @Size(min = 2, max = 12)
                    List<@LongRange(max = 70L * 24 * 3600 * 1000) Long> cuts) {
        List<Long> sorted = new ArrayList<>(new TreeSet<>(cuts));
        List<Use> pieces = new ArrayList<>();
        for (int i = 1; i < sorted.size(); i++) {
            pieces.add(
                    new Use(
                            "job",
                            offer,
                            new Interval(
                                    at(start + sorted.get(i - 1)), at(start + sorted.get(i)))));
        }
        if (pieces.isEmpty()) {
            return;
        }
        Interval whole = new Interval(at(start + sorted.getFirst()), at(start + sorted.getLast()));
        assertThat(Pricing.bill(pieces, Shelf.fullGrant()))
                .isEqualTo(Pricing.bill(List.of(new Use("job", offer, whole)), Shelf.fullGrant()));
    }

    /** Two jobs, whatever their order, get together what one job over the same time would. */
    @Property(tries = 200)
    void twoJobsShareAGrantAndUseNoneOfItTwice(
            @ForAll("moments") long start,
            @ForAll @LongRange(max = 20L * 24 * 3600 * 1000) long first,
            @ForAll @LongRange(max = 20L * 24 * 3600 * 1000) long second) {
        Interval one = Interval.of(at(start), Duration.ofMillis(first));
        Interval two = Interval.of(one.end(), Duration.ofMillis(second));
        Bill shared =
                Pricing.bill(
                        List.of(new Use("a", Shelf.T4, one), new Use("b", Shelf.T4, two)),
                        Shelf.fullGrant());
        Bill alone =
                Pricing.bill(
                        List.of(new Use("a", Shelf.T4, new Interval(one.start(), two.end()))),
                        Shelf.fullGrant());
        assertThat(shared.afterGrant()).isEqualTo(alone.afterGrant());
        assertThat(shared.list()).isEqualTo(alone.list());
    }

    @Property(tries = 400)
    void monthsAddUpToTheWhole(
            @ForAll("moments") long start, @ForAll @LongRange(max = YEAR * 1000) long millis) {
        Interval interval = Interval.of(at(start), Duration.ofMillis(millis));
        BigDecimal sum = BigDecimal.ZERO;
        for (var month : interval.secondsByMonth().entrySet()) {
            BigDecimal longest = BigDecimal.valueOf(month.getKey().lengthOfMonth() * 24L * 3600);
            assertThat(month.getValue()).isBetween(BigDecimal.ZERO, longest);
            sum = sum.add(month.getValue());
        }
        assertThat(sum).isEqualByComparingTo(interval.seconds());
    }

    @Property(tries = 400)
    void minutesRoundUpPerJobAndSecondsDoNot(
            @ForAll @LongRange(min = 1, max = 10_000_000) long millis) {
        Interval interval = Interval.of(Shelf.START, Duration.ofMillis(millis));
        Bill flavor =
                Pricing.bill(List.of(new Use("j", Shelf.FLAVOR, interval)), Shelf.fullGrant());
        Bill replica = Pricing.bill(List.of(new Use("j", Shelf.T4, interval)), Shelf.fullGrant());
        BigDecimal minutes = BigDecimal.valueOf((millis + 59_999) / 60_000 * 60);
        assertThat(flavor.lines().getFirst().seconds()).isEqualByComparingTo(minutes);
        assertThat(replica.lines())
                .allSatisfy(
                        line ->
                                assertThat(line.seconds())
                                        .isEqualByComparingTo(interval.seconds()));
    }

    @Property(tries = 200)
    void aGrantIsNeverNegativeAndNeverMoreThanThereIs(
            @ForAll @Size(max = 30) List<@LongRange(max = 200_000) Long> wanted,
            @ForAll @LongRange(max = 400_000) long others) {
        GrantAccount account = Shelf.fullGrant();
        YearMonth month = YearMonth.of(2028, 2);
        account.usedByOthers(Shelf.ACA, Unit.VCPU_SECOND, month, BigDecimal.valueOf(others));
        BigDecimal given = BigDecimal.ZERO;
        for (int i = 0; i < wanted.size(); i++) {
            BigDecimal asked = BigDecimal.valueOf(wanted.get(i));
            BigDecimal got = account.claim("job " + i, Shelf.ACA, Unit.VCPU_SECOND, month, asked);
            assertThat(got).isBetween(BigDecimal.ZERO, asked);
            given = given.add(got);
            assertThat(account.left(Shelf.ACA, Unit.VCPU_SECOND, month)).isNotNegative();
        }
        assertThat(given).isLessThanOrEqualTo(BigDecimal.valueOf(Math.max(0, 180_000 - others)));
    }

    @Property(tries = 100)
    void moreTimeIsNeverCheaper(
            @ForAll("offers") Offer offer,
            @ForAll @LongRange(max = 100_000_000) long shorter,
            @ForAll @LongRange(max = 100_000_000) long more) {
        Bill little = bill(offer, shorter);
        Bill much = bill(offer, shorter + more);
        assertThat(much.afterGrant().orElseThrow().amount())
                .isGreaterThanOrEqualTo(little.afterGrant().orElseThrow().amount());
        assertThat(much.lines().getFirst().metered().meter())
                .isIn(Meter.VCPU_ACTIVE, Meter.MACHINE);
    }

    private static Bill bill(Offer offer, long millis) {
        Interval interval = Interval.of(Shelf.START, Duration.ofMillis(millis));
        return Pricing.bill(List.of(new Use("job", offer, interval)), Shelf.fullGrant());
    }
}
