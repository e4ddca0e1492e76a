package dev.tagwerk.modelfiles;

import java.util.List;

/**
 * A linear map of a decoder block.
 *
 * @param name the last part of its path in PEFT's and llama's names, e.g. {@code q_proj}
 * @param place what its input is
 */
record LinearMap(String name, Place place, long inputs, long outputs) {
    /** The input that maps share. */
    enum Place {
        ATTENTION,
        OUTPUT,
        FEED_FORWARD,
        DOWN
    }

    long elements() {
        return inputs * outputs;
    }

    /** Those of every block of this model. */
    static List<LinearMap> of(ModelConfig config) {
        long hidden = config.hiddenSize();
        long inner = config.intermediateSize();
        long queries = (long) config.heads() * config.headDim();
        long keys = (long) config.keyValueHeads() * config.headDim();
        if (config.architecture().fusedQueryKeyValue()) {
            return List.of(
                    new LinearMap("query_key_value", Place.ATTENTION, hidden, queries + 2 * keys),
                    new LinearMap("dense", Place.OUTPUT, queries, hidden),
                    new LinearMap("dense_h_to_4h", Place.FEED_FORWARD, hidden, inner),
                    new LinearMap("dense_4h_to_h", Place.DOWN, inner, hidden));
        }
        return List.of(
                new LinearMap("q_proj", Place.ATTENTION, hidden, queries),
                new LinearMap("k_proj", Place.ATTENTION, hidden, keys),
                new LinearMap("v_proj", Place.ATTENTION, hidden, keys),
                new LinearMap("o_proj", Place.OUTPUT, queries, hidden),
                new LinearMap("gate_proj", Place.FEED_FORWARD, hidden, inner),
                new LinearMap("up_proj", Place.FEED_FORWARD, hidden, inner),
                new LinearMap("down_proj", Place.DOWN, inner, hidden));
    }
}
