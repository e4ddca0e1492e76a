package dev.tagwerk.modelfiles;

import java.util.List;

/**
 * The rows of a job, as far as memory depends on them.
 *
 * @param batches micro-batches of training, each cut into shares: one for each worker of each
 *     process, in turn
 * @param validation the same of what is computed at once in an evaluation; empty without one
 * @param rows how many were read
 * @param tokens of all of them
 * @param distinctTokens how many different ones
 * @param dataBytes of the files that rows come from
 * @param origin where these numbers are from, for people
 */
public record Workload(
        List<List<BatchShare>> batches,
        List<List<BatchShare>> validation,
        long rows,
        long tokens,
        long distinctTokens,
        long dataBytes,
        String origin) {
    public Workload {
        batches = List.copyOf(batches);
        validation = List.copyOf(validation);
        if (batches.isEmpty()) {
            throw new ModelFilesException("batches must not be empty: nothing would be trained");
        }
    }
}
