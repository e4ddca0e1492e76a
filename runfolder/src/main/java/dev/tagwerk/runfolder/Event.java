package dev.tagwerk.runfolder;

import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/** What a trainer tells while it works; one line of {@code events.jsonl} each. */
public sealed interface Event {
    Stamp stamp();

    default long sequence() {
        return stamp().sequence();
    }

    default Instant at() {
        return stamp().at();
    }

    /**
     * The trainer is ready to take its first step.
     *
     * @param attempt the attempt that this process claimed
     * @param totalSteps optimiser steps that the whole run will have
     * @param examples training rows per epoch
     * @param trainableParameters numbers that the optimiser changes
     */
    record Started(
            Stamp stamp,
            String attempt,
            int totalSteps,
            long examples,
            long trainableParameters,
            Fingerprint fingerprint)
            implements Event {
        public Started {
            notNegative("totalSteps", totalSteps);
            notNegative("examples", examples);
            notNegative("trainableParameters", trainableParameters);
        }
    }

    /**
     * One optimiser step.
     *
     * @param step counts from 1
     * @param epoch passes over the data so far, with fraction
     * @param loss mean over the step's learnt tokens or questions
     * @param gradNorm the gradients' norm before clipping
     * @param tokens tokens computed in this step
     * @param examples rows in this step
     * @param seconds wall time of this step
     * @param longestRow tokens in the longest row of this step
     * @param residentBytes the process's resident memory after this step
     */
    record Step(
            Stamp stamp,
            int step,
            double epoch,
            double loss,
            double learningRate,
            double gradNorm,
            long tokens,
            long examples,
            double seconds,
            int longestRow,
            long residentBytes)
            implements Event {
        public Step {
            notNegative("step", step);
            notNegative("tokens", tokens);
            notNegative("examples", examples);
            notNegative("longestRow", longestRow);
        }
    }

    /** An evaluation during training; metrics by name (accuracy, brier, ...). */
    record Evaluated(Stamp stamp, int step, double loss, Map<String, Double> metrics)
            implements Event {
        public Evaluated {
            notNegative("step", step);
            metrics = Collections.unmodifiableMap(new LinkedHashMap<>(metrics));
        }
    }

    record CheckpointWritten(Stamp stamp, int step, long bytes, double seconds) implements Event {
        public CheckpointWritten {
            notNegative("step", step);
            notNegative("bytes", bytes);
        }
    }

    /**
     * A later attempt goes on from a checkpoint.
     *
     * @param bitIdentical whether the rest will equal, bit for bit, what the first attempt would
     *     have done
     * @param reason why not; empty when bitIdentical
     */
    record Resumed(Stamp stamp, int fromStep, boolean bitIdentical, String reason)
            implements Event {
        public Resumed {
            notNegative("fromStep", fromStep);
        }
    }

    record Note(Stamp stamp, String text) implements Event {}

    /** The run failed; code is short and stable (for machines), message is for people. */
    record Failed(Stamp stamp, String code, String message) implements Event {}

    record Finished(Stamp stamp, int step) implements Event {
        public Finished {
            notNegative("step", step);
        }
    }

    private static void notNegative(String field, long value) {
        if (value < 0) {
            throw new IllegalArgumentException(field + ": must not be negative, is " + value);
        }
    }
}
