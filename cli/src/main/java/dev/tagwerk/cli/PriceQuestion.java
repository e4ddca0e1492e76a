package dev.tagwerk.cli;

import dev.tagwerk.ledger.Bill;
import dev.tagwerk.ledger.ExchangeRate;
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
 * @param today which prices are stale depends on it
 */
record PriceQuestion(
        Offer offer,
        Duration duration,
        Bill hour,
        Bill bill,
        Optional<String> grant,
        List<Alternatives.Alternative> compared,
        Optional<ExchangeRate> rate,
        LocalDate today) {}
