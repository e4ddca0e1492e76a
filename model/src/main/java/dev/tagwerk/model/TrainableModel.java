package dev.tagwerk.model;

import dev.tagwerk.modelfiles.AdapterFolder;
import dev.tagwerk.modelfiles.ModelConfig;
import dev.tagwerk.modelfiles.ModelFolder;
import dev.tagwerk.modelfiles.NamedWeights;
import dev.tagwerk.modelfiles.SafetensorsFile;
import dev.tagwerk.modelfiles.TensorBytes;
import dev.tagwerk.modelfiles.WeightStore;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.Callable;
import java.util.function.Function;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.Tensor;
import org.jspecify.annotations.Nullable;

/**
 * A model being trained: a frozen base under LoRA pairs, or all weights; with a pointer head where
 * the task is decisions.
 *
 * <p>A batch is split into work items, one per worker; each worker computes with single-threaded
 * kernels and sums into its own gradient buffer; buffers are added in worker order. The result is
 * therefore the same bits whenever the same items are given to the same number of workers. Not
 * thread-safe.
 */
public final class TrainableModel implements AutoCloseable {
    private final Decoder decoder;
    private final Overlay overlay;
    private final @Nullable PointerHead head;
    private final Parameters parameters;
    private final ParameterIndex index;
    private final Workers workers;
    private final PointerScope owner;
    private final double adapterDropout;
    private final double headDropout;
    private final boolean checkpointing;
    private final Gradients gradients;

    private TrainableModel(
            Function<Parameters, Decoder> decoder,
            Parameters parameters,
            @Nullable LoraPlan plan,
            Settings settings,
            Placement placement) {
        this.parameters = parameters;
        this.decoder = decoder.apply(parameters);
        this.checkpointing = settings.activationCheckpointing();
        this.gradients = settings.gradients();
        this.headDropout = settings.headDropout();
        this.adapterDropout = plan == null ? 0 : plan.dropout();
        ModelConfig config = this.decoder.config();
        owner = new PointerScope();
        try {
            overlay = plan == null ? Overlay.NONE : overlay(config, plan, parameters);
            head =
                    settings.pointerDimension().isPresent()
                            ? new PointerHead(parameters::leaf)
                            : null;
        } finally {
            PointerScopes.leave(owner);
        }
        index = new ParameterIndex(parameters, config.layers(), config.tiedEmbeddings());
        workers = new Workers(placement.workers());
    }

    /**
     * What is not the base's or the adapter's shape.
     *
     * @param pointerDimension the decision head's inner size; empty for a language model
     * @param headDropout probability on the inputs of the head's q and k
     * @param activationCheckpointing recompute blocks in the backward pass to save memory
     * @param seed for the initial values of adapter and head
     * @param gradients how an adapter's network is differentiated
     * @param quantization of the frozen blocks' matrices, or null to keep them as they are
     */
    public record Settings(
            OptionalInt pointerDimension,
            double headDropout,
            boolean activationCheckpointing,
            long seed,
            Gradients gradients,
            @Nullable Quantization quantization) {
        /** As in every real run. */
        public Settings(
                OptionalInt pointerDimension,
                double headDropout,
                boolean activationCheckpointing,
                long seed) {
            this(
                    pointerDimension,
                    headDropout,
                    activationCheckpointing,
                    seed,
                    Gradients.BY_HAND,
                    null);
        }

        /** The same over a quantised base. */
        public Settings over(Quantization base) {
            return new Settings(
                    pointerDimension, headDropout, activationCheckpointing, seed, gradients, base);
        }
    }

    /** How an adapter's network is differentiated; the others are yardsticks of the first. */
    public enum Gradients {
        /** By hand; a beginning that rows have in common is computed once. */
        BY_HAND,
        /** By hand, each row for itself. */
        BY_HAND_UNSHARED,
        /** By libtorch. */
        DIFFERENTIATED
    }

