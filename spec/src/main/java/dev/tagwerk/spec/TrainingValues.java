package dev.tagwerk.spec;

import java.util.Optional;

/** Turns the values of a training job's keys into records, and back. */
final class TrainingValues {
    private TrainingValues() {}

    static TrainingJob job(Values values) {
        return new TrainingJob(
                values.get(CommonKeys.NAME),
                values.get(CommonKeys.MODEL),
                values.get(CommonKeys.TASK),
                recipe(values),
                new TrainingData(
                        values.find(TrainingKeys.TRAIN).orElseGet(DataRef.Listed::new),
                        values.find(TrainingKeys.VALIDATION),
                        values.get(TrainingKeys.VALIDATION_FRACTION),
                        values.get(CommonKeys.FORMAT),
                        values.get(CommonKeys.COLUMNS),
                        values.find(CommonKeys.DATASET_INFO),
                        values.find(CommonKeys.CHAT_TEMPLATE)),
                new Checkpoints(
                        values.whole(TrainingKeys.EVERY_STEPS), values.whole(TrainingKeys.KEEP)),
                new Resources(
                        values.get(CommonKeys.DEVICE),
                        values.whole(CommonKeys.THREADS),
                        values.whole(CommonKeys.PROCESSES),
                        values.find(CommonKeys.GPUS),
                        values.get(CommonKeys.PROCESS_TIMEOUT)),
                values.find(TrainingKeys.MAX_DURATION),
                TermsKeys.terms(values, TermsKeys.OF_ROWS));
    }

    private static Recipe recipe(Values values) {
        Optional<Long> steps = values.find(TrainingKeys.STEPS);
        Optional<Long> warmup = values.find(TrainingKeys.WARMUP_STEPS);
        return new Recipe(
                values.get(TrainingKeys.METHOD),
                new LoraSettings(
                        values.whole(TrainingKeys.RANK),
                        values.get(TrainingKeys.ALPHA),
                        values.get(TrainingKeys.DROPOUT),
                        values.get(TrainingKeys.TARGETS),
                        values.find(TrainingKeys.EXCLUDE_MODULES),
                        values.get(TrainingKeys.RSLORA),
                        values.get(TrainingKeys.RANK_PATTERN),
                        values.get(TrainingKeys.ALPHA_PATTERN),
                        values.get(TrainingKeys.LAYERS),
                        values.get(TrainingKeys.MODULES_TO_SAVE),
                        values.get(TrainingKeys.TRAINABLE_TOKEN_INDICES),
                        values.get(TrainingKeys.BIAS)),
                new QuantizationSettings(
                        values.get(TrainingKeys.QUANTIZATION),
                        values.get(TrainingKeys.DOUBLE_QUANTIZATION)),
                steps.isPresent()
                        ? new Length.Steps(Math.toIntExact(steps.get()))
                        : new Length.Epochs(values.get(TrainingKeys.EPOCHS)),
                values.whole(TrainingKeys.BATCH_SIZE),
                values.whole(TrainingKeys.GRADIENT_ACCUMULATION_STEPS),
                values.get(TrainingKeys.LEARNING_RATE),
                values.get(TrainingKeys.HEAD_LEARNING_RATE),
                values.get(TrainingKeys.SCHEDULE),
                warmup.isPresent()
                        ? new Warmup.Steps(Math.toIntExact(warmup.get()))
                        : new Warmup.Ratio(values.get(TrainingKeys.WARMUP_RATIO)),
                values.get(TrainingKeys.WEIGHT_DECAY),
                values.get(TrainingKeys.ADAM_BETA1),
                values.get(TrainingKeys.ADAM_BETA2),
                values.get(TrainingKeys.ADAM_EPSILON),
                values.get(TrainingKeys.MAX_GRAD_NORM),
                values.whole(TrainingKeys.MAX_LENGTH),
                values.get(TrainingKeys.PRECISION),
                values.get(TrainingKeys.GRADIENT_CHECKPOINTING),
                values.get(TrainingKeys.PACKING),
                values.get(TrainingKeys.GROUP_BY_LENGTH),
                values.get(TrainingKeys.SEED),
                new Evaluation(
                        values.whole(TrainingKeys.EVAL_STEPS),
                        values.whole(TrainingKeys.EARLY_STOPPING_PATIENCE),
                        values.get(TrainingKeys.KEEP_BEST)),
                new DecisionSettings(
                        values.get(TrainingKeys.ORDINAL_SMOOTHING),
                        values.get(TrainingKeys.REVERSE_RUBRIC),
                        values.get(TrainingKeys.BASE_KL_WEIGHT),
                        values.find(TrainingKeys.TEACHER),
                        values.get(TrainingKeys.TEACHER_WEIGHT),
                        values.whole(TrainingKeys.POINTER_DIM),
                        values.get(TrainingKeys.HEAD_DROPOUT),
                        values.get(TrainingKeys.SHUFFLE_OPTIONS)));
    }

    static Values of(TrainingJob job) {
        Values values =
                rules(job.task(), job.recipe(), job.data(), job.resources())
                        .put(CommonKeys.KIND, Kind.TRAINING)
                        .put(CommonKeys.NAME, job.name())
                        .put(CommonKeys.MODEL, job.model())
                        .put(TrainingKeys.MAX_DURATION, job.maxDuration())
                        .put(TrainingKeys.EVERY_STEPS, (long) job.checkpoints().everySteps())
                        .put(TrainingKeys.KEEP, (long) job.checkpoints().keep());
        TermsKeys.put(values, TermsKeys.OF_ROWS, job.terms());
        return values;
    }

