/**
 * Solitaire Kniffel: the game whose best play is known exactly, so that a decision model can be
 * taught and judged in points.
 *
 * <p>In: a seed. Out: decision rows for training, held-out rows, the regret of every option in a
 * side file, and games of any {@link dev.tagwerk.kniffel.BatchDecider} against players of known
 * strength on the same dice.
 *
 * <p>Read first: {@link dev.tagwerk.kniffel.Candidates} (which actions are offered, by a rule that
 * knows no value), {@link dev.tagwerk.kniffel.Optimum} (what each action is worth), {@link
 * dev.tagwerk.kniffel.Games} (games in lockstep).
 */
@NullMarked
package dev.tagwerk.kniffel;

import org.jspecify.annotations.NullMarked;
