/**
 * What machines cost: meters over time, priced, with the free grant taken off. Exact: amounts are
 * decimals with a currency, never binary fractions; time is UTC.
 *
 * <p>In: offers and tariffs of {@code market}, intervals of use, what is used of a month's grant.
 * Out: a bill, line by line, whose sum is its total; or no total where a price is unknown.
 *
 * <p>Read first: {@link dev.tagwerk.ledger.Pricing}, {@link dev.tagwerk.ledger.Bill}, {@link
 * dev.tagwerk.ledger.GrantStore}, which keeps grants on disk. Everything but it and {@code
 * GrantAccount} is immutable; those are safe for any number of threads, the store for processes,
 * too.
 */
@NullMarked
package dev.tagwerk.ledger;

import org.jspecify.annotations.NullMarked;
