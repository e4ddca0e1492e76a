/**
 * Today's prices and exchange rates, read from those who publish them: Azure's Retail Prices API,
 * OVHcloud's order catalogue, the European Central Bank. Nothing else about prices uses a network.
 *
 * <p>In: answers over HTTP, which are not trusted: their size, number and values are bounded, and a
 * price that cannot be is not taken. Out: tariffs and rates in the workspace's folder, with a
 * history of what changed. One publisher's outage does not keep back the others.
 *
 * <p>Read first: {@link dev.tagwerk.pricefeed.Refresh}, {@link dev.tagwerk.pricefeed.PriceStore},
 * {@link dev.tagwerk.pricefeed.Publishers}.
 */
@NullMarked
package dev.tagwerk.pricefeed;

import org.jspecify.annotations.NullMarked;
