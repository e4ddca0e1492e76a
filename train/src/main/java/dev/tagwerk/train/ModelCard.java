package dev.tagwerk.train;

import dev.tagwerk.spec.ModelRef;
import dev.tagwerk.spec.Recipe;
import dev.tagwerk.spec.Task;
import dev.tagwerk.spec.TrainingJob;

/** The README of what was trained: what it is, from what, how. */
final class ModelCard {
    private ModelCard() {}

    static String adapter(TrainingJob job, int step) {
        Recipe recipe = job.recipe();
        return """
                ---
                base_model: %s
                library_name: peft
                tags: [lora, tagwerk]
                ---
                # %s

                A LoRA adapter (rank %d, alpha %s) for the task `%s`, trained with Tagwerk for %d steps%s.

                | setting | value |
                |---|---|
                | data | `%s` |
                | learning rate | %s |
                | batch size x accumulation | %d x %d |
                | seed | %d |

                Load it with `peft.PeftModel.from_pretrained`%s, or with Tagwerk.
                """
                .formatted(
                        base(job),
                        job.name(),
                        recipe.lora().rank(),
                        recipe.lora().alpha(),
                        job.task() == Task.DECISION ? "decision" : "causal-lm",
                        step,
                        job.task() == Task.DECISION
                                ? "; its decision head is `head.safetensors` beside this folder"
                                : "",
                        job.data().train().file().getFileName(),
                        recipe.learningRate(),
                        recipe.batchSize(),
                        recipe.gradientAccumulationSteps(),
                        recipe.seed(),
                        job.task() == Task.DECISION ? " over `AutoModel`" : "");
    }

    static String model(TrainingJob job, int step) {
        return """
                # %s

                All weights trained with Tagwerk for %d steps, starting from `%s`, on `%s` (learning rate %s,
                seed %d). Stored in bfloat16.
                """
                .formatted(
                        job.name(),
                        step,
                        base(job),
                        job.data().train().file().getFileName(),
                        job.recipe().learningRate(),
                        job.recipe().seed());
    }

    private static String base(TrainingJob job) {
        return switch (job.model()) {
            case ModelRef.Folder local -> String.valueOf(local.path().getFileName());
            case ModelRef.Hub hub -> hub.repository();
        };
    }
}
