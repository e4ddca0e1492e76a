package dev.tagwerk.cli;

import dev.tagwerk.ledger.Bill;
import dev.tagwerk.ledger.ExchangeRate;
import dev.tagwerk.ledger.Money;
import dev.tagwerk.market.Offer;
import java.time.Duration;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;

/**
 * A price that was asked for, and the answer.
 *
 * @param hour a bill over one hour, before any grant
 * @param bill over the whole duration
 * @param grant what of the month's grant counts as used, in words; empty where the service has none
 * @param waiting when a later start would cost less
 * @param today which prices are stale depends on it
 */
record PriceQuestion(
        Offer offer,
        Duration duration,
        Bill hour,
        Bill bill,
        Optional<String> grant,
        Optional<Waiting> waiting,
        List<Alternatives.Alternative> compared,
        Optional<ExchangeRate> rate,
        LocalDate today) {
    /** The first day of the next month (UTC), when there is a grant again. */
    record Waiting(LocalDate start, Money afterGrant, Money saves) {}
}
