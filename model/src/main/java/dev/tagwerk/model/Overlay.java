package dev.tagwerk.model;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What is laid over the frozen weights in one pass: LoRA pairs by layer and slot. The base itself
 * never changes, so one copy of it serves passes with and without an adapter, on several threads at
 * once.
 */
final class Overlay {
    static final Overlay NONE = new Overlay(List.of());

    private final List<Map<Slot, LoraPair>> layers;

    Overlay(List<Map<Slot, LoraPair>> layers) {
        this.layers = layers.stream().map(Overlay::copy).toList();
    }

    private static Map<Slot, LoraPair> copy(Map<Slot, LoraPair> pairs) {
        return pairs.isEmpty() ? Map.of() : new EnumMap<>(pairs);
    }

    Optional<LoraPair> pair(int layer, Slot slot) {
        return layers.isEmpty()
                ? Optional.empty()
                : Optional.ofNullable(layers.get(layer).get(slot));
    }

    boolean isEmpty() {
        return layers.stream().allMatch(Map::isEmpty);
    }
}
