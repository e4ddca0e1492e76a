package dev.tagwerk.quote;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.tagwerk.ledger.GrantAccount;
import dev.tagwerk.ledger.Money;
import dev.tagwerk.market.Grant;
import dev.tagwerk.market.Offer;
import dev.tagwerk.market.Placement;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.function.UnaryOperator;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class QuoterTest {
    private static final Instant START = Instant.parse("2026-12-01T00:00:00Z");

    private static Quoter quoter(QuotedJob job, List<Measured> runs) {
        return new Quoter(job, DurationModel.of(runs), START, () -> new GrantAccount(Grant.all()));
    }

    private static List<Measured> measured() {
        return List.of(Fixtures.run("shape", 20, Fixtures.STEP.times(20), 10));
    }

    @Test
    void theOctoberRunAsAContainer() {
        Quote quote =
                quoter(Fixtures.container(Spread.exactly(4.75 * 3600)), List.of())
                        .quote(Fixtures.T4);
        assertThat(quote.evidence()).isEqualTo(Evidence.STATED);
        QuoteLine whole =
                quote.lines().stream()
                        .filter(one -> one.name().equals("the job"))
                        .findFirst()
                        .orElseThrow();
        assertThat(whole.cost().middle().orElseThrow().shown(2)).isEqualTo("9.73 USD");
        // 57 s of start are billed too, at 2.0484 USD an hour less what the grant still gives
        Money total = quote.total(Level.P50).orElseThrow();
        assertThat(total.amount().doubleValue()).isBetween(3.639, 3.639 + 57 * 2.0484 / 3600);
        assertThat(quote.list(Level.P50).orElseThrow().amount().doubleValue())
                .isCloseTo(2.0484 * (4.75 + 57 / 3600.0), within(0.001));
    }

    @Property(tries = 100)
    void theSumOfTheLinesIsTheTotalAndLevelsRise(
            @ForAll @DoubleRange(min = 1, max = 200_000) double seconds,
            @ForAll @IntRange(min = 0, max = 200) int index) {
        Offer offer = Fixtures.OFFERS.get(index % Fixtures.OFFERS.size());
        Quote quote = quoter(Fixtures.container(new Spread(seconds, 0.4)), List.of()).quote(offer);
        if (quote.hour().isEmpty()) {
            assertThat(quote.total(Level.P50)).isEmpty();
            return;
        }
        for (Level level : Level.values()) {
            BigDecimal sum =
                    quote.lines().stream()
                            .flatMap(line -> line.cost().at(level).stream())
                            .map(Money::amount)
                            .reduce(BigDecimal.ZERO, BigDecimal::add);
            assertThat(sum).isEqualByComparingTo(quote.total(level).orElseThrow().amount());
        }
        assertThat(quote.total(Level.P10).orElseThrow().amount())
                .isLessThanOrEqualTo(quote.total(Level.P50).orElseThrow().amount());
        assertThat(quote.total(Level.P50).orElseThrow().amount())
                .isLessThanOrEqualTo(quote.total(Level.P90).orElseThrow().amount());
        assertThat(quote.total(Level.P10).orElseThrow().amount()).isNotNegative();
    }

    @Test
    void whatAContainerKeepsIsUnknownAndNotNothing() {
        Quote quote = quoter(Fixtures.container(Spread.exactly(600)), List.of()).quote(Fixtures.T4);
        assertThat(quote.unknown()).containsExactly("storage, a month", "egress");
        assertThat(quote.staying()).isEmpty();
    }

    @Test
    void ovhcloudStopsAJobAfterAWeek() {
        Quote quote =
                quoter(Fixtures.container(Spread.exactly(200 * 3600)), List.of())
                        .quote(Fixtures.L4);
        assertThat(quote.phases()).isEmpty();
        assertThat(quote.notes())
                .contains("longer than the 7 days that the service allows a job: not quoted");
    }

    @Test
    void minutesOfOvhcloudRoundUp() {
        Quote quote = quoter(Fixtures.container(Spread.exactly(61)), List.of()).quote(Fixtures.L4);
        double billed = quote.seconds(Level.P50);
        double minutes = Math.ceil(billed / 60);
        Money compute =
                quote.lines().stream()
                        .filter(line -> !line.name().startsWith("storage"))
                        .flatMap(line -> line.cost().middle().stream())
                        .reduce(Money::plus)
                        .orElseThrow();
        assertThat(compute.amount().doubleValue()).isCloseTo(minutes * 0.83 / 60, within(1e-9));
    }

    @Test
    void withNothingMeasuredItIsNoQuote() {
        Quote quote =
                quoter(Fixtures.training(Fixtures.STEP.times(100), 100), List.of())
                        .quote(Fixtures.T4);
        assertThat(quote.evidence()).isEqualTo(Evidence.NONE);
        assertThat(quote.phases()).isEmpty();
        assertThat(quote.total(Level.P50)).isEmpty();
        assertThat(quote.hour().orElseThrow().shown(4)).isEqualTo("2.0484 USD");
    }

    @Test
    void stepsMeasuredHereBackOtherDevices() {
        Quote quote =
                quoter(Fixtures.training(Fixtures.STEP.times(1e5), 100_000), measured())
                        .quote(Fixtures.T4);
        assertThat(quote.evidence()).isEqualTo(Evidence.SCALED);
        assertThat(quote.precision()).contains(Precision.FP16);
        assertThat(quote.phases())
                .containsKeys(Phase.START, Phase.LOAD, Phase.TRAINING, Phase.CHECKPOINTS);
        assertThat(quote.unknown()).containsExactly("egress");
    }

    @Test
    void otherJobsMeasuredHereDoNotBackACard() {
        List<Measured> others = List.of(Fixtures.run("another", 20, Fixtures.STEP.times(20), 10));
        assertThat(
                        quoter(Fixtures.training(Fixtures.STEP.times(100), 100), others)
                                .quote(Fixtures.T4)
                                .evidence())
                .isEqualTo(Evidence.NONE);
    }

    @Test
    void spotPaysForWhatIsLost() {
        Offer spot = Fixtures.offer("azure-vm/westus2/Standard_NC8as_T4_v3/spot");
        Offer demand = Fixtures.offer("azure-vm/westus2/Standard_NC8as_T4_v3");
        Quoter quoter = quoter(Fixtures.training(Fixtures.STEP.times(1e6), 100_000), measured());
        assertThat(quoter.quote(spot).phases().get(Phase.PREEMPTIONS).high()).isPositive();
        assertThat(quoter.quote(spot).phases().get(Phase.PREEMPTIONS).low()).isZero();
        assertThat(quoter.quote(demand).phases()).doesNotContainKey(Phase.PREEMPTIONS);
    }

    @Test
    void whatDoesNotFitIsRefusedWithTheReason() {
        QuotedJob.Needs needs =
                new QuotedJob.Needs(
                        Optional.empty(),
                        2,
                        OptionalDouble.of(12),
                        OptionalDouble.of(100),
                        (gpu, precision) -> OptionalLong.of(20L << 30));
        QuotedJob small = Fixtures.training(Fixtures.STEP, 1);
        QuotedJob job =
                new QuotedJob(
                        "job",
                        "shape",
                        small.training(),
                        Optional.empty(),
                        needs,
                        0,
                        0,
                        0,
                        OptionalLong.empty(),
                        0);
        assertThat(quoter(job, List.of()).refusals(Fixtures.T4))
                .containsExactly(
                        "has 1 GPU, the job wants 2",
                        "has 8 vCPUs, the job wants 12",
                        "has 56 GiB of memory, the job wants 100",
                        "its card has 15.0 GiB, the job takes 20.0 GiB in fp16");
    }

    @Test
    void bf16OnACardThatEmulatesItIsRefused() {
        QuotedJob any = Fixtures.training(Fixtures.STEP, 1);
        QuotedJob.Training training = any.training().orElseThrow();
        QuotedJob job =
                new QuotedJob(
                        "job",
                        "shape",
                        Optional.of(
                                new QuotedJob.Training(
                                        Map.of(
                                                Precision.BF16,
                                                training.demands().get(Precision.BF16)),
                                        1,
                                        8,
                                        50,
                                        1,
                                        1,
                                        0,
                                        OptionalDouble.empty())),
                        Optional.empty(),
                        any.needs(),
                        0,
                        0,
                        0,
                        OptionalLong.empty(),
                        0);
        assertThat(quoter(job, List.of()).refusals(Fixtures.T4))
                .containsExactly(
                        "T4 only emulates bf16, which the job names: with precision: auto it"
                                + " computes in fp16");
        assertThat(quoter(job, List.of()).refusals(Fixtures.L4)).isEmpty();
    }

    @Test
    void moreThanAYearIsNotQuoted() {
        Quote quote =
                quoter(Fixtures.training(Fixtures.STEP.times(1e12), 1_000_000), measured())
                        .quote(Fixtures.T4);
        assertThat(quote.phases()).isEmpty();
        assertThat(quote.notes()).anyMatch(note -> note.startsWith("more than a year"));
    }

    @Test
    void refusedOffersStandApartAndUnknownPricesLast() {
        Quoter quoter = quoter(Fixtures.training(Fixtures.STEP.times(1e4), 10_000), measured());
        Quotes quotes =
                Quotes.of(
                        quoter,
                        Fixtures.OFFERS,
                        new Placement(List.of("eu"), List.of("us-cloud-act"), List.of()),
                        List.of(),
                        UnaryOperator.identity());
        assertThat(quotes.admissible())
                .isNotEmpty()
                .allMatch(quote -> quote.offer().region().provider().equals("ovhcloud"));
        assertThat(quotes.refused())
                .hasSize(Fixtures.OFFERS.size() - quotes.admissible().size())
                .noneMatch(refused -> refused.reasons().isEmpty());
        List<Boolean> unknown =
                quotes.admissible().stream().map(quote -> quote.hour().isEmpty()).toList();
        assertThat(unknown).isSortedAccordingTo(Boolean::compare);
        assertThat(quotes.marks(UnaryOperator.identity()))
                .containsKey(quotes.admissible().getFirst().offer().id());
    }

    @Test
    void anInadmissiblePlaceOfOtherBytesRefusesEveryOffer() {
        Quotes quotes =
                Quotes.of(
                        quoter(Fixtures.container(Spread.exactly(60)), List.of()),
                        Fixtures.OFFERS,
                        Placement.ANYWHERE,
                        List.of("logs would lie in westus2, a third country"),
                        UnaryOperator.identity());
        assertThat(quotes.admissible()).isEmpty();
    }
}
