/**
 * The part of the Jinja language that chat templates are written in, interpreted.
 *
 * <p>In: the text of a template, and variables. Out: the rendered text and which of its characters
 * stand in {@code {% generation %}} blocks. Rendering is to the letter what {@code transformers}
 * makes of the same template (Jinja 3.1 in its immutable sandbox, with {@code trim_blocks}, {@code
 * lstrip_blocks} and loop controls): text is counted in code points, white space, numbers and
 * quotes are Python's.
 *
 * <p>A template comes from strangers. It reaches nothing but the values it is given, and work,
 * time, output and nesting are bounded ({@link dev.tagwerk.jinja.Limits}). Whatever this version
 * does not know is refused by name with line and column.
 *
 * <p>Read first: {@link dev.tagwerk.jinja.Template} (the door), {@link
 * dev.tagwerk.jinja.Expression} (what can be written), {@link dev.tagwerk.jinja.Evaluator} (what it
 * means).
 */
@NullMarked
package dev.tagwerk.jinja;

import org.jspecify.annotations.NullMarked;
