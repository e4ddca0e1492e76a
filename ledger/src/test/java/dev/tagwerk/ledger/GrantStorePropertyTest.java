package dev.tagwerk.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tagwerk.market.Grant;
import dev.tagwerk.market.Offer;
import dev.tagwerk.market.Unit;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.YearMonth;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.Size;

/** Whatever is done with a store in whatever order: no second of a grant is given twice. */
class GrantStorePropertyTest {
    /** Moments around ends of months, a leap day, and the nights when clocks are changed. */
    private static final List<Instant> MOMENTS =
            List.of(
                    Instant.parse("2026-12-31T20:00:00Z"),
                    Instant.parse("2027-01-31T23:59:59.999Z"),
                    Instant.parse("2028-02-28T23:00:00Z"),
                    Instant.parse("2028-02-29T22:00:00Z"),
                    ZonedDateTime.of(2027, 3, 28, 1, 30, 0, 0, ZoneId.of("Europe/Berlin"))
                            .toInstant(),
                    ZonedDateTime.of(2027, 10, 31, 2, 30, 0, 0, ZoneId.of("Europe/Berlin"))
                            .toInstant());

    private static final List<Offer> OFFERS =
            List.of(
                    Shelf.T4,
                    Shelf.A100,
                    Shelf.offer(Shelf.ACA + "/eastus/Consumption-GPU-NC8as-T4"));

    /**
     * One thing that is done.
     *
     * @param kind a run is settled, or gives all back, or others are said to have used something
     */
    record Act(int kind, String run, Offer offer, Instant start, long millis) {}

    @Provide
    Arbitrary<Act> acts() {
        return Combinators.combine(
                        Arbitraries.integers().between(0, 5),
                        Arbitraries.of("one", "two", "three", "four"),
                        Arbitraries.of(OFFERS),
                        Arbitraries.of(MOMENTS),
                        Arbitraries.longs().between(0, 40L * 3600 * 1000))
                .as(Act::new);
    }

    private static void in(Folder body) throws IOException {
        Path folder = Files.createTempDirectory("grants");
        try {
            body.use(folder);
        } finally {
            try (Stream<Path> all = Files.walk(folder)) {
                all.sorted(Comparator.reverseOrder()).forEach(path -> path.toFile().delete());
            }
        }
    }

    private interface Folder {
        void use(Path folder) throws IOException;
    }

    private static Set<YearMonth> months() {
        Set<YearMonth> months = new TreeSet<>();
        MOMENTS.forEach(
                start ->
                        months.addAll(
                                Interval.of(start, Duration.ofHours(40))
                                        .secondsByMonth()
                                        .keySet()));
        return months;
    }

    @Property(tries = 60)
    void noSecondIsGivenTwice(@ForAll @Size(max = 14) List<@net.jqwik.api.From("acts") Act> acts)
            throws IOException {
        in(
                folder -> {
                    for (Act act : acts) {
                        // opened anew each time, as by processes one after the other
                        act(GrantStoreTest.store(folder), act);
                        soundness(GrantStoreTest.store(folder));
                    }
                });
    }

    private static void act(GrantStore store, Act act) {
        switch (act.kind()) {
            case 0 -> store.release("s", act.run());
            case 1 ->
                    store.usedByOthers(
                            "s",
                            Grant.of(Shelf.ACA).get((int) (act.millis() % 2)),
                            YearMonth.from(act.start().atZone(ZoneId.of("UTC"))),
                            BigDecimal.valueOf(act.millis() / 500),
                            "test");
            default -> {
                Use use =
                        new Use(
                                act.run(),
                                act.offer(),
                                Interval.of(act.start(), Duration.ofMillis(act.millis())));
                Bill bill = store.settle("s", List.of(use));
                assertThat(store.settle("s", List.of(use))).isEqualTo(bill);
                BigDecimal sum = BigDecimal.ZERO;
                for (Line line : bill.lines()) {
                    assertThat(line.granted()).isBetween(BigDecimal.ZERO, line.quantity());
                    sum = sum.add(line.afterGrant().orElseThrow().amount());
                }
                assertThat(bill.afterGrant().orElseThrow().amount()).isEqualByComparingTo(sum);
            }
        }
    }

    private static void soundness(GrantStore store) {
        for (YearMonth month : months()) {
            for (GrantGauge gauge : store.gauges("s", month)) {
                BigDecimal given =
                        gauge.runs().values().stream().reduce(BigDecimal.ZERO, BigDecimal::add);
                assertThat(given).isBetween(BigDecimal.ZERO, gauge.grant().amount());
                assertThat(gauge.left()).isBetween(BigDecimal.ZERO, gauge.grant().amount());
                assertThat(gauge.left().add(gauge.used()))
                        .isGreaterThanOrEqualTo(gauge.grant().amount());
                assertThat(store.account("s").left(Shelf.ACA, gauge.grant().unit(), month))
                        .isEqualByComparingTo(gauge.left());
            }
        }
    }

    /** Runs that share months get together what one run over all their time would have got. */
    @Property(tries = 40)
    void manyRunsGetWhatOneWould(
            @ForAll @Size(min = 1, max = 8)
                    List<@net.jqwik.api.constraints.LongRange(max = 20_000_000) Long> lengths)
            throws IOException {
        in(
                folder -> {
                    GrantStore store = GrantStoreTest.store(folder);
                    Instant start = Instant.parse("2028-02-29T12:00:00Z");
                    Instant from = start;
                    BigDecimal together = BigDecimal.ZERO;
                    for (int i = 0; i < lengths.size(); i++) {
                        Interval part = Interval.of(from, Duration.ofMillis(lengths.get(i)));
                        from = part.end();
                        Bill bill = store.settle("s", List.of(new Use("run" + i, Shelf.T4, part)));
                        together =
                                together.add(
                                        bill.lines().stream()
                                                .filter(GrantStorePropertyTest::isProcessor)
                                                .map(Line::granted)
                                                .reduce(BigDecimal.ZERO, BigDecimal::add));
                    }
                    Bill one =
                            Pricing.bill(
                                    List.of(new Use("one", Shelf.T4, new Interval(start, from))),
                                    Shelf.fullGrant());
                    assertThat(together).isEqualByComparingTo(one.lines().getFirst().granted());
                });
    }

    private static boolean isProcessor(Line line) {
        return line.metered().price().unit() == Unit.VCPU_SECOND;
    }
}
