package dev.tagwerk.modelfiles;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Predicate;

/** The tensors of an adapter, each checked against the configuration and given its meaning. */
final class AdapterContents {
    private static final Set<DType> FLOATS = Set.of(DType.F32, DType.F16, DType.BF16);

    private final AdapterConfig config;
    private final Map<String, TensorBytes> tensors;
    private final Predicate<String> targeted;
    private final Function<String, AdapterRanks.Module> strengths;
    private final Map<String, AdapterPair> pairs = new TreeMap<>();
    private final Map<String, AdapterWhole> wholes = new TreeMap<>();
    private final Map<String, AdapterRows> rows = new TreeMap<>();
    private final List<String> problems = new ArrayList<>();

    AdapterContents(AdapterConfig config, Map<String, TensorBytes> tensors) {
        this.config = config;
        this.tensors = tensors;
        this.targeted = config.scope().matcher();
        this.strengths = config.ranks().byModule();
        if (tensors.isEmpty()) {
            problems.add("holds no tensors; write the adapter again");
        }
        tensors.values().forEach(this::place);
        if (!config.trainedTokens().isEmpty() && rows.isEmpty()) {
            problems.add("holds no trained tokens, which trainable_token_indices says it has");
        }
    }

    /** Every way in which the tensors are not what the configuration promises. */
    List<String> problems() {
        return problems;
    }

    boolean headless() {
        return tensors.keySet().stream()
                .flatMap(name -> AdapterName.of(name).stream())
                .noneMatch(name -> name.moduleInBase().equals(name.module()));
    }

    Map<String, AdapterPair> pairs() {
        return Collections.unmodifiableMap(pairs);
    }

    Map<String, AdapterWhole> wholes() {
        return Collections.unmodifiableMap(wholes);
    }

    Map<String, AdapterRows> rows() {
        return Collections.unmodifiableMap(rows);
    }

    private void place(TensorBytes tensor) {
        Optional<AdapterName> name = AdapterName.of(tensor.name());
        if (name.isEmpty()) {
            problem(
                    tensor,
                    "is none of a plain LoRA (base_model.model.<module>.lora_A.weight or"
                            + " lora_B.weight); its kind of adapter is not in this version");
            return;
        }
        if (!FLOATS.contains(tensor.dtype())) {
            problem(tensor, "is %s; F32, F16 and BF16 can be read".formatted(tensor.dtype()));
            return;
        }
        switch (name.get().part()) {
            case A, B, EMBEDDING_A, EMBEDDING_B -> low(name.get(), tensor);
            case WEIGHT, BIAS -> whole(name.get(), tensor);
            case ROWS -> rows(name.get(), tensor);
        }
    }

    private void low(AdapterName name, TensorBytes tensor) {
        TensorBytes partner = tensors.get(name.partner());
        if (partner == null) {
            problem(
                    tensor,
                    "has no partner '%s'; the file is not complete"
                            .formatted(Messages.shortened(name.partner())));
        }
        boolean first =
                name.part() == AdapterName.Part.A || name.part() == AdapterName.Part.EMBEDDING_A;
        AdapterRanks.Module strength = strengths.apply(name.module());
        long rank = strength.rank();
        if (tensor.shape().size() != 2 || tensor.shape().get(first ? 0 : 1) != rank) {
            problem(
                    tensor,
                    "has shape %s, but rank %d needs %s"
                            .formatted(
                                    tensor.shape(),
                                    rank,
                                    (first ? "[%d, in]" : "[out, %d]").formatted(rank)));
            return;
        }
        if (!first || partner == null) {
            return;
        }
        // With ensure_weight_tying the head's pair is the embedding's, and no target names it.
        boolean tied = config.tiesWeights() && name.head();
        if (!targeted.test(name.module()) && !tied) {
            problems.add(
                    "module '%s' has tensors, but target_modules does not name it"
                            .formatted(Messages.shortened(name.module())));
            return;
        }
        boolean embedding = name.part() == AdapterName.Part.EMBEDDING_A;
        if (embedding != name.inputEmbedding()) {
            problem(tensor, "is a kind of pair that this module does not have");
            return;
        }
        pairs.put(
                name.moduleInBase(),
                new AdapterPair(name.moduleInBase(), tensor, partner, strength, embedding));
    }

    private void whole(AdapterName name, TensorBytes tensor) {
        boolean copied =
                config.scope().savesWhole(name.module()) || config.tiesWeights() && name.head();
        boolean expected =
                copied
                        || switch (name.part()) {
                            case BIAS ->
                                    config.bias() == AdapterBias.ALL
                                            || config.bias() == AdapterBias.LORA_ONLY
                                                    && targeted.test(name.module());
                            // PEFT adds them where they have pairs or other tokens than the base.
                            case WEIGHT -> name.head() || name.inputEmbedding();
                            case A, B, EMBEDDING_A, EMBEDDING_B, ROWS -> false;
                        };
        if (!expected) {
            problem(
                    tensor,
                    "takes the place of a tensor of the base, but neither modules_to_save nor bias"
                            + " says so; save the adapter again");
            return;
        }
        var whole = new AdapterWhole(name.tensorInBase(), tensor, copied);
        if (wholes.put(whole.place(), whole) != null) {
            problem(tensor, "is there twice, with and without base_layer");
        }
    }

    private void rows(AdapterName name, TensorBytes tensor) {
        Optional<List<Integer>> tokens = trained(name.module());
        if (tokens.isEmpty()) {
            problem(tensor, "holds trained tokens, but trainable_token_indices does not name them");
            return;
        }
        if (tensor.shape().size() != 2 || tensor.shape().getFirst() != tokens.get().size()) {
            problem(
                    tensor,
                    "has shape %s, but trainable_token_indices names %d tokens"
                            .formatted(tensor.shape(), tokens.get().size()));
            return;
        }
        rows.put(name.moduleInBase(), new AdapterRows(name.moduleInBase(), tokens.get(), tensor));
    }

    private Optional<List<Integer>> trained(String module) {
        return config.trainedTokens().entrySet().stream()
                .filter(each -> means(each.getKey(), module))
                .map(Map.Entry::getValue)
                .findFirst();
    }

    /** A list of tokens is one of the embedding's, which Falcon calls otherwise. */
    private static boolean means(String key, String module) {
        return module.endsWith(key)
                || key.equals(AdapterConfigReader.EMBEDDING)
                        && module.endsWith(TensorNames.FALCON.embedding());
    }

    private void problem(TensorBytes tensor, String what) {
        problems.add("tensor '%s' %s".formatted(Messages.shortened(tensor.name()), what));
    }
}
