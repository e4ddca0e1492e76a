package dev.tagwerk.spec;

import java.util.Optional;

/** When is measured, when training ends early, when checkpoints are written. */
final class ForeignEvaluation {
    private static final String SOME_STEPS = "50";

    private final ForeignJob job;

    ForeignEvaluation(ForeignJob job) {
        this.job = job;
    }

    /** After the data has been read: without validation rows nothing is evaluated. */
    void read() {
        checkpoints();
        boolean rows =
                job.sheet().has(TrainingKeys.VALIDATION)
                        || job.sheet()
                                .value(TrainingKeys.VALIDATION_FRACTION)
                                .flatMap(ForeignJob::asNumber)
                                .filter(share -> share > 0)
                                .isPresent();
        if (!rows) {
            withoutRows();
            return;
        }
        steps();
        boolean patience = job.number("early_stopping_patience").orElse(0.0) > 0;
        if (patience || job.on("load_best_model_at_end")) {
            often();
        }
        job.entry("early_stopping_patience")
                .filter(entry -> patience)
                .ifPresent(
                        entry ->
                                job.put(
                                        TrainingKeys.EARLY_STOPPING_PATIENCE,
                                        job.text("early_stopping_patience").orElse(""),
                                        entry));
        job.entry("load_best_model_at_end")
                .filter(entry -> job.on("load_best_model_at_end"))
                .ifPresent(entry -> job.put(TrainingKeys.KEEP_BEST, "true", entry));
        if (patience && job.tool() == ForeignTool.AXOLOTL) {
            job.sheet()
                    .put(
                            TrainingKeys.KEEP_BEST,
                            "true",
                            "comes with early_stopping_patience there");
        }
        job.text("metric_for_best_model")
                .filter(metric -> !metric.equals("loss") && !metric.equals("eval_loss"))
                .flatMap(metric -> job.entry("metric_for_best_model"))
                .ifPresent(entry -> job.lost(entry, "the loss decides which is best", ""));
    }

    private void withoutRows() {
        for (String name :
                new String[] {
                    "eval_steps",
                    "evals_per_epoch",
                    "early_stopping_patience",
                    "load_best_model_at_end"
                }) {
            job.entry(name)
                    .filter(entry -> !ForeignJob.isOff(entry.value()))
                    .ifPresent(
                            entry ->
                                    job.lost(
                                            entry,
                                            "there are no validation rows",
                                            "set data.validation or data.validation_fraction"));
        }
    }

    private void steps() {
        String strategy = job.text("eval_strategy", "evaluation_strategy").orElse("");
        Optional<Tree.Entry> steps = job.entry("eval_steps");
        double count = job.number("eval_steps").orElse(0.0);
        boolean never = strategy.equals("no") || strategy.equals("false");
        if (never) {
            return;
        }
        if (steps.isPresent() && count >= 1 && !strategy.equals("epoch")) {
            job.put(TrainingKeys.EVAL_STEPS, String.valueOf((long) count), steps.get());
            return;
        }
        job.entry("evals_per_epoch", "eval_steps", "eval_strategy", "evaluation_strategy")
                .filter(entry -> !ForeignJob.isOff(entry.value()))
                .ifPresent(
                        entry ->
                                job.lost(
                                        entry,
                                        "evaluations are counted in steps, and how many steps an"
                                                + " epoch has is not known here",
                                        "set recipe.eval_steps; without it, it is measured at the"
                                                + " end"));
    }

    /** What compares evaluations needs some. */
    private void often() {
        if (!job.sheet().has(TrainingKeys.EVAL_STEPS)) {
            job.sheet()
                    .put(
                            TrainingKeys.EVAL_STEPS,
                            SOME_STEPS,
                            "to have something to compare; adjust it");
        }
    }

    private void checkpoints() {
        Optional<Tree.Entry> steps = job.entry("save_steps");
        double count = job.number("save_steps").orElse(0.0);
        String strategy = job.text("save_strategy").orElse("steps");
        if (steps.isPresent() && count >= 1 && !strategy.equals("epoch")) {
            job.put(TrainingKeys.EVERY_STEPS, String.valueOf((long) count), steps.get());
            return;
        }
        job.entry("saves_per_epoch", "save_strategy", "save_steps")
                .filter(
                        entry ->
                                !ForeignJob.isOff(entry.value()) && !strategy.equals("steps")
                                        || count > 0 && count < 1
                                        || job.entry("saves_per_epoch").isPresent())
                .ifPresent(
                        entry ->
                                job.changed(
                                        entry,
                                        "a checkpoint is written every 50 steps",
                                        "set checkpoints.every_steps"));
    }
}
