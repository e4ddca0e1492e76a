/**
 * The job language: what a user writes in YAML, as values.
 *
 * <p><b>In</b> comes the text of a job file (and overrides of its {@code inputs}); <b>out</b> goes
 * either one immutable {@link dev.tagwerk.spec.Job} in which every default is filled in and every
 * path is absolute, or the complete list of {@link dev.tagwerk.spec.Problem}s, each with file,
 * line, column, YAML path and a remedy. A resolved job travels to the training program as JSON.
 * Nothing here looks into data or model files; whoever runs the job does.
 *
 * <p>Read first: {@link dev.tagwerk.spec.TrainingJob} (what a job is), {@code TrainingKeys} (the
 * table of keys from which parsing, defaults, messages, JSON and the schema all follow) and {@link
 * dev.tagwerk.spec.JobFile} (the door).
 */
@NullMarked
package dev.tagwerk.spec;

import org.jspecify.annotations.NullMarked;
