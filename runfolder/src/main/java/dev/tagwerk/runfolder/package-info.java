/**
 * The folder that a trainer and its controller share; the only thing they share, on every provider.
 *
 * <p>What comes in: events, checkpoints and one result from the trainer; a stop request from the
 * controller. What goes out: the same, read back, with everything torn, edited or missing told
 * apart from what is intact. Every write that others rely on is made aside, flushed to the disk,
 * renamed, and the folder flushed too, so that a process killed at any moment leaves the former
 * state or the new one, never a mixture.
 *
 * <p>Read first: {@link dev.tagwerk.runfolder.RunFolder} (the layout and the claim), {@link
 * dev.tagwerk.runfolder.Checkpoints} (the write protocol), {@link dev.tagwerk.runfolder.EventLog}.
 */
@NullMarked
package dev.tagwerk.runfolder;

import org.jspecify.annotations.NullMarked;
