package dev.tagwerk.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tagwerk.spec.ParsedWorkspace;
import dev.tagwerk.spec.WorkspaceFile;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.Currency;
import java.util.List;
import java.util.Optional;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OwnHardwareTest {
    private static final Rates NO_RATES = new Rates(List.of());

    private static OwnHardware machine(String... lines) {
        String text =
                "hardware:\n- name: server\n  months: 36\n  utilisation: 30 %\n"
                        + String.join(
                                "", List.of(lines).stream().map(l -> "  " + l + "\n").toList());
        return switch (WorkspaceFile.parse(text, Path.of("tagwerk.yaml"))) {
            case ParsedWorkspace.Valid valid ->
                    OwnHardware.of(valid.settings().hardware().getFirst());
            case ParsedWorkspace.Invalid invalid -> throw new AssertionError(invalid.problems());
        };
    }

    /** Eight H100 with their server, at 150,000 to 250,000 EUR, against eight rented ones. */
    private static OwnHardware eightH100(String purchase) {
        return machine(
                "gpu: H100-80GB",
                "gpus: 8",
                "purchase: " + purchase,
                "power: 10200 W",
                "electricity: 0.30 EUR/kWh",
                "rack: 0 EUR",
                "service: 0 EUR",
                "people: 0 EUR");
    }

    @ParameterizedTest
    @CsvSource({
        // 4,166.67 EUR a month against 24.80 - 3.06 EUR an hour
        "150000 EUR, 191.66, 22.07",
        "200000 EUR, 255.55, 28.41",
        "250000 EUR, 319.43, 34.75",
    })
    void aServerOfEightIsCheaperThanRentingFromSoManyHoursOn(
            String purchase, String hours, String hour) {
        OwnHardware own = eightH100(purchase);
        Money rented =
                Pricing.hour(Shelf.offer("ovh-ai/GRA/h100-1-gpu"))
                        .list()
                        .orElseThrow()
                        .times(BigDecimal.valueOf(8));
        assertThat(rented).isEqualTo(Money.of("24.8", "EUR"));
        BreakEven even = own.breakEven(rented, NO_RATES).orElseThrow();
        assertThat(even.reachable()).isTrue();
        assertThat(even.hours().orElseThrow().setScale(2, RoundingMode.HALF_UP))
                .isEqualByComparingTo(hours);
        assertThat(own.hour().shown(2)).isEqualTo(hour + " EUR");
        assertThat(own.unknown())
                .containsExactly("cooling while it works", "electricity while it does not");
    }

    @Test
    void everyPartCountsAndTheirSumIsTheHour() {
        OwnHardware own =
                machine(
                        "purchase: 9000 EUR",
                        "power: 350 W",
                        "idle_power: 50 W",
                        "electricity: 0.30 EUR/kWh",
                        "pue: 1.4",
                        "rack: 100 EUR",
                        "service: 0 EUR",
                        "people: 219.15 EUR");
        // 219.15 h a month are used
        assertThat(own.usedHours()).isEqualByComparingTo("219.15");
        assertThat(own.parts())
                .extracting(part -> part.hour().orElseThrow().shown(6))
                .containsExactly(
                        "1.140771 EUR",
                        "0.105000 EUR",
                        "0.042000 EUR",
                        "0.049000 EUR",
                        "0.456308 EUR",
                        "0.000000 EUR",
                        "1.000000 EUR");
        assertThat(own.hour().shown(6)).isEqualTo("2.793080 EUR");
        assertThat(own.unknown()).isEmpty();
        assertThat(own.month(own.usedHours()).minus(own.hour().times(own.usedHours())).amount())
                .isBetween(new BigDecimal("-1e-12"), new BigDecimal("1e-12"));
    }

    @Test
    void whatNobodySaidIsNamedAndNotZero() {
        OwnHardware own =
                machine(
                        "purchase: 9000 EUR",
                        "power: 350 W",
                        "electricity: 0.30 EUR/kWh",
                        "cooling: 100 W");
        assertThat(own.unknown())
                .containsExactly("electricity while it does not", "rack", "service", "people");
        assertThat(own.parts().get(2).hour()).contains(Money.of("0.03", "EUR"));
        assertThat(own.parts().get(4).hour()).isEmpty();
    }

    @Test
    void anotherCurrencyWantsARate() {
        OwnHardware own = eightH100("150000 EUR");
        Money dollars = Money.of("31", "USD");
        assertThat(own.breakEven(dollars, NO_RATES)).isEmpty();
        ExchangeRate rate =
                new ExchangeRate(
                        Currency.getInstance("EUR"),
                        Currency.getInstance("USD"),
                        new BigDecimal("0.8"),
                        LocalDate.of(2026, 12, 1),
                        "test");
        BreakEven even = own.breakEven(dollars, new Rates(List.of(rate))).orElseThrow();
        assertThat(even.rented()).isEqualTo(Money.of("24.8", "EUR"));
        assertThat(even.hours().orElseThrow().setScale(2, RoundingMode.HALF_UP))
                .isEqualByComparingTo("191.66");
    }

    @Test
    void someMachinesAreNeverCheaper() {
        OwnHardware own = eightH100("150000 EUR");
        assertThat(own.breakEven(Money.of("3.06", "EUR"), NO_RATES).orElseThrow().hours())
                .isEmpty();
        BreakEven far = own.breakEven(Money.of("8", "EUR"), NO_RATES).orElseThrow();
        assertThat(far.hours().orElseThrow()).isGreaterThan(OwnHardware.HOURS_A_MONTH);
        assertThat(far.reachable()).isFalse();
        assertThatThrownBy(() -> own.month(new BigDecimal("731")))
                .isInstanceOf(LedgerException.class);
    }

    @Property(tries = 300)
    void atTheBreakEvenBothCostTheSame(
            @ForAll @IntRange(min = 1, max = 500_000) int purchase,
            @ForAll @IntRange(min = 1, max = 100) int utilisation,
            @ForAll @IntRange(max = 5_000) int rack,
            @ForAll @IntRange(min = 1, max = 20_000) int watts,
            @ForAll @IntRange(max = 1_000) int idle,
            @ForAll @IntRange(min = 1, max = 10_000) int cents) {
        Currency euro = Currency.getInstance("EUR");
        OwnHardware own =
                new OwnHardware(
                        "own",
                        new Money(BigDecimal.valueOf(purchase), euro),
                        36,
                        BigDecimal.valueOf(watts, 3),
                        idle == 0 ? Optional.empty() : Optional.of(BigDecimal.valueOf(idle, 3)),
                        Optional.of(new BigDecimal("1.3")),
                        Optional.empty(),
                        Money.of("0.31", "EUR"),
                        Optional.of(new Money(BigDecimal.valueOf(rack), euro)),
                        Optional.empty(),
                        Optional.empty(),
                        BigDecimal.valueOf(utilisation, 2));
        Money sum = Money.zero(euro);
        for (OwnHardware.Part part : own.parts()) {
            sum = part.hour().map(sum::plus).orElse(sum);
        }
        assertThat(own.hour()).isEqualTo(sum);
        Money rented = new Money(BigDecimal.valueOf(cents, 2), euro);
        BreakEven even = own.breakEven(rented, NO_RATES).orElseThrow();
        if (even.reachable()) {
            BigDecimal hours = even.hours().orElseThrow();
            assertThat(own.month(hours).minus(rented.times(hours)).amount().abs())
                    .isLessThan(new BigDecimal("1e-9"));
            assertThat(own.month(OwnHardware.HOURS_A_MONTH).amount())
                    .isLessThanOrEqualTo(
                            rented.times(OwnHardware.HOURS_A_MONTH)
                                    .amount()
                                    .add(new BigDecimal("1e-9")));
        } else {
            assertThat(own.month(OwnHardware.HOURS_A_MONTH).amount())
                    .isGreaterThan(rented.times(OwnHardware.HOURS_A_MONTH).amount());
        }
    }
}
