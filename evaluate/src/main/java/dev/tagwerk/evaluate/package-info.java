/**
 * Measures models and lets them answer: base against tuned on the same rows, calibration, reports.
 *
 * <p><b>In</b> come a model (a run's output, a decision checkpoint, a base folder), rows from
 * module {@code data}, and an evaluation job or a question; <b>out</b> go answers in the decision
 * format, metrics with bootstrap intervals as values, JSON, text and a self-contained HTML page,
 * and temperatures written into the decision model's description.
 *
 * <p>Read first: {@link dev.tagwerk.evaluate.Decider} (questions to probabilities), {@link
 * dev.tagwerk.evaluate.Evaluation} (rows to a report), {@link dev.tagwerk.evaluate.DecisionMetrics}
 * (the formulas). {@link dev.tagwerk.evaluate.HtmlReport} and {@link dev.tagwerk.evaluate.Plot}
 * build pages for other reports, too.
 */
@NullMarked
package dev.tagwerk.evaluate;

import org.jspecify.annotations.NullMarked;
