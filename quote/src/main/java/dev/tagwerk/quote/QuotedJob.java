package dev.tagwerk.quote;

import dev.tagwerk.market.Gpu;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * A job to quote, in numbers.
 *
 * @param shape what runs of the same shape have in common; see {@link Measured#shape}
 * @param training empty for a container, whose work nobody knows
 * @param stated seconds from start to end, as somebody said who knows the job; empty where they are
 *     to be told from the work
 * @param needs what the machine must have
 * @param modelBytes of the base model that is loaded and kept in the cache
 * @param dataBytes of the data set
 * @param outputBytes of what is taken home
 * @param imageBytes of the container image, where known
 * @param retries starts after a failure that the provider makes by itself
 */
public record QuotedJob(
        String name,
        String shape,
        Optional<Training> training,
        Optional<Spread> stated,
        Needs needs,
        long modelBytes,
        long dataBytes,
        long outputBytes,
        OptionalLong imageBytes,
        int retries) {

    /**
     * Training, as far as it costs time.
     *
     * @param demands by precision; one only where the job has chosen
     * @param examples rows learnt from, each as often as it comes
     * @param checkpointsEvery steps
     * @param checkpointBytes of one
     * @param checkpointsKept of them stay
     * @param referenceSecondsPerExample on a T4 in fp32, where a known run was alike
     */
    public record Training(
            Map<Precision, Demand> demands,
            int steps,
            long examples,
            int checkpointsEvery,
            long checkpointBytes,
            int checkpointsKept,
            int evaluations,
            OptionalDouble referenceSecondsPerExample) {
        public Training {
            demands = Map.copyOf(demands);
            if (demands.isEmpty() || steps < 1 || checkpointsEvery < 1) {
                throw new IllegalArgumentException("a training without work");
            }
        }

        int checkpoints() {
            return 1 + (steps + checkpointsEvery - 1) / checkpointsEvery;
        }
    }

    /** Tells what a job takes of a card. */
    @FunctionalInterface
    public interface CardMemory {
        /** Bytes that it takes of each card of such a kind; empty where nobody knows. */
        OptionalLong bytes(Gpu gpu, Precision precision);
    }

    /**
     * What a machine must have.
     *
     * @param gpu the card that the job names
     * @param cards how many; 0 for none
     */
    public record Needs(
            Optional<String> gpu,
            int cards,
            OptionalDouble vcpus,
            OptionalDouble memoryGib,
            CardMemory cardMemory) {}
}
