package dev.tagwerk.spec;

import java.nio.file.Path;
import java.util.Optional;

/**
 * Measures a model on rows it has not seen.
 *
 * @param adapter PEFT folder of the tuned model; empty measures the base alone
 * @param data the test rows
 * @param columns which columns of them play which part
 * @param datasetInfo an entry that says file, shape and columns; empty in a resolved job
 * @param chatTemplate how conversations are written; empty means as the adapter's template says, or
 *     else the model's own
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
        DataRef data,
        DataFormat format,
        Columns columns,
        Optional<DatasetInfo> datasetInfo,
        Optional<ChatTemplateRef> chatTemplate,
        int maxLength,
        int batchSize,
        Precision precision,
        Resources resources,
        Optional<Path> head,
        Optional<Path> regrets,
        boolean compareBase,
        int bootstrapSamples,
        long seed,
        Terms terms)
        implements Job {
    public EvaluationJob {
        CommonKeys.NAME.require(name);
        EvaluationKeys.MAX_LENGTH.require((long) maxLength);
        EvaluationKeys.BATCH_SIZE.require((long) batchSize);
        EvaluationKeys.BOOTSTRAP_SAMPLES.require((long) bootstrapSamples);
        EvaluationKeys.SEED.require(seed);
        Rules.require(
                Kind.EVALUATION,
                new Values().put(CommonKeys.TASK, task).put(CommonKeys.FORMAT, format));
    }

    /** A job that may be placed anywhere. */
    public EvaluationJob(
            String name,
            ModelRef model,
            Optional<Path> adapter,
            Task task,
            DataRef data,
            DataFormat format,
            Columns columns,
            Optional<DatasetInfo> datasetInfo,
            Optional<ChatTemplateRef> chatTemplate,
            int maxLength,
            int batchSize,
            Precision precision,
            Resources resources,
            Optional<Path> head,
            Optional<Path> regrets,
            boolean compareBase,
            int bootstrapSamples,
            long seed) {
        this(
                name,
                model,
                adapter,
                task,
                data,
                format,
                columns,
                datasetInfo,
                chatTemplate,
                maxLength,
                batchSize,
                precision,
                resources,
                head,
                regrets,
                compareBase,
                bootstrapSamples,
                seed,
                Terms.NONE);
    }
}
