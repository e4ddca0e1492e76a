/**
 * The provider {@code local}: an attempt is a process of this machine that outlives the command
 * that started it.
 *
 * <p>What comes in: the command line of the trainer, and attempts. What goes out: processes in a
 * session of their own, whose output and exit code lie in the run folder, so that whoever looks
 * later learns how they ended.
 *
 * <p>Read first: {@link dev.tagwerk.local.LocalProvider}, {@code wrapper.sh} beside it, {@link
 * dev.tagwerk.local.TrainerCommand}.
 */
@NullMarked
package dev.tagwerk.local;

import org.jspecify.annotations.NullMarked;
