package dev.tagwerk.spec;

import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * What must hold between keys. The rules that speak of what is <em>written</em> can only be broken
 * by a file; the others by values made in code as well.
 */
final class Rules {
    /** Takes broken rules. */
    @FunctionalInterface
    interface Complaints {
        void add(Key<?> key, String message, String suggestion);
    }

    private final Values values;
    private final Complaints complaints;

    private Rules(Values values, Complaints complaints) {
        this.values = values;
        this.complaints = complaints;
    }

    /** Checks every rule of one kind of job; a rule about a missing value holds. */
    static void check(Kind kind, Values values, Complaints complaints) {
        Rules rules = new Rules(values, complaints);
        rules.written(KeyTable.of(kind));
        switch (kind) {
            case TRAINING -> {
                rules.format();
                rules.validation();
                rules.evaluation();
                rules.training();
                rules.ranks();
            }
            case EVALUATION -> {
                rules.format();
                rules.baseAgainstAdapter();
            }
            case CONTAINER -> rules.secrets();
        }
    }

    /** Checks the values of a record under construction. */
    static void require(Kind kind, Values values) {
        check(
                kind,
                values,
                (key, message, suggestion) -> {
                    throw new SpecException(key.path() + ": " + message);
                });
    }

    private void written(KeyTable table) {
        for (KeyTable.Either either : table.either()) {
            if (values.isWritten(either.one()) && values.isWritten(either.other())) {
                complaints.add(
                        either.other(),
                        "`"
                                + either.one().name()
                                + "` and `"
                                + either.other().name()
                                + "` exclude each other",
                        "keep one of them");
            }
        }
        for (Key<?> key : table.keys()) {
            if (values.isWritten(key)) {
                inScope(key);
            }
        }
    }

    private void inScope(Key<?> key) {
        Optional<Task> task = values.find(CommonKeys.TASK);
        Optional<Method> method = values.find(TrainingKeys.METHOD);
        key.scope()
                .task()
                .filter(only -> task.isPresent() && task.get() != only)
                .ifPresent(
                        only ->
                                complaints.add(
                                        key,
                                        "has no meaning under task " + task.get().word(),
                                        "remove it, or set task: " + only.word()));
        if (method.isPresent() && !key.scope().methods().contains(method.get())) {
            complaints.add(
                    key,
                    "has no meaning under method " + method.get().word(),
                    "remove it, or set method: " + key.scope().methodWords());
        }
    }

    private void format() {
        Key<DataFormat> key = CommonKeys.FORMAT;
        Optional<Task> task = values.find(CommonKeys.TASK);
        Optional<DataFormat> format = values.find(key);
        if (task.isEmpty() || format.isEmpty()) {
            return;
        }
        boolean fits =
                switch (format.get()) {
                    case AUTO -> true;
                    case DECISION -> task.get() == Task.DECISION;
                    case MESSAGES, PROMPT_COMPLETION, TEXT, ALPACA, SHAREGPT ->
                            task.get() == Task.CAUSAL_LM;
                };
        if (!fits) {
            complaints.add(
                    key,
                    format.get().word() + " rows do not fit the task " + task.get().word(),
                    task.get() == Task.DECISION
                            ? "use decision rows"
                            : "use messages, prompt-completion, text, alpaca or sharegpt rows");
        }
    }

    private void validation() {
        boolean file = values.find(TrainingKeys.VALIDATION).isPresent();
        boolean share = fraction() > 0;
        boolean bothWritten =
                values.isWritten(TrainingKeys.VALIDATION)
                        && values.isWritten(TrainingKeys.VALIDATION_FRACTION);
        if (file && share && !bothWritten) {
            complaints.add(
                    TrainingKeys.VALIDATION_FRACTION,
                    "`validation` and `validation_fraction` exclude each other",
                    "keep one of them");
        }
        if (file && values.find(TrainingKeys.VALIDATION).equals(values.find(TrainingKeys.TRAIN))) {
            complaints.add(
                    TrainingKeys.VALIDATION,
                    "is the training file: nothing could be learnt from its numbers",
                    "use other rows, or validation_fraction");
        }
    }

    private double fraction() {
        return values.find(TrainingKeys.VALIDATION_FRACTION).orElse(0.0);
    }

    private void evaluation() {
        boolean unknown =
                values.isWritten(TrainingKeys.VALIDATION)
                        && values.find(TrainingKeys.VALIDATION).isEmpty();
        boolean validation =
                unknown
                        || values.find(TrainingKeys.VALIDATION).isPresent()
                        || fraction() > 0
                        || values.find(TrainingKeys.VALIDATION_FRACTION).isEmpty();
        needsValidation(
                TrainingKeys.EVAL_STEPS,
                values.find(TrainingKeys.EVAL_STEPS).orElse(0L) > 0,
                validation);
        boolean patience = values.find(TrainingKeys.EARLY_STOPPING_PATIENCE).orElse(0L) > 0;
        needsValidation(TrainingKeys.EARLY_STOPPING_PATIENCE, patience, validation);
        boolean best = values.is(TrainingKeys.KEEP_BEST, true);
        needsValidation(TrainingKeys.KEEP_BEST, best, validation);
        if (validation && values.is(TrainingKeys.EVAL_STEPS, 0L)) {
            String message = "compares evaluations during training, and eval_steps is 0";
            String suggestion = "set eval_steps, for example to 50";
            if (patience) {
                complaints.add(TrainingKeys.EARLY_STOPPING_PATIENCE, message, suggestion);
            }
            if (best) {
                complaints.add(TrainingKeys.KEEP_BEST, message, suggestion);
            }
        }
    }