    /** LoRA pairs (A uniform, B zero) over a frozen base. */
    public static TrainableModel lora(
            ModelFolder base, LoraPlan plan, Settings settings, Placement placement) {
        ModelConfig config = base.config();
        List<Parameter> list = new ArrayList<>();
        for (int layer = 0; layer < config.layers(); layer++) {
            for (Slot slot : slots(config, plan)) {
                addPair(
                        list,
                        LoraNames.module(layer, slot),
                        plan.rank(),
                        WeightShapes.inputs(config, slot),
                        WeightShapes.outputs(config, slot));
            }
        }
        if (plan.head()) {
            addPair(list, LoraNames.HEAD, plan.rank(), config.hiddenSize(), config.vocabSize());
        }
        addHead(list, config, settings);
        Parameters parameters = new Parameters(list, placement, settings.seed());
        return new TrainableModel(
                ignored -> {
                    WeightStore files = base.weights();
                    return Decoder.mapped(
                            config,
                            new NamedWeights(files, config.architecture().names()),
                            files,
                            placement,
                            settings.quantization());
                },
                parameters,
                plan,
                settings,
                placement);
    }

    /** All weights of the base trainable, in fp32. */
    public static TrainableModel full(ModelFolder base, Settings settings, Placement placement) {
        ModelConfig config = base.config();
        List<Parameter> list = new ArrayList<>();
        try (WeightStore files = base.weights()) {
            var source = new NamedWeights(files, config.architecture().names());
            for (WeightShapes.Named named : WeightShapes.of(config)) {
                TensorBytes bytes = WeightNames.find(source, named.name());
                WeightNames.requireShape(bytes, named.shape());
                list.add(
                        new Parameter(
                                named.name(),
                                named.shape(),
                                named.shape().length > 1
                                        ? ParameterGroup.BASE_MATRIX
                                        : ParameterGroup.BASE_VECTOR,
                                new Parameter.Initial.Stored(bytes)));
            }
            addHead(list, config, settings);
            return new TrainableModel(
                    trained -> Decoder.over(config, (name, shape) -> trained.leaf(name), placement),
                    new Parameters(list, placement, settings.seed()),
                    null,
                    settings,
                    placement);
        }
    }

    private static List<Slot> slots(ModelConfig config, LoraPlan plan) {
        List<Slot> slots = Slot.of(config).stream().filter(plan.slots()::contains).toList();
        if (slots.isEmpty()) {
            throw new ModelException(
                    "the adapter's slots "
                            + plan.slots()
                            + " are none of "
                            + config.modelType()
                            + "'s, which are "
                            + Slot.of(config));
        }
        return slots;
    }

    private static void addPair(List<Parameter> list, String module, int rank, long in, long out) {
        list.add(
                new Parameter(
                        LoraNames.a(module),
                        new long[] {rank, in},
                        ParameterGroup.ADAPTER,
                        new Parameter.Initial.Uniform(1 / Math.sqrt(in))));
        list.add(
                new Parameter(
                        LoraNames.b(module),
                        new long[] {out, rank},
                        ParameterGroup.ADAPTER,
                        new Parameter.Initial.Constant(0)));
    }

    private static void addHead(List<Parameter> list, ModelConfig config, Settings settings) {
        if (settings.pointerDimension().isPresent()) {
            list.addAll(
                    PointerHead.parameters(
                            config.hiddenSize(), settings.pointerDimension().getAsInt()));
        }
    }

    private static Overlay overlay(ModelConfig config, LoraPlan plan, Parameters parameters) {
        List<Map<Slot, LoraPair>> layers = new ArrayList<>();
        for (int layer = 0; layer < config.layers(); layer++) {
            Map<Slot, LoraPair> pairs = new EnumMap<>(Slot.class);
            for (Slot slot : slots(config, plan)) {
                pairs.put(
                        slot,
                        new LoraPair(
                                parameters.leaf(LoraNames.a(layer, slot)),
                                parameters.leaf(LoraNames.b(layer, slot)),
                                plan.scale()));
            }
            layers.add(pairs);
        }
        Optional<LoraPair> head =
                plan.head()
                        ? Optional.of(
                                new LoraPair(
                                        parameters.leaf(LoraNames.a(LoraNames.HEAD)),
                                        parameters.leaf(LoraNames.b(LoraNames.HEAD)),
                                        plan.scale()))
                        : Optional.empty();
        return new Overlay(layers, Optional.empty(), head);
    }

