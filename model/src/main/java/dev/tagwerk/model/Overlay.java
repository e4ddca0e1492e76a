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

    /**
     * @param embedding A {@code [rank, vocab]}, B {@code [hidden, rank]}
     * @param head A {@code [rank, hidden]}, B {@code [vocab, rank]}
     */
    Overlay(
            List<Map<Slot, LoraPair>> layers,
            Optional<LoraPair> embedding,
            Optional<LoraPair> head) {
        this.layers = layers.stream().map(Overlay::copy).toList();
        this.embedding = embedding;
        this.head = head;
    }

    /** Of pairs by our names of their modules. */
    static Overlay of(ModelConfig config, Map<String, LoraPair> pairs) {
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
                Optional.ofNullable(pairs.get(LoraNames.HEAD)));
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

    /** Whether no block has a pair. */
    boolean isEmpty() {
        return layers.stream().allMatch(Map::isEmpty);
    }
}
