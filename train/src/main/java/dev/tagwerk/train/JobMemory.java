package dev.tagwerk.train;

import dev.tagwerk.data.Encoder;
import dev.tagwerk.model.Libtorch;
import dev.tagwerk.model.LoraPlan;
import dev.tagwerk.model.Placement;
import dev.tagwerk.modelfiles.BatchShare;
import dev.tagwerk.modelfiles.DType;
import dev.tagwerk.modelfiles.MemoryEstimate;
import dev.tagwerk.modelfiles.MemoryPlan;
import dev.tagwerk.modelfiles.ModelConfig;
import dev.tagwerk.modelfiles.ModelFolder;
import dev.tagwerk.modelfiles.TensorEntry;
import dev.tagwerk.modelfiles.WeightStore;
import dev.tagwerk.modelfiles.Workload;
import dev.tagwerk.spec.Method;
import dev.tagwerk.spec.Recipe;
import dev.tagwerk.spec.Task;
import dev.tagwerk.spec.TrainingJob;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * How much memory a training job takes at its peak, told before it is run: the job's rows and its
 * model's files in, an estimate out. Reads no weight and loads no natives but the tokenizer's.
 */
public final class JobMemory {
    /** So many rows tell what batches look like. */
    public static final int ROWS = 5_000;

    private final ModelConfig config;
    private final List<TensorEntry> tensors;
    private final long tokenizerBytes;
    private final RowShapes rows;
    private final long dataBytes;
    private final Hardware hardware;

    private JobMemory(
            TrainingJob job,
            ModelFolder base,
            List<TensorEntry> tensors,
            RowShapes rows,
            Hardware hardware) {
        this.config = base.config();
        this.tensors = tensors;
        this.tokenizerBytes = size(base.path().resolve("tokenizer.json"));
        this.rows = rows;
        this.dataBytes = dataBytes(job);
        this.hardware = hardware;
    }

    /**
     * Reads the first {@link #ROWS} rows.
     *
     * @throws TrainException when rows are bad or none is left to learn from
     */
    public static JobMemory of(
            TrainingJob job, ModelFolder base, Encoder encoder, Hardware hardware) {
        TrainingSet.Sample sample = TrainingSet.sample(job, encoder, ROWS);
        return of(job, base, RowShapes.of(sample.rows(), sample.whole()), hardware);
    }

    /** Of rows that are read already. */
    static JobMemory of(TrainingJob job, ModelFolder base, RowShapes rows, Hardware hardware) {
        try (WeightStore weights = base.weights()) {
            return new JobMemory(job, base, weights.entries(), rows, hardware);
        }
    }

    /** Main memory that a job whose materials are open will take at its peak, of all its ranks. */
    static long atPeak(Materials materials) {
        Placement placement = materials.placement();
        TrainingJob job = materials.job();
        Hardware here =
                new Hardware(
                        placement.cuda(),
                        placement.cuda() ? Libtorch.cudaCapability() : 0,
                        placement.workers() * job.resources().processes(),
                        Libtorch.nativeBfloat16());
        return of(job, materials.base(), RowShapes.of(materials.rows(), true), here)
                .tried(job)
                .map(MemoryEstimate::mainBytes)
                .orElse(0L);
    }

    static long dataBytes(TrainingJob job) {
        return size(job.data().train().file())
                + job.data().validation().map(ref -> size(ref.file())).orElse(0L);
    }