    /**
     * Starts from an existing adapter instead of a fresh one.
     *
     * @throws ModelException when it has other targets or another rank
     */
    public void startFrom(AdapterFolder adapter) {
        Map<String, TensorBytes> tensors =
                LoraNames.fromPeft(adapter, decoder.config().architecture().names());
        for (String name : parameters.names()) {
            if (name.contains(".lora_") && !tensors.containsKey(name)) {
                throw new ModelException("the adapter to start from lacks " + name);
            }
        }
        parameters.overwrite(tensors);
    }

    /** Starts from an existing head, named as in {@code head.safetensors}. */
    public void startFromHead(SafetensorsFile head) {
        Map<String, TensorBytes> tensors = new HashMap<>();
        head.tensors().keySet().forEach(name -> tensors.put(name, head.tensor(name)));
        parameters.overwrite(tensors);
    }

    /** The trainable tensors. */
    public Parameters parameters() {
        return parameters;
    }

    /** How many work items run at once. */
    public int workers() {
        return workers.count();
    }

    /**
     * Adds gradients of {@code scale * sum of losses} to the workers' buffers.
     *
     * @param items at most one per worker, in a fixed order
     * @param scale usually loss scale / number of labels (or questions) in the whole step
     * @param dropoutSeed decides the dropout masks; the same seed gives the same masks
     * @return for each item its unscaled loss sum
     */
    public List<Double> accumulate(List<? extends WorkItem> items, double scale, long dropoutSeed) {
        return accumulate(items, scale, dropoutSeed, 0, 1);
    }

    /**
     * The same of a batch that several processes share: item i is share {@code first + i * apart}
     * of it, which decides its dropout masks.
     */
    public List<Double> accumulate(
            List<? extends WorkItem> items, double scale, long dropoutSeed, int first, int apart) {
        if (items.size() > workers.count()) {
            throw new ModelException(
                    items.size() + " work items for " + workers.count() + " workers");
        }
        List<Callable<Double>> tasks = new ArrayList<>();
        for (int i = 0; i < items.size(); i++) {
            WorkItem item = items.get(i);
            int worker = i;
            long share = first + (long) worker * apart;
            long seed = dropoutSeed + 0x632BE59BD9B4E019L * (share + 1);
            tasks.add(
                    () ->
                            new GradientPass(
                                            decoder,
                                            overlay,
                                            head,
                                            parameters,
                                            index,
                                            worker,
                                            checkpointing,
                                            gradients)
                                    .run(
                                            item,
                                            scale,
                                            new DropoutStream(
                                                    decoder.placement(), adapterDropout, seed),
                                            new DropoutStream(
                                                    decoder.placement(), headDropout, ~seed)));
        }
        return workers.run(tasks);
    }

    /** The model as it stands now, for evaluation; shares all memory with this one. */
    public LanguageModel inference() {
        return LanguageModel.sharing(decoder, overlay, head, workers);
    }

    /** The adapter's tensors under PEFT's names, fp32; {@code causal} as the task type says. */
    public List<TensorBytes> adapterTensors(boolean causal) {
        return LoraNames.toPeft(parameters.save(), causal, decoder.config().architecture().names());
    }

    /** The pointer head's tensors, fp32. */
    public List<TensorBytes> headTensors() {
        return parameters.save().stream()
                .filter(t -> !t.name().contains("layers.") && !t.name().contains("model."))
                .filter(t -> !t.name().startsWith(LoraNames.HEAD + "."))
                .toList();
    }

    /** All weights of the base, fp32, under full fine-tuning; see {@link Parameters#current}. */
    public List<TensorBytes> baseTensors() {
        try (PointerScope scope = new PointerScope()) {
            List<TensorBytes> list = new ArrayList<>();
            for (WeightShapes.Named named : WeightShapes.of(decoder.config())) {
                Tensor leaf = parameters.leaf(named.name());
                String name = decoder.config().architecture().names().inFile(named.name());
                list.add(Tensors.view(name, leaf));
            }
            return list;
        }
    }

    @Override
    public void close() {
        workers.close();
        owner.close();
        decoder.close();
        parameters.close();
    }
}
