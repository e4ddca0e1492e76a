/**
 * What a job will take and cost on each offer, as a range: durations from what was measured, money
 * from tariffs, and the cap that a budget becomes.
 *
 * <p>In: how much a job is, earlier runs, offers with prices, where bytes may be. Out: quotes with
 * P10, P50 and P90, line by line; or that nothing measured backs one. Pure: no files, no network,
 * no clock.
 *
 * <p>Read first: {@link dev.tagwerk.quote.DurationModel}, {@link dev.tagwerk.quote.Quoter}, {@link
 * dev.tagwerk.quote.Cap}. The formulas and constants are explained in docs/quotes.md.
 */
@NullMarked
package dev.tagwerk.quote;

import org.jspecify.annotations.NullMarked;