    /** The values between which rules hold. */
    static Values rules(Task task, Recipe recipe, TrainingData data, Resources resources) {
        Values values = new Values().put(CommonKeys.TASK, task);
        put(values, recipe);
        put(values, recipe.lora());
        put(values, recipe.decision());
        put(values, recipe.evaluation());
        put(values, resources);
        if (!(data.train() instanceof DataRef.Listed)) {
            values.put(TrainingKeys.TRAIN, data.train());
        }
        return values.put(TrainingKeys.VALIDATION, data.validation())
                .put(TrainingKeys.VALIDATION_FRACTION, data.validationFraction())
                .put(CommonKeys.FORMAT, data.format())
                .put(CommonKeys.COLUMNS, data.columns())
                .put(CommonKeys.DATASET_INFO, data.datasetInfo())
                .put(CommonKeys.CHAT_TEMPLATE, data.chatTemplate());
    }

    private static void put(Values values, Recipe recipe) {
        switch (recipe.length()) {
            case Length.Epochs length -> values.put(TrainingKeys.EPOCHS, length.epochs());
            case Length.Steps length -> values.put(TrainingKeys.STEPS, (long) length.steps());
        }
        switch (recipe.warmup()) {
            case Warmup.Ratio warmup -> values.put(TrainingKeys.WARMUP_RATIO, warmup.ratio());
            case Warmup.Steps warmup ->
                    values.put(TrainingKeys.WARMUP_STEPS, (long) warmup.steps());
        }
        values.put(TrainingKeys.METHOD, recipe.method())
                .put(TrainingKeys.QUANTIZATION, recipe.quantization().type())
                .put(TrainingKeys.DOUBLE_QUANTIZATION, recipe.quantization().doubled())
                .put(TrainingKeys.BATCH_SIZE, (long) recipe.batchSize())
                .put(
                        TrainingKeys.GRADIENT_ACCUMULATION_STEPS,
                        (long) recipe.gradientAccumulationSteps())
                .put(TrainingKeys.LEARNING_RATE, recipe.learningRate())
                .put(TrainingKeys.HEAD_LEARNING_RATE, recipe.headLearningRate())
                .put(TrainingKeys.SCHEDULE, recipe.schedule())
                .put(TrainingKeys.WEIGHT_DECAY, recipe.weightDecay())
                .put(TrainingKeys.ADAM_BETA1, recipe.adamBeta1())
                .put(TrainingKeys.ADAM_BETA2, recipe.adamBeta2())
                .put(TrainingKeys.ADAM_EPSILON, recipe.adamEpsilon())
                .put(TrainingKeys.MAX_GRAD_NORM, recipe.maxGradNorm())
                .put(TrainingKeys.MAX_LENGTH, (long) recipe.maxLength())
                .put(TrainingKeys.PRECISION, recipe.precision())
                .put(TrainingKeys.GRADIENT_CHECKPOINTING, recipe.gradientCheckpointing())
                .put(TrainingKeys.PACKING, recipe.packing())
                .put(TrainingKeys.GROUP_BY_LENGTH, recipe.groupByLength())
                .put(TrainingKeys.SEED, recipe.seed());
    }

    private static void put(Values values, Resources resources) {
        values.put(CommonKeys.DEVICE, resources.device())
                .put(CommonKeys.THREADS, (long) resources.threads())
                .put(CommonKeys.GPUS, resources.gpus())
                .put(CommonKeys.PROCESS_TIMEOUT, resources.processTimeout());
        if (resources.gpus().isEmpty()) {
            values.put(CommonKeys.PROCESSES, (long) resources.processes());
        }
    }

    private static void put(Values values, LoraSettings lora) {
        values.put(TrainingKeys.RANK, (long) lora.rank())
                .put(TrainingKeys.ALPHA, lora.alpha())
                .put(TrainingKeys.DROPOUT, lora.dropout())
                .put(TrainingKeys.TARGETS, lora.targets())
                .put(TrainingKeys.EXCLUDE_MODULES, lora.excluded())
                .put(TrainingKeys.RSLORA, lora.rslora())
                .put(TrainingKeys.RANK_PATTERN, lora.rankPattern())
                .put(TrainingKeys.ALPHA_PATTERN, lora.alphaPattern())
                .put(TrainingKeys.LAYERS, lora.layers())
                .put(TrainingKeys.MODULES_TO_SAVE, lora.modulesToSave())
                .put(TrainingKeys.TRAINABLE_TOKEN_INDICES, lora.trainedTokens())
                .put(TrainingKeys.BIAS, lora.bias());
    }

    private static void put(Values values, DecisionSettings decision) {
        values.put(TrainingKeys.ORDINAL_SMOOTHING, decision.ordinalSmoothing())
                .put(TrainingKeys.REVERSE_RUBRIC, decision.reverseRubricProbability())
                .put(TrainingKeys.BASE_KL_WEIGHT, decision.baseKlWeight())
                .put(TrainingKeys.TEACHER, decision.teacher())
                .put(TrainingKeys.TEACHER_WEIGHT, decision.teacherWeight())
                .put(TrainingKeys.POINTER_DIM, (long) decision.pointerDim())
                .put(TrainingKeys.HEAD_DROPOUT, decision.headDropout())
                .put(TrainingKeys.SHUFFLE_OPTIONS, decision.shuffleOptions());
    }

    private static void put(Values values, Evaluation evaluation) {
        values.put(TrainingKeys.EVAL_STEPS, (long) evaluation.everySteps())
                .put(
                        TrainingKeys.EARLY_STOPPING_PATIENCE,
                        (long) evaluation.earlyStoppingPatience())
                .put(TrainingKeys.KEEP_BEST, evaluation.keepBest());
    }
}
