/**
 * What is known about the places where jobs run: GPUs and drivers, machines, regions, laws, prices,
 * limits, and what the services' own schemas demand. Facts only; no network, no opinion about a
 * job.
 *
 * <p>In: tables beside this package ({@code *.tsv}), each row with source, date and confidence.
 * Out: records, found by whatever spelling people use ({@code "T4"}, {@code "nvidia-tesla-t4"},
 * {@code "Standard_NC8as_T4_v3"}). What is not known is an empty {@code Optional}, never a guess.
 *
 * <p>Read first: {@link dev.tagwerk.market.Gpus}, {@link dev.tagwerk.market.ServiceRegions}, {@link
 * dev.tagwerk.market.Limits}. Everything is immutable and safe for any number of threads.
 */
@NullMarked
package dev.tagwerk.market;

import org.jspecify.annotations.NullMarked;