    private void needsValidation(Key<?> key, boolean on, boolean validation) {
        if (on && !validation) {
            complaints.add(
                    key,
                    "needs validation rows",
                    "set data.validation or data.validation_fraction");
        }
    }

    /** What the base read before training is no more to be had once its own weights change. */
    private void reading() {
        if (!values.is(CommonKeys.TASK, Task.DECISION)
                || values.find(TrainingKeys.BASE_KL_WEIGHT).orElse(0.0) == 0) {
            return;
        }
        String message =
                "changes the base, and base_kl_weight holds the model to the base's own reading";
        String suggestion = "set base_kl_weight: 0, or leave it out";
        if (!values.find(TrainingKeys.MODULES_TO_SAVE).orElse(List.of()).isEmpty()) {
            complaints.add(TrainingKeys.MODULES_TO_SAVE, message, suggestion);
        }
        if (!values.find(TrainingKeys.TRAINABLE_TOKEN_INDICES).orElse(List.of()).isEmpty()) {
            complaints.add(TrainingKeys.TRAINABLE_TOKEN_INDICES, message, suggestion);
        }
        if (values.find(TrainingKeys.BIAS).orElse(TrainedBiases.NONE) != TrainedBiases.NONE) {
            complaints.add(TrainingKeys.BIAS, message, suggestion);
        }
    }

    private void training() {
        boolean expression =
                values.find(TrainingKeys.TARGETS)
                        .filter(Targets.Regex.class::isInstance)
                        .isPresent();
        if (expression && !values.find(TrainingKeys.LAYERS).orElse(List.of()).isEmpty()) {
            complaints.add(
                    TrainingKeys.LAYERS,
                    "does not go with a regular expression as targets",
                    "say the blocks in the expression, such as .*\\.[01]\\.self_attn\\.q_proj");
        }
        reading();
        if (values.is(TrainingKeys.PACKING, true)
                && values.is(CommonKeys.TASK, Task.DECISION)
                && !values.isWritten(TrainingKeys.PACKING)) {
            complaints.add(TrainingKeys.PACKING, "has no meaning under task decision", "");
        }
        if (values.isWritten(TrainingKeys.TEACHER_WEIGHT)
                && !values.isWritten(TrainingKeys.TEACHER)) {
            complaints.add(
                    TrainingKeys.TEACHER_WEIGHT,
                    "has no effect without a teacher",
                    "set teacher, or remove it");
        }
        Optional<Long> steps = values.find(TrainingKeys.STEPS);
        Optional<Long> warmup = values.find(TrainingKeys.WARMUP_STEPS);
        if (steps.isPresent() && warmup.isPresent() && warmup.get() > steps.get()) {
            complaints.add(
                    TrainingKeys.WARMUP_STEPS,
                    "the warm-up of "
                            + warmup.get()
                            + " steps would not end within the "
                            + steps.get()
                            + " steps of training",
                    "");
        }
    }

    private void ranks() {
        long processes = values.find(CommonKeys.PROCESSES).orElse(1L);
        Optional<Long> gpus = values.find(CommonKeys.GPUS);
        if (processes > 1 && values.is(CommonKeys.DEVICE, Device.CUDA)) {
            complaints.add(
                    CommonKeys.PROCESSES,
                    "share the processor, and device is cuda",
                    "write gpus: " + processes + " for several GPUs, or set device: cpu");
        }
        if (gpus.isPresent() && values.is(CommonKeys.DEVICE, Device.CPU)) {
            complaints.add(
                    CommonKeys.GPUS,
                    "means nothing on the processor, and device is cpu",
                    "write processes: " + gpus.get() + ", or set device: cuda");
        }
        long ranks = Math.max(processes, gpus.orElse(1L));
        Optional<Long> rows = values.find(TrainingKeys.BATCH_SIZE);
        if (rows.isPresent() && rows.get() < ranks) {
            complaints.add(
                    TrainingKeys.BATCH_SIZE,
                    "counts the rows of all processes, and " + ranks + " share them",
                    "set it to at least " + ranks);
        }
    }

    private void secrets() {
        Set<String> variables =
                values.find(ContainerKeys.ENV).orElse(Environment.NONE).variables().keySet();
        for (String secret : values.find(ContainerKeys.SECRETS).orElse(List.of())) {
            if (variables.contains(secret)) {
                complaints.add(
                        ContainerKeys.SECRETS,
                        secret + " stands under `env`, too; what a secret is, no job file says",
                        "remove it from `env`, and give it in the caller's environment");
            }
        }
    }

    private void baseAgainstAdapter() {
        if (values.isWritten(EvaluationKeys.COMPARE_BASE)
                && values.is(EvaluationKeys.COMPARE_BASE, true)
                && !values.isWritten(EvaluationKeys.ADAPTER)) {
            complaints.add(
                    EvaluationKeys.COMPARE_BASE,
                    "has nothing to compare the base with",
                    "set adapter, or remove it");
        }
    }
}
