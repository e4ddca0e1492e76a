/**
 * The command line: turns what a person typed into calls of the other rooms, and their answers into
 * text, JSON and exit codes.
 *
 * <p><b>In</b> come arguments, the environment and the current folder, all through {@link
 * dev.tagwerk.cli.Shell}; <b>out</b> go data on stdout, progress and errors on stderr, and one of
 * the exit codes in {@link dev.tagwerk.cli.ExitCode}. Nothing is decided here that another front (a
 * web page, a test) would have to decide again.
 *
 * <p>Read first: {@link dev.tagwerk.cli.Main} (the way of one call), {@code Subcommands} (the table
 * of commands; a new one is a line there and a class beside it) and {@code Errors} (how failures
 * are told).
 */
@NullMarked
package dev.tagwerk.cli;

import org.jspecify.annotations.NullMarked;
