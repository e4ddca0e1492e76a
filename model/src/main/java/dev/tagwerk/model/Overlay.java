package dev.tagwerk.model;

import dev.tagwerk.modelfiles.ModelConfig;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What is laid over the frozen weights in one pass: LoRA pairs by layer and slot, and those of the
 * embedding and of the language model head. The base itself never changes, so one copy of it serves
 * passes with and without an adapter, on several threads at once.
 */
final class Overlay {
    static final Overlay NONE = new Overlay(List.of(), Optional.empty(), Optional.empty());

    private final List<Map<Slot, LoraPair>> layers;
    private final Optional<LoraPair> embedding;
    private final Optional<LoraPair> head;
    private final Optional<TrainedTokens> tokens;
    private final boolean tied;

    /**
     * @param embedding A {@code [rank, vocab]}, B {@code [hidden, rank]}
     * @param head A {@code [rank, hidden]}, B {@code [vocab, rank]}
     */
    Overlay(
            List<Map<Slot, LoraPair>> layers,
            Optional<LoraPair> embedding,
            Optional<LoraPair> head) {
        this(layers, embedding, head, Optional.empty(), false);
    }

    private Overlay(
            List<Map<Slot, LoraPair>> layers,
            Optional<LoraPair> embedding,
            Optional<LoraPair> head,
            Optional<TrainedTokens> tokens,
            boolean tied) {
        this.tokens = tokens;
        this.tied = tied;
        this.layers = layers.stream().map(Overlay::copy).toList();
        this.embedding = embedding;
        this.head = head;
    }

    /** Of pairs by our names of their modules, and trained rows of the embedding. */
    static Overlay of(
            ModelConfig config, Map<String, LoraPair> pairs, Optional<TrainedTokens> tokens) {
        List<Map<Slot, LoraPair>> layers = new ArrayList<>();
        for (int layer = 0; layer < config.layers(); layer++) {
            Map<Slot, LoraPair> own = new EnumMap<>(Slot.class);
            for (Slot slot : Slot.of(config)) {
                LoraPair pair = pairs.get(LoraNames.module(layer, slot));
                if (pair != null) {
                    own.put(slot, pair);
                }
            }
            layers.add(own);
        }
        return new Overlay(
                layers,
                Optional.ofNullable(pairs.get(LoraNames.EMBEDDING)),
                Optional.ofNullable(pairs.get(LoraNames.HEAD)),
                tokens,
                config.tiedEmbeddings());
    }

    private static Map<Slot, LoraPair> copy(Map<Slot, LoraPair> pairs) {
        return pairs.isEmpty() ? Map.of() : new EnumMap<>(pairs);
    }

    Optional<LoraPair> pair(int layer, Slot slot) {
        return layers.isEmpty()
                ? Optional.empty()
                : Optional.ofNullable(layers.get(layer).get(slot));
    }

    Optional<LoraPair> embedding() {
        return embedding;
    }

    Optional<LoraPair> head() {
        return head;
    }

    /** Trained rows of the embedding. */
    Optional<TrainedTokens> tokens() {
        return tokens;
    }

    /** The same where they are rows of the output matrix, too. */
    Optional<TrainedTokens> headTokens() {
        return tied ? tokens : Optional.empty();
    }

    /** Whether no block has a pair. */
    boolean isEmpty() {
        return layers.stream().allMatch(Map::isEmpty);
    }
}
