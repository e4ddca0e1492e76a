package dev.tagwerk.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.tagwerk.market.Confidence;
import dev.tagwerk.market.Meter;
import dev.tagwerk.market.Unit;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.time.YearMonth;
import java.util.Currency;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The LoRA training on Container Apps of October 2026 whose invoice is known, to the cent. */
class OctoberRunTest {
    private static Line line(Bill bill, Meter meter) {
        return bill.lines().stream()
                .filter(line -> line.metered().meter() == meter)
                .findFirst()
                .orElseThrow();
    }

    @Test
    void anHourAndTheGpusShareOfIt() {
        Bill hour = Pricing.hour(Shelf.T4);
        assertThat(hour.list()).contains(Money.of("2.0484", "USD"));
        Money gpu = line(hour, Meter.GPU).list().orElseThrow();
        assertThat(gpu.shareOf(hour.list().orElseThrow()))
                .isCloseTo(new BigDecimal("0.1283"), within(new BigDecimal("0.00005")));
        assertThat(line(hour, Meter.GPU).metered().price().provenance().confidence())
                .isEqualTo(Confidence.DERIVED);
    }

    @Test
    void anHourOfAnA100InEastus() {
        assertThat(Pricing.hour(Shelf.A100).list()).contains(Money.of("6.354", "USD"));
    }

    @ParameterizedTest
    @CsvSource({"4.75, 9.73, 3.639", "4.8, 9.83, 3.692", "4.9, 10.04, 3.799", "5.0, 10.24, 3.906"})
    void listAndAfterAFullGrant(String hours, String list, String afterGrant) {
        Bill bill = Shelf.hours(Shelf.T4, hours);
        assertThat(bill.list().orElseThrow().shown(2)).isEqualTo(list + " USD");
        assertThat(bill.afterGrant().orElseThrow().shown(3)).isEqualTo(afterGrant + " USD");
    }

    /** 3.22 EUR were paid: between 4.8 h at the dearest dollar and 4.9 h at the cheapest. */
    @Test
    void theInvoiceInEuros() {
        Money least = euros("4.8", "0.87");
        Money most = euros("4.9", "0.85");
        assertThat(least.shown(2)).isEqualTo("3.21 EUR");
        assertThat(most.shown(2)).isEqualTo("3.23 EUR");
    }

    private static Money euros(String hours, String rate) {
        return new ExchangeRate(
                        Currency.getInstance("EUR"),
                        Currency.getInstance("USD"),
                        new BigDecimal(rate),
                        LocalDate.parse("2026-10-31"),
                        "the test")
                .convert(Shelf.hours(Shelf.T4, hours).afterGrant().orElseThrow());
    }

    @Test
    void theGrantEndsAtSixHoursAndAQuarterOfProcessor() {
        assertThat(line(Shelf.hours(Shelf.T4, "6.25"), Meter.VCPU_ACTIVE).afterGrant())
                .contains(Money.of("0", "USD"));
        Bill secondLater = Shelf.seconds(Shelf.T4, 22_501);
        assertThat(line(secondLater, Meter.VCPU_ACTIVE).afterGrant())
                .contains(Money.of("0.000272", "USD"));
    }

    /** 360,000 GiB-seconds over 56 GiB are 6,428.57 s, 1.7857 h. */
    @Test
    void theGrantEndsAtOneHourAndThreeQuartersOfMemory() {
        Bill before = Shelf.seconds(Shelf.T4, 6428);
        assertThat(line(before, Meter.MEMORY_ACTIVE).afterGrant()).contains(Money.of("0", "USD"));
        Bill after = Shelf.seconds(Shelf.T4, 6429);
        assertThat(line(after, Meter.MEMORY_ACTIVE).afterGrant())
                .contains(Money.of("0.000096", "USD"));
    }

    @Test
    void theGpuHasNoGrant() {
        assertThat(line(Shelf.hours(Shelf.T4, "1"), Meter.GPU).granted()).isZero();
        assertThat(Shelf.fullGrant().left(Shelf.ACA, Unit.GPU_SECOND, YearMonth.of(2026, 10)))
                .isZero();
    }
}
