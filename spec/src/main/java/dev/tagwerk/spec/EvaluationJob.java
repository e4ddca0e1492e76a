package dev.tagwerk.spec;

import java.nio.file.Path;
import java.util.Optional;

/**
 * Measures a model on rows it has not seen.
 *
 * @param adapter PEFT folder of the tuned model; empty measures the base alone
 * @param data the test rows
 * @param maxLength tokens per row; longer rows are dropped and counted
 * @param head the decision head's file; empty means {@code head.safetensors} beside the adapter
 *     folder
 * @param regrets JSONL side file with what each option of each row would cost
 * @param compareBase whether the base without adapter is measured too
 * @param bootstrapSamples resamples behind each interval
 * @param seed of the resampling
 */
public record EvaluationJob(
        String name,
        ModelRef model,
        Optional<Path> adapter,
        Task task,
        Path data,
        DataFormat format,
        int maxLength,
        int batchSize,
        Precision precision,
        Resources resources,
        Optional<Path> head,
        Optional<Path> regrets,
        boolean compareBase,
        int bootstrapSamples,
        long seed)
        implements Job {}
