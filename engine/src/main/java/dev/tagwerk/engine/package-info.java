/**
 * Runs that survive crashes. A run's journal is the only state; everything else is folded from it
 * or observed.
 *
 * <p>What comes in: a job (as written and as resolved), and the providers that can execute it. What
 * goes out: runs that are started once, observed, stopped, resumed from checkpoints, listed and
 * exported, also when the controller is killed between any two of its acts.
 *
 * <p>Read first: {@link dev.tagwerk.engine.Engine} (what one can do with runs), {@link
 * dev.tagwerk.engine.Entry} and {@link dev.tagwerk.engine.RunState} (the journal and its fold),
 * {@link dev.tagwerk.engine.Provider} (what a place to run jobs must be able to do).
 */
@NullMarked
package dev.tagwerk.engine;

import org.jspecify.annotations.NullMarked;