    private static long size(Path file) {
        try {
            return Files.exists(file) ? Files.size(file) : 0;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The hardware that estimates are for. */
    public Hardware hardware() {
        return hardware;
    }

    /** The same model and rows on other hardware. */
    public JobMemory on(Hardware other) {
        return new JobMemory(config, tensors, tokenizerBytes, rows, dataBytes, other);
    }

    private JobMemory(
            ModelConfig config,
            List<TensorEntry> tensors,
            long tokenizerBytes,
            RowShapes rows,
            long dataBytes,
            Hardware hardware) {
        this.config = config;
        this.tensors = tensors;
        this.tokenizerBytes = tokenizerBytes;
        this.rows = rows;
        this.dataBytes = dataBytes;
        this.hardware = hardware;
    }

    /** The longest row, in tokens. */
    public int longestRow() {
        return rows.train().stream().mapToInt(RowShapes.Shape::length).max().orElse(0);
    }

    /**
     * The estimate of the job that this was made of, or of one that differs from it in its recipe
     * or resources only.
     */
    public MemoryEstimate estimate(TrainingJob job) {
        return tried(job)
                .orElseThrow(
                        () ->
                                new TrainException(
                                        "no_rows",
                                        "every row is longer than max_length; raise it"));
    }

    /** The same; empty where the other job's {@code max_length} leaves no row. */
    public Optional<MemoryEstimate> tried(TrainingJob job) {
        MemoryPlan plan = plan(job);
        int shares = plan.workers() * plan.processes();
        Recipe recipe = job.recipe();
        List<List<BatchShare>> batches = rows.batches(recipe, shares, job.task() == Task.DECISION);
        if (batches.isEmpty()) {
            return Optional.empty();
        }
        Workload workload =
                new Workload(
                        batches,
                        rows.evaluations(recipe, shares),
                        rows.rows(),
                        rows.tokens(),
                        rows.distinctTokens(),
                        dataBytes,
                        rows.whole() ? "all" : "the first");
        return Optional.of(MemoryEstimate.of(plan, tensors, tokenizerBytes, workload));
    }

    private MemoryPlan plan(TrainingJob job) {
        Recipe recipe = job.recipe();
        boolean decision = job.task() == Task.DECISION;
        DType stored = stored(recipe.precision(), hardware.onCard(job));
        boolean emulated = !hardware.onCard(job) && stored == DType.BF16 && !hardware.bfloat16();
        return new MemoryPlan(
                config,
                adaptation(job),
                decision ? recipe.decision().pointerDim() : 0,
                decision && recipe.decision().baseKlWeight() > 0,
                recipe.gradientCheckpointing(),
                stored,
                emulated ? DType.F32 : stored,
                hardware.onCard(job),
                hardware.workers(job),
                job.resources().ranks());
    }

    private DType stored(dev.tagwerk.spec.Precision precision, boolean card) {
        return switch (precision) {
            case FP32 -> DType.F32;
            case BF16 -> DType.BF16;
            case FP16 -> DType.F16;
            case AUTO -> {
                if (!card) {
                    yield DType.F32;
                }
                yield hardware.capability() >= 80 ? DType.BF16 : DType.F16;
            }
        };
    }

    private MemoryPlan.Adaptation adaptation(TrainingJob job) {
        Recipe recipe = job.recipe();
        if (recipe.method() == Method.FULL) {
            return new MemoryPlan.Adaptation.Full();
        }
        // Of several ranks the highest, of chosen blocks all: rather too much than too little.
        LoraPlan plan = RecipeAdapter.unchecked(job, config);
        return new MemoryPlan.Adaptation.LowRank(
                plan.highestRank(config),
                plan.pairedPaths(config).stream()
                        .map(path -> path.substring(path.lastIndexOf('.') + 1))
                        .collect(Collectors.toSet()),
                recipe.lora().dropout() > 0,
                frozen(recipe),
                plan.besidePairs(config),
                plan.differentiated(config));
    }

    private static MemoryPlan.Frozen frozen(Recipe recipe) {
        if (recipe.method() != Method.QLORA) {
            return MemoryPlan.Frozen.AS_STORED;
        }
        return switch (recipe.quantization().type()) {
            case INT8 -> MemoryPlan.Frozen.INT8;
            case NF4 ->
                    recipe.quantization().doubled()
                            ? MemoryPlan.Frozen.NF4_DOUBLED
                            : MemoryPlan.Frozen.NF4;
        };
    }
}
