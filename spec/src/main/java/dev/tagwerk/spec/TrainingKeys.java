package dev.tagwerk.spec;

import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The keys of a training job. Defaults for decisions are those of the Strands Decider recipe; the
 * others are what the field's trainers do.
 */
final class TrainingKeys {
    private static final String RECIPE = "recipe";
    private static final String DATA = CommonKeys.DATA;
    private static final String CHECKPOINTS = "checkpoints";
    private static final int MANY = 100_000_000;
    private static final RealType SHARE = RealType.between(0, 1);
    private static final RealType LESS_THAN_ONE = RealType.below(0, 1);
    private static final RealType WEIGHT = RealType.between(0, 1000);
    private static final RealType RATE = RealType.positive(1);

    static final Key<Duration> MAX_DURATION =
            Key.of(
                            CommonKeys.TOP,
                            "max_duration",
                            new DurationType(Duration.ofDays(365)),
                            "Wall-clock time after which the job writes a checkpoint and stops.")
                    .optional();

    static final Key<Method> METHOD =
            Key.of(
                            RECIPE,
                            "method",
                            WordType.of(Method.class)
                                    .later("dora", "freeze", "oft")
                                    .foreign(Map.of("none", "full", "sft", "lora")),
                            "Which weights are trained: low-rank adapters, or all.")
                    .or(Method.LORA);
    static final Key<Long> RANK =
            whole("rank", 1, 4096, 16, "Rank of the adapters.").only(Method.LORA, Method.QLORA);
    static final Key<Double> ALPHA =
            real(
                            "alpha",
                            RealType.positive(65_536),
                            32,
                            "The adapter's product is scaled by alpha / rank.")
                    .only(Method.LORA, Method.QLORA);
    static final Key<Double> DROPOUT =
            real("dropout", LESS_THAN_ONE, 0.05, "Dropout before the adapters.")
                    .only(Method.LORA, Method.QLORA);
    static final Key<Targets> TARGETS =
            Key.of(
                            RECIPE,
                            "targets",
                            new TargetsType(),
                            "Linear layers that get an adapter, by the end of their path or a regular"
                                    + " expression for all of it; all-linear means those of every"
                                    + " decoder block.")
                    .or(new Targets.AllLinear())
                    .only(Method.LORA, Method.QLORA);
    static final Key<Targets> EXCLUDE_MODULES =
            Key.of(
                            RECIPE,
                            "exclude_modules",
                            new ExcludedType(),
                            "Targets that get no adapter after all, named as in targets.")
                    .optional()
                    .only(Method.LORA, Method.QLORA);
    static final Key<Boolean> RSLORA =
            flag("rslora", false, "Scale by alpha / sqrt(rank) instead of alpha / rank.")
                    .only(Method.LORA, Method.QLORA);
    static final Key<Map<String, Long>> RANK_PATTERN =
            Key.of(
                            RECIPE,
                            "rank_pattern",
                            new PatternsType<>(new WholeType(1, 4096), "{q_proj: 32}"),
                            "Other ranks for some modules, by the end of their path or a regular"
                                    + " expression for it; the first that fits decides.")
                    .or(Map.of())
                    .only(Method.LORA, Method.QLORA);
    static final Key<Map<String, Double>> ALPHA_PATTERN =
            Key.of(
                            RECIPE,
                            "alpha_pattern",
                            new PatternsType<>(RealType.positive(65_536), "{q_proj: 64}"),
                            "Other alphas for some modules, likewise.")
                    .or(Map.of())
                    .only(Method.LORA, Method.QLORA);
    static final Key<List<Long>> LAYERS =
            Key.of(
                            RECIPE,
                            "layers",
                            new WholesType("block", 4096, "block numbers from 0 such as [0, 1, 2]"),
                            "Decoder blocks whose targets get an adapter; without it, all.")
                    .or(List.of())
                    .only(Method.LORA, Method.QLORA);
    static final Key<List<String>> MODULES_TO_SAVE =
            Key.of(
                            RECIPE,
                            "modules_to_save",
                            new ModulesType(),
                            "Modules of which a copy is trained whole and saved with the adapter.")
                    .or(List.of())
                    .only(Method.LORA, Method.QLORA);
    static final Key<List<Long>> TRAINABLE_TOKEN_INDICES =
            Key.of(
                            RECIPE,
                            "trainable_token_indices",
                            new WholesType(
                                    "token", 10_000_000, "token numbers such as [151646, 151647]"),
                            "Tokens whose rows of the embedding are trained too.")
                    .or(List.of())
                    .only(Method.LORA, Method.QLORA);
    static final Key<TrainedBiases> BIAS =
            Key.of(
                            RECIPE,
                            "bias",
                            WordType.of(TrainedBiases.class)
                                    .foreign(Map.of("lora-only", "lora_only", "lora", "lora_only")),
                            "Bias vectors of the base that are trained too: none, all, or those of"
                                    + " layers with an adapter.")
                    .or(TrainedBiases.NONE)
                    .only(Method.LORA, Method.QLORA);
    static final Key<QuantizationType> QUANTIZATION =
            Key.of(
                            RECIPE,
                            "quantization",
                            WordType.of(QuantizationType.class)
                                    .later("fp4", "int4", "awq", "gptq")
                                    .foreign(
                                            Map.of(
                                                    "4bit", "nf4", "4", "nf4", "8bit", "int8", "8",
                                                    "int8")),
                            "How many bits the frozen blocks' weights take under qlora.")
                    .or(QuantizationType.NF4)
                    .only(Method.QLORA);
    static final Key<Boolean> DOUBLE_QUANTIZATION =
            flag("double_quantization", true, "Whether the scales of nf4 are quantised themselves.")
                    .only(Method.QLORA);
    static final Key<Double> EPOCHS =
            Key.of(RECIPE, "epochs", RealType.positive(100_000), "Passes over the training rows.")
                    .or(
                            "2, unless steps is given",
                            values ->
                                    values.find(TrainingKeys.STEPS).isPresent()
                                            ? Optional.empty()
                                            : Optional.of(2.0));
    static final Key<Long> STEPS =
            Key.of(RECIPE, "steps", new WholeType(1, MANY), "Optimiser steps, instead of epochs.")
                    .optional();
    static final Key<Long> BATCH_SIZE =
            whole("batch_size", 1, 65_536, 8, "Rows per forward and backward pass.");
    static final Key<Long> GRADIENT_ACCUMULATION_STEPS =
            whole(
                    "gradient_accumulation_steps",
                    1,
                    65_536,
                    1,
                    "Batches whose gradients make one optimiser step.");
    static final Key<Double> LEARNING_RATE =
            Key.of(RECIPE, "learning_rate", RATE, "Highest learning rate.")
                    .or(
                            "1e-4 for decisions, 2e-4 for causal-lm; 2e-5 under method full",
                            values -> Optional.of(learningRate(values)));
    static final Key<Double> HEAD_LEARNING_RATE =
            real("head_learning_rate", RATE, 1e-3, "Highest learning rate of the decision head.")
                    .only(Task.DECISION);
    static final Key<Schedule> SCHEDULE =
            Key.of(
                            RECIPE,
                            "schedule",
                            WordType.of(Schedule.class)
                                    .later(
                                            "cosine_with_restarts",
                                            "polynomial",
                                            "inverse_sqrt",
                                            "one_cycle",
                                            "rex")
                                    .foreign(Map.of("constant_with_warmup", "constant")),
                            "How the learning rate falls after the warm-up.")
                    .or(Schedule.COSINE);
    static final Key<Double> WARMUP_RATIO =
            Key.of(
                            RECIPE,
                            "warmup_ratio",
                            LESS_THAN_ONE,
                            "Share of all steps in which the learning rate rises.")
                    .or(
                            "0.03, unless warmup_steps is given",
                            values ->
                                    values.find(TrainingKeys.WARMUP_STEPS).isPresent()
                                            ? Optional.empty()
                                            : Optional.of(0.03));
    static final Key<Long> WARMUP_STEPS =
            Key.of(
                            RECIPE,
                            "warmup_steps",
                            new WholeType(0, MANY),
                            "Steps in which the learning rate rises, instead of a share.")
                    .optional();
    static final Key<Double> WEIGHT_DECAY =
            byTask("weight_decay", SHARE, 0.01, 0.0, "Decoupled weight decay of AdamW.");
    static final Key<Double> ADAM_BETA1 =
            real("adam_beta1", LESS_THAN_ONE, 0.9, "Decay of AdamW's first moment.");
    static final Key<Double> ADAM_BETA2 =
            byTask("adam_beta2", LESS_THAN_ONE, 0.95, 0.999, "Decay of AdamW's second moment.");
    static final Key<Double> ADAM_EPSILON =
            real("adam_epsilon", RATE, 1e-8, "Added to AdamW's denominator.");
    static final Key<Double> MAX_GRAD_NORM =
            real(
                    "max_grad_norm",
                    RealType.between(0, 1_000_000),
                    1.0,
                    "Gradients are scaled down to this norm; 0 switches clipping off.");
    static final Key<Long> MAX_LENGTH = whole("max_length", 2, 1_048_576, 1024, "Tokens per row.");
    static final Key<Precision> PRECISION =
            Key.of(
                            RECIPE,
                            "precision",
                            CommonKeys.PRECISIONS,
                            "Number format of the base's weights and products; auto takes what the"
                                    + " device does best.")
                    .or(Precision.AUTO);
    static final Key<Boolean> GRADIENT_CHECKPOINTING =
            flag(
                    "gradient_checkpointing",
                    false,
                    "Compute activations again in the backward pass: less memory, more time.");
    static final Key<Boolean> PACKING =
            flag("packing", false, "Put several short rows into one of full length.")
                    .only(Task.CAUSAL_LM);
    static final Key<Boolean> GROUP_BY_LENGTH =
            flag("group_by_length", false, "Put rows of like length into one batch.");
    static final Key<Long> SEED =
            whole("seed", 0, Long.MAX_VALUE, 42, "Start of every random sequence.");
    static final Key<Long> EVAL_STEPS =
            whole(
                    "eval_steps",
                    0,
                    MANY,
                    0,
                    "Steps between evaluations on the validation rows; 0 evaluates at the end"
                            + " only.");
    static final Key<Long> EARLY_STOPPING_PATIENCE =
            whole(
                    "early_stopping_patience",
                    0,
                    10_000,
                    0,
                    "Evaluations without improvement after which training stops; 0 never stops"
                            + " early.");
    static final Key<Boolean> KEEP_BEST =
            flag("keep_best", false, "The result is the best evaluated checkpoint, not the last.");

