package dev.tagwerk.model;

import dev.tagwerk.modelfiles.AdapterFolder;
import dev.tagwerk.modelfiles.AdapterRanks;
import dev.tagwerk.modelfiles.ModelConfig;
import dev.tagwerk.modelfiles.ModelFolder;
import dev.tagwerk.modelfiles.NamedWeights;
import dev.tagwerk.modelfiles.SafetensorsFile;
import dev.tagwerk.modelfiles.TensorBytes;
import dev.tagwerk.modelfiles.TensorSource;
import dev.tagwerk.modelfiles.WeightStore;
import java.util.ArrayList;
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
        boolean tied = plan == null && config.tiedEmbeddings();
        index = new ParameterIndex(parameters, config.layers(), tied, config.tiedEmbeddings());
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
        pairs(config, plan)
                .forEach(
                        (module, strength) ->
                                addPair(
                                        list,
                                        module,
                                        strength.rank(),
                                        WeightShapes.ofModule(config, module)));
        WeightStore files = base.weights();
        try {
            var source = new NamedWeights(files, config.architecture().names());
            plan.wholes(config).forEach(each -> addCopy(list, each, source, config));
            if (!plan.tokens().isEmpty()) {
                String embedding = LoraNames.EMBEDDING + ".weight";
                list.add(
                        TrainedTokens.parameter(
                                plan.tokens(), WeightNames.find(source, embedding)));
            }
            addHead(list, config, settings);
            Parameters parameters = new Parameters(list, placement, settings.seed());
            var frozen = new FrozenWeights(source, files, placement, settings.quantization());
            return new TrainableModel(
                    trained ->
                            Decoder.mapped(
                                    config,
                                    new TrainedWeights(frozen, trained, config.tiedEmbeddings()),
                                    files,
                                    placement),
                    parameters,
                    plan,
                    settings,
                    placement);
        } catch (RuntimeException e) {
            files.close();
            throw e;
        }
    }

    private static void addCopy(
            List<Parameter> list,
            WeightShapes.Named named,
            TensorSource source,
            ModelConfig config) {
        boolean tied = config.tiedEmbeddings() && named.module().equals(LoraNames.HEAD);
        TensorBytes bytes =
                WeightNames.find(source, tied ? LoraNames.EMBEDDING + ".weight" : named.name());
        WeightNames.requireShape(bytes, named.shape());
        list.add(
                new Parameter(
                        named.name(),
                        named.shape(),
                        group(named),
                        new Parameter.Initial.Stored(bytes)));
    }

    private static ParameterGroup group(WeightShapes.Named named) {
        return named.shape().length > 1 ? ParameterGroup.BASE_MATRIX : ParameterGroup.BASE_VECTOR;
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
                                group(named),
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

    private static Map<String, AdapterRanks.Module> pairs(ModelConfig config, LoraPlan plan) {
        Map<String, AdapterRanks.Module> pairs = plan.pairs(config);
        if (pairs.isEmpty()) {
            throw new ModelException(
                    "the adapter's targets are none of "
                            + config.modelType()
                            + "'s modules, such as "
                            + plan.adaptablePaths(config).getFirst());
        }
        return pairs;
    }

    /**
     * What the product of both adds is nothing at first, as in PEFT: of a linear map B is zero, of
     * the embedding A.
     *
     * @param shape outputs and inputs of the module
     */
    private static void addPair(List<Parameter> list, String module, int rank, long... shape) {
        var zero = new Parameter.Initial.Constant(0);
        boolean embedding = module.equals(LoraNames.EMBEDDING);
        list.add(
                new Parameter(
                        LoraNames.a(module),
                        new long[] {rank, shape[1]},
                        ParameterGroup.ADAPTER,
                        embedding ? zero : new Parameter.Initial.Uniform(1 / Math.sqrt(shape[1]))));
        list.add(
                new Parameter(
                        LoraNames.b(module),
                        new long[] {shape[0], rank},
                        ParameterGroup.ADAPTER,
                        embedding ? new Parameter.Initial.Normal(1) : zero));
    }

    private static void addHead(List<Parameter> list, ModelConfig config, Settings settings) {
        if (settings.pointerDimension().isPresent()) {
            list.addAll(
                    PointerHead.parameters(
                            config.hiddenSize(), settings.pointerDimension().getAsInt()));
        }
    }

    private static Overlay overlay(ModelConfig config, LoraPlan plan, Parameters parameters) {
        Map<String, LoraPair> pairs = new HashMap<>();
        pairs(config, plan)
                .forEach(
                        (module, strength) ->
                                pairs.put(
                                        module,
                                        new LoraPair(
                                                parameters.leaf(LoraNames.a(module)),
                                                parameters.leaf(LoraNames.b(module)),
                                                strength.scale())));
        Optional<TrainedTokens> tokens =
                plan.tokens().isEmpty()
                        ? Optional.empty()
                        : Optional.of(
                                new TrainedTokens(
                                        parameters.leaf(LoraNames.TOKENS), plan.tokens()));
        return Overlay.of(config, pairs, tokens);
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
            boolean own = name.contains(".lora_") || name.equals(LoraNames.TOKENS);
            if (own && !tensors.containsKey(name)) {
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
                .filter(tensor -> !LoraNames.ofAdapter(tensor.name()))
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
