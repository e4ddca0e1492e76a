/**
 * Reads the files with which people start work on rented machines today, whoever's tool they are
 * for, without losing where anything stands.
 *
 * <p><b>In</b> comes a text with its name; <b>out</b> go {@link dev.tagwerk.formats.Document}s:
 * what kind of file it is, the tree of its values with their places, and, where something is
 * started by it, {@link dev.tagwerk.formats.Workload}s: one shape for a container that somebody's
 * platform will run. What cannot be read is a {@link dev.tagwerk.formats.Fault}, never an
 * exception. Nothing here judges; {@code preflight} does. {@link
 * dev.tagwerk.formats.ContainerImport} makes a job of ours of a workload.
 *
 * <p>Read first: {@link dev.tagwerk.formats.Formats} (the door), {@link dev.tagwerk.formats.Node}
 * (values with places), {@link dev.tagwerk.formats.Workload}.
 */
@NullMarked
package dev.tagwerk.formats;

import org.jspecify.annotations.NullMarked;