    static final Key<Double> ORDINAL_SMOOTHING =
            real(
                            "ordinal_smoothing",
                            LESS_THAN_ONE,
                            0.1,
                            "Share of a score label's probability that goes to its neighbours.")
                    .only(Task.DECISION);
    static final Key<Double> REVERSE_RUBRIC =
            real(
                            "reverse_rubric",
                            SHARE,
                            0.5,
                            "How often a score question shows its levels in reverse.")
                    .only(Task.DECISION);
    static final Key<Double> BASE_KL_WEIGHT =
            real(
                            "base_kl_weight",
                            WEIGHT,
                            0.3,
                            "Weight of the divergence from the frozen base's own reading of the"
                                    + " options; 0 is off.")
                    .only(Task.DECISION);
    static final Key<Path> TEACHER =
            Key.of(
                            RECIPE,
                            "teacher",
                            new FileType("a JSONL file with a teacher's probabilities"),
                            "JSONL of {i, probs}: a teacher's distribution per training row.")
                    .optional()
                    .only(Task.DECISION);
    static final Key<Double> TEACHER_WEIGHT =
            real("teacher_weight", WEIGHT, 1.0, "Weight of the divergence from the teacher.")
                    .only(Task.DECISION);
    static final Key<Long> POINTER_DIM =
            whole("pointer_dim", 1, 65_536, 256, "Width of the head's query and key.")
                    .only(Task.DECISION);
    static final Key<Double> HEAD_DROPOUT =
            real("head_dropout", LESS_THAN_ONE, 0.0, "Dropout before the head's query and key.")
                    .only(Task.DECISION);
    static final Key<Boolean> SHUFFLE_OPTIONS =
            flag("shuffle_options", true, "Put a choice's options in a new order every epoch.")
                    .only(Task.DECISION);

