/**
 * Says what will go wrong with a job before anything is rented for it.
 *
 * <p><b>In</b> come files that {@code formats} has read, with what is given beside them
 * (environments, storages, images, what the probe found); <b>out</b> go {@link
 * dev.tagwerk.preflight.Finding}s: which rule, where, what, why, and the text to write instead. A
 * rule that cannot be sure says so with a note: false alarms are worse than misses. Nothing here
 * touches the network or writes a file.
 *
 * <p>Read first: {@link dev.tagwerk.preflight.Preflight} (the door), {@link
 * dev.tagwerk.preflight.Rule} (what a rule says of itself; its text and examples lie among the
 * resources), {@code Check} (what a rule does).
 */
@NullMarked
package dev.tagwerk.preflight;

import org.jspecify.annotations.NullMarked;
