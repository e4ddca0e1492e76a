package dev.tagwerk.modelfiles;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** The tensors of a base with an adapter worked into them, none of which is made yet. */
final class MergedTensors {
    private static final String WEIGHT = ".weight";

    private final String prefix;
    private final boolean bare;
    private final boolean untied;
    private final List<PendingTensor> tensors = new ArrayList<>();
    private int changed;

    /**
     * Plans the merge.
     *
     * @throws ModelFilesException when the adapter does not fit the base
     */
    MergedTensors(ModelConfig config, WeightStore base, AdapterFolder adapter, DType type) {
        AdaptedWeights weights = new AdaptedWeights(base, adapter, config);
        prefix = config.architecture().names().model();
        bare = base.names().stream().noneMatch(name -> name.startsWith(prefix));
        String embedding = config.architecture().names().inFile("model.embed_tokens.weight");
        Map<String, AdapterPair> pairs = adapter.pairs();
        // One matrix cannot hold the change of one side only.
        untied =
                config.tiedEmbeddings()
                        && (weights.ownHead()
                                || pairs.containsKey(module(embedding))
                                || pairs.containsKey(module(AdaptedWeights.HEAD)));
        Set<String> names = new TreeSet<>(base.names());
        if (untied) {
            names.add(AdaptedWeights.HEAD);
        }
        Set<String> unused = new HashSet<>(pairs.keySet());
        for (String name : names) {
            String place = canonical(name);
            Optional<AdapterPair> pair = Optional.ofNullable(pairs.get(module(place)));
            if (!place.endsWith(WEIGHT)) {
                pair = Optional.empty();
            }
            pair.ifPresent(each -> unused.remove(each.module()));
            if (pair.isPresent() || weights.changes(place)) {
                changed++;
            }
            tensors.add(ConvertedTensor.of(name, weights.get(place), pair, type));
        }
        if (!unused.isEmpty()) {
            throw ModelFilesException.of(
                    adapter.path(),
                    "this base has no place for " + new TreeSet<>(unused).getFirst(),
                    "give the base that the adapter was trained on");
        }
    }

    private static String module(String place) {
        return place.endsWith(WEIGHT)
                ? place.substring(0, place.length() - WEIGHT.length())
                : place;
    }

    /** A model saved without its head lacks the prefix of its names. */
    private String canonical(String name) {
        return bare && !name.equals(AdaptedWeights.HEAD) ? prefix + name : name;
    }

    List<PendingTensor> tensors() {
        return tensors;
    }

    /** How many of them the adapter changes. */
    int changed() {
        return changed;
    }

    /** Whether embedding and output matrix are one in the base and two now. */
    boolean untied() {
        return untied;
    }
}