    static final Key<DataRef> TRAIN =
            Key.of(DATA, "train", new DataRefType(), "The training rows.")
                    .unless(CommonKeys.DATASET_INFO);
    static final Key<DataRef> VALIDATION =
            Key.of(DATA, "validation", new DataRefType(), "The validation rows.").optional();
    static final Key<Double> VALIDATION_FRACTION =
            Key.of(
                            DATA,
                            "validation_fraction",
                            LESS_THAN_ONE,
                            "Share of the training rows held out for validation.")
                    .or(0.0);
    static final Key<Long> EVERY_STEPS =
            Key.of(
                            CHECKPOINTS,
                            "every_steps",
                            new WholeType(1, MANY),
                            "Optimiser steps between checkpoints.")
                    .or(50L);
    static final Key<Long> KEEP =
            Key.of(
                            CHECKPOINTS,
                            "keep",
                            new WholeType(1, 10_000),
                            "How many of the newest checkpoints stay on disk.")
                    .or(2L);

    private TrainingKeys() {}

    /** The whole table, in the order of the reference; keys that defaults depend on come first. */
    static KeyTable table() {
        Map<String, String> sections = new LinkedHashMap<>();
        sections.put(RECIPE, "How the model is adapted.");
        sections.put(DATA, "What it learns from.");
        sections.put(CHECKPOINTS, "What a later attempt resumes from.");
        sections.put(CommonKeys.RESOURCES, "What the job computes on.");
        return new KeyTable(
                Kind.TRAINING,
                sections,
                List.of(
                        CommonKeys.KIND,
                        CommonKeys.NAME,
                        CommonKeys.MODEL,
                        CommonKeys.TASK,
                        MAX_DURATION,
                        TermsKeys.BUDGET,
                        TermsKeys.RESIDENCY,
                        TermsKeys.NOT_UNDER,
                        TermsKeys.CERTIFIED,
                        METHOD,
                        RANK,
                        ALPHA,
                        DROPOUT,
                        TARGETS,
                        EXCLUDE_MODULES,
                        RSLORA,
                        RANK_PATTERN,
                        ALPHA_PATTERN,
                        LAYERS,
                        MODULES_TO_SAVE,
                        TRAINABLE_TOKEN_INDICES,
                        BIAS,
                        QUANTIZATION,
                        DOUBLE_QUANTIZATION,
                        STEPS,
                        EPOCHS,
                        BATCH_SIZE,
                        GRADIENT_ACCUMULATION_STEPS,
                        LEARNING_RATE,
                        HEAD_LEARNING_RATE,
                        SCHEDULE,
                        WARMUP_STEPS,
                        WARMUP_RATIO,
                        WEIGHT_DECAY,
                        ADAM_BETA1,
                        ADAM_BETA2,
                        ADAM_EPSILON,
                        MAX_GRAD_NORM,
                        MAX_LENGTH,
                        PRECISION,
                        GRADIENT_CHECKPOINTING,
                        PACKING,
                        GROUP_BY_LENGTH,
                        SEED,
                        EVAL_STEPS,
                        EARLY_STOPPING_PATIENCE,
                        KEEP_BEST,
                        ORDINAL_SMOOTHING,
                        REVERSE_RUBRIC,
                        BASE_KL_WEIGHT,
                        TEACHER,
                        TEACHER_WEIGHT,
                        POINTER_DIM,
                        HEAD_DROPOUT,
                        SHUFFLE_OPTIONS,
                        CommonKeys.DATASET_INFO,
                        TRAIN,
                        VALIDATION,
                        VALIDATION_FRACTION,
                        CommonKeys.FORMAT,
                        CommonKeys.COLUMNS,
                        CommonKeys.CHAT_TEMPLATE,
                        TermsKeys.OF_ROWS,
                        EVERY_STEPS,
                        KEEP,
                        CommonKeys.DEVICE,
                        CommonKeys.THREADS,
                        CommonKeys.PROCESSES,
                        CommonKeys.GPUS,
                        CommonKeys.PROCESS_TIMEOUT),
                List.of(
                        new KeyTable.Either(EPOCHS, STEPS),
                        new KeyTable.Either(WARMUP_RATIO, WARMUP_STEPS),
                        new KeyTable.Either(CommonKeys.DATASET_INFO, CommonKeys.COLUMNS),
                        new KeyTable.Either(VALIDATION, VALIDATION_FRACTION),
                        new KeyTable.Either(CommonKeys.PROCESSES, CommonKeys.GPUS)));
    }

    private static double learningRate(Values values) {
        if (values.is(METHOD, Method.FULL)) {
            return 2e-5;
        }
        return values.is(CommonKeys.TASK, Task.CAUSAL_LM) ? 2e-4 : 1e-4;
    }

    private static Key<Long> whole(String name, long least, long most, long value, String doc) {
        return Key.of(RECIPE, name, new WholeType(least, most), doc).or(value);
    }

    private static Key<Double> real(String name, RealType type, double value, String doc) {
        return Key.of(RECIPE, name, type, doc).or(value);
    }

    private static Key<Boolean> flag(String name, boolean value, String doc) {
        return Key.of(RECIPE, name, new FlagType(), doc).or(value);
    }

    private static Key<Double> byTask(
            String name, RealType type, double decision, double causal, String doc) {
        return Key.of(RECIPE, name, type, doc)
                .or(
                        decision + " for decisions, " + causal + " for causal-lm",
                        values ->
                                Optional.of(
                                        values.is(CommonKeys.TASK, Task.CAUSAL_LM)
                                                ? causal
                                                : decision));
    }
}
