package dev.tagwerk.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Currency;
import org.junit.jupiter.api.Test;

class MoneyTest {
    private static final Currency EUR = Currency.getInstance("EUR");
    private static final Currency USD = Currency.getInstance("USD");

    private static ExchangeRate rate(String value) {
        return new ExchangeRate(
                EUR, USD, new BigDecimal(value), LocalDate.parse("2026-12-01"), "test");
    }

    @Test
    void noCurrencyBecomesAnotherWithoutARate() {
        assertThatThrownBy(() -> Money.of("1", "EUR").plus(Money.of("1", "USD")))
                .isInstanceOf(LedgerException.class)
                .hasMessageContaining("without a rate");
        assertThatThrownBy(() -> Money.of("1", "EUR").shareOf(Money.of("1", "USD")))
                .isInstanceOf(LedgerException.class);
        assertThatThrownBy(() -> rate("0.86").convert(Money.of("1", "CHF")))
                .hasMessageContaining("says nothing about CHF");
    }

    @Test
    void aRateConvertsBothWays() {
        assertThat(rate("0.86").convert(Money.of("2", "USD"))).isEqualTo(Money.of("1.72", "EUR"));
        assertThat(rate("0.8").convert(Money.of("1", "EUR"))).isEqualTo(Money.of("1.25", "USD"));
        assertThat(rate("0.86")).hasToString("1 USD = 0.86 EUR (test, 2026-12-01)");
        assertThatThrownBy(() -> rate("0")).isInstanceOf(LedgerException.class);
        assertThatThrownBy(() -> rate("-1")).isInstanceOf(LedgerException.class);
    }

    @Test
    void amountsWorthTheSameAreEqual() {
        assertThat(Money.of("1.50", "USD")).isEqualTo(Money.of("1.5", "USD"));
        assertThat(Money.of("0.000", "USD")).isEqualTo(Money.zero(USD));
        assertThat(Money.of("100", "USD")).hasToString("100 USD");
        assertThat(Money.of("1E+2", "USD")).hasToString("100 USD");
        assertThat(Money.of("0.005", "USD").shown(2)).isEqualTo("0.01 USD");
    }

    @Test
    void timeDoesNotRunBackwards() {
        Instant now = Instant.EPOCH;
        assertThatThrownBy(() -> new Interval(now, now.minusSeconds(1)))
                .isInstanceOf(LedgerException.class);
        assertThat(new Interval(now, now).secondsByMonth()).isEmpty();
    }

    @Test
    void anUnknownPriceIsNoZero() {
        Bill bill =
                Pricing.hour(Shelf.offer(Shelf.ACA + "/swedencentral/Consumption-GPU-NC8as-T4"));
        assertThat(bill.list()).isEmpty();
        assertThat(bill.afterGrant()).isEmpty();
        assertThat(bill.lines()).hasSize(3);
    }
}
