package dev.tagwerk.cli;

import dev.tagwerk.modelfiles.MemoryEstimate;
import dev.tagwerk.spec.Method;
import dev.tagwerk.spec.Precision;
import dev.tagwerk.spec.TrainingJob;
import dev.tagwerk.train.JobMemory;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.ToLongFunction;

/** Settings under which a job that does not fit would fit, as the estimate says of each. */
final class MemoryAdvice {
    private static final int SHORTEST = 64;

    private final JobMemory memory;
    private final TrainingJob job;
    private final ToLongFunction<MemoryEstimate> bytes;
    private final long available;

    /**
     * @param bytes what must fit
     * @param available into so much
     */
    MemoryAdvice(
            JobMemory memory,
            TrainingJob job,
            ToLongFunction<MemoryEstimate> bytes,
            long available) {
        this.memory = memory;
        this.job = job;
        this.bytes = bytes;
        this.available = available;
    }

    /** What would fit, and how much it would take. */
    record Fitting(List<String> lines, long bytes) {}

    /** Each on its own; where none of them is enough, what fits together. */
    List<Fitting> fitting() {
        RecipeChange none = RecipeChange.none(job);
        List<Fitting> fitting = new ArrayList<>();
        smallerBatch(none).ifPresent(fitting::add);
        if (!job.recipe().gradientCheckpointing()) {
            fits(none.checkpointing()).ifPresent(fitting::add);
        }
        shorter(none).ifPresent(fitting::add);
        if (bfloat16Helps()) {
            fits(none.precision(Precision.BF16)).ifPresent(fitting::add);
        }
        if (job.recipe().method() == Method.FULL) {
            fits(none.method(Method.LORA)).ifPresent(fitting::add);
        }
        if (job.recipe().method() != Method.QLORA) {
            fits(none.method(Method.QLORA)).ifPresent(fitting::add);
        }
        if (fitting.isEmpty()) {
            together().ifPresent(fitting::add);
        }
        return fitting;
    }

    private boolean bfloat16Helps() {
        return job.recipe().precision() == Precision.FP32
                || job.recipe().precision() == Precision.AUTO
                        && !memory.hardware().onCard(job)
                        && memory.hardware().bfloat16();
    }

    // What changes the outcome least comes first.
    private Optional<Fitting> together() {
        RecipeChange change = RecipeChange.none(job);
        if (!job.recipe().gradientCheckpointing()) {
            change = change.checkpointing();
        }
        Optional<Fitting> found = smallerBatch(change);
        if (found.isEmpty() && bfloat16Helps()) {
            change = change.precision(Precision.BF16);
            found = fits(change).or(smaller(change));
        }
        if (found.isEmpty() && job.recipe().method() != Method.QLORA) {
            change = change.method(Method.QLORA);
            found = fits(change).or(smaller(change));
        }
        if (found.isEmpty()) {
            found = shorter(job.recipe().batchSize() > 1 ? change.batch(1) : change);
        }
        return found;
    }

    private java.util.function.Supplier<Optional<Fitting>> smaller(RecipeChange change) {
        return () -> smallerBatch(change);
    }

    private Optional<Fitting> smallerBatch(RecipeChange from) {
        for (int size = job.recipe().batchSize() / 2; size >= 1; size /= 2) {
            Optional<Fitting> found = fits(from.batch(size));
            if (found.isPresent()) {
                return found;
            }
        }
        return Optional.empty();
    }

    private Optional<Fitting> shorter(RecipeChange from) {
        int longest = Math.min(job.recipe().maxLength(), memory.longestRow());
        for (int most = longest / 2; most >= SHORTEST; most /= 2) {
            Optional<Fitting> found = fits(from.length(most));
            if (found.isPresent()) {
                return found;
            }
        }
        return Optional.empty();
    }

    private Optional<Fitting> fits(RecipeChange change) {
        Optional<MemoryEstimate> estimate = memory.tried(change.job());
        return estimate.map(bytes::applyAsLong)
                .filter(needed -> needed <= available)
                .map(needed -> new Fitting(change.lines(), needed));
    }
}
