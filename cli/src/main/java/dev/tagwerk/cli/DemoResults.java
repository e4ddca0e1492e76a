package dev.tagwerk.cli;

import dev.tagwerk.evaluate.EvaluationReport;
import dev.tagwerk.kniffel.GameReport;

/**
 * What the demo measured.
 *
 * @param evaluation base and tuned model on held-out rows
 * @param randomRegret points that a random choice among the options loses on the same questions
 * @param games all players on the same dice, against the greedy one
 * @param expectation what best play expects
 * @param run the training
 * @param seconds wall time of everything
 */
record DemoResults(
        EvaluationReport evaluation,
        double randomRegret,
        GameReport games,
        double expectation,
        DemoRun run,
        double seconds) {}
