package dev.tagwerk.model;

import java.util.ArrayList;
import java.util.List;
import org.bytedeco.pytorch.Tensor;

/**
 * The keys and values of a prompt that later tokens attend to, per layer {@code [1, kvHeads,
 * length, headDim]}. Belongs to the {@code PointerScope} in which it was filled; not thread-safe.
 */
final class KeyValueCache {
    private final List<Tensor> keys = new ArrayList<>();
    private final List<Tensor> values = new ArrayList<>();
    private int length;

    int length() {
        return length;
    }

    void put(int layer, Tensor key, Tensor value) {
        if (layer == keys.size()) {
            keys.add(key);
            values.add(value);
        } else {
            keys.set(layer, key);
            values.set(layer, value);
        }
        length = Math.toIntExact(key.size(2));
    }

    /** Whether this layer already holds a prompt. */
    boolean holds(int layer) {
        return layer < keys.size();
    }

    Tensor key(int layer) {
        return keys.get(layer);
    }

    Tensor value(int layer) {
        return values.get(layer);
    }
}
