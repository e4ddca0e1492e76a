package dev.tagwerk.model;

import dev.tagwerk.modelfiles.AdapterConfig;
import dev.tagwerk.modelfiles.AdapterRanks;
import dev.tagwerk.modelfiles.AdapterScope;
import dev.tagwerk.modelfiles.AdapterTargets;
import dev.tagwerk.modelfiles.ModelConfig;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * What an adapter trains, said as PEFT says it, so that training and loading agree about which
 * modules are meant.
 *
 * @param adapter what would stand in its {@code adapter_config.json}
 * @param causal whether the model is adapted with its language model head
 */
public record LoraPlan(AdapterConfig adapter, boolean causal) {
    /** What PEFT means by a list of tokens, whatever the architecture calls its embedding. */
    private static final String EMBEDDING = "embed_tokens";

    /**
     * One rank and scale for some linear maps of every block; those that the architecture lacks are
     * left out.
     *
     * @param scale alpha / rank
     * @param head whether the language model head gets a pair too
     */
    public LoraPlan(int rank, double scale, double dropout, Set<Slot> slots, boolean head) {
        this(
                new AdapterConfig(
                        rank,
                        scale * rank,
                        dropout,
                        new AdapterTargets.Names(names(slots, head)),
                        false,
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty()),
                head);
    }

    /** Of maps in the blocks alone. */
    public LoraPlan(int rank, double scale, double dropout, Set<Slot> slots) {
        this(rank, scale, dropout, slots, false);
    }

    private static List<String> names(Set<Slot> slots, boolean head) {
        return Stream.concat(
                        slots.stream().map(Slot::path),
                        head ? Stream.of(LoraNames.HEAD) : Stream.<String>empty())
                .toList();
    }

    double dropout() {
        return adapter.dropout();
    }

    /** Rank and scale of every module with a pair, by our names, in the order of a pass. */
    Map<String, AdapterRanks.Module> pairs(ModelConfig config) {
        Predicate<String> targeted = adapter.scope().matcher();
        Function<String, AdapterRanks.Module> strengths = adapter.ranks().byModule();
        Map<String, AdapterRanks.Module> pairs = new LinkedHashMap<>();
        for (String module : adaptable(config)) {
            String path = peft(module, config);
            if (targeted.test(path)) {
                pairs.put(module, strengths.apply(path));
            }
        }
        return pairs;
    }

    private List<String> adaptable(ModelConfig config) {
        List<String> modules = new ArrayList<>();
        for (int layer = 0; layer < config.layers(); layer++) {
            for (Slot slot : Slot.of(config)) {
                modules.add(LoraNames.module(layer, slot));
            }
        }
        modules.add(LoraNames.EMBEDDING);
        if (causal) {
            modules.add(LoraNames.HEAD);
        }
        return modules;
    }

    /** The tensors of the base of which a copy is trained, by our names. */
    List<WeightShapes.Named> wholes(ModelConfig config) {
        AdapterScope scope = adapter.scope();
        Predicate<String> targeted = scope.matcher();
        return ModulePaths.tensors(config, causal).stream()
                .filter(
                        tensor -> {
                            String path = peft(tensor.module(), config);
                            return scope.savesWhole(path)
                                    || tensor.bias() && trainsBias(targeted.test(path));
                        })
                .toList();
    }

    /** Tokens whose rows of the embedding are trained. */
    List<Integer> tokens() {
        return adapter.trainedTokens().getOrDefault(EMBEDDING, List.of());
    }

    /** Whether the choice of biases means any. */
    public boolean trainsBiases(ModelConfig config) {
        Predicate<String> targeted = adapter.scope().matcher();
        return ModulePaths.tensors(config, causal).stream()
                .filter(WeightShapes.Named::bias)
                .anyMatch(tensor -> trainsBias(targeted.test(peft(tensor.module(), config))));
    }

    private boolean trainsBias(boolean targeted) {
        return switch (adapter.bias()) {
            case NONE -> false;
            case ALL -> true;
            case LORA_ONLY -> targeted;
        };
    }

    private String peft(String module, ModelConfig config) {
        return LoraNames.peft(module, !causal, config.architecture().names());
    }

    /** The paths, as PEFT knows them, of all modules that can have a pair. */
    public List<String> adaptablePaths(ModelConfig config) {
        return adaptable(config).stream().map(module -> peft(module, config)).toList();
    }

    /** The paths of all modules that PEFT would find and could not give a pair. */
    public List<String> otherPaths(ModelConfig config) {
        return ModulePaths.others(config, !causal);
    }

    /** How many values are trained. */
    public long trainable(ModelConfig config) {
        long sum = 0;
        for (Map.Entry<String, AdapterRanks.Module> pair : pairs(config).entrySet()) {
            sum += size(pair.getKey(), pair.getValue(), config);
        }
        return sum + tokenSize(config) + wholeSize(config);
    }

    /** How many of them belong to the embedding's pair and to copies of weights. */
    public long besidePairs(ModelConfig config) {
        AdapterRanks.Module embedding = pairs(config).get(LoraNames.EMBEDDING);
        return wholeSize(config)
                + tokenSize(config)
                + (embedding == null ? 0 : size(LoraNames.EMBEDDING, embedding, config));
    }

    /**
     * Whether libtorch differentiates the pass, because matrices or norms of blocks are trained.
     */
    public boolean differentiated(ModelConfig config) {
        return wholes(config).stream()
                .anyMatch(tensor -> ParameterIndex.beyondFormulas(tensor.name()));
    }

    /** The highest rank of a pair. */
    public int highestRank(ModelConfig config) {
        return pairs(config).values().stream().mapToInt(AdapterRanks.Module::rank).max().orElse(0);
    }

    private static long size(String module, AdapterRanks.Module strength, ModelConfig config) {
        long[] shape = WeightShapes.ofModule(config, module);
        return strength.rank() * (shape[0] + shape[1]);
    }

    private long tokenSize(ModelConfig config) {
        return (long) tokens().size() * config.hiddenSize();
    }

    private long wholeSize(ModelConfig config) {
        return wholes(config).stream().mapToLong(WeightShapes.Named::size).sum();
    }

    /** The paths of all modules that have tensors and are saved whole, or lie in such. */
    public List<String> savedPaths(ModelConfig config) {
        return wholes(config).stream()
                .map(tensor -> peft(tensor.module(), config))
                .distinct()
                .toList();
    }

    /** The paths of the modules with a pair. */
    public List<String> pairedPaths(ModelConfig config) {
        return pairs(config).keySet().stream().map(module -> peft(module, config)).toList();
    }
}
