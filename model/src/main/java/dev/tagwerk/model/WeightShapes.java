package dev.tagwerk.model;

import dev.tagwerk.modelfiles.ModelConfig;
import java.util.ArrayList;
import java.util.List;

/** The names and shapes of all tensors that a configuration implies. */
final class WeightShapes {
    private WeightShapes() {}

    record Named(String name, long[] shape) {}

    static List<Named> of(ModelConfig config) {
        List<Named> list = new ArrayList<>();
        long hidden = config.hiddenSize();
        list.add(named("model.embed_tokens.weight", config.vocabSize(), hidden));
        for (int layer = 0; layer < config.layers(); layer++) {
            String path = "model.layers." + layer + ".";
            for (Slot slot : Slot.values()) {
                list.add(
                        named(
                                path + slot.path() + ".weight",
                                outputs(config, slot),
                                inputs(config, slot)));
                if (biased(config, slot)) {
                    list.add(named(path + slot.path() + ".bias", outputs(config, slot)));
                }
            }
            list.add(named(path + "input_layernorm.weight", hidden));
            list.add(named(path + "post_attention_layernorm.weight", hidden));
            if (config.queryKeyNorm()) {
                list.add(named(path + "self_attn.q_norm.weight", config.headDim()));
                list.add(named(path + "self_attn.k_norm.weight", config.headDim()));
            }
        }
        list.add(named("model.norm.weight", hidden));
        if (!config.tiedEmbeddings()) {
            list.add(named("lm_head.weight", config.vocabSize(), hidden));
        }
        return list;
    }

    private static Named named(String name, long... shape) {
        return new Named(name, shape);
    }

    static long outputs(ModelConfig config, Slot slot) {
        return switch (slot) {
            case QUERY -> (long) config.heads() * config.headDim();
            case KEY, VALUE -> (long) config.keyValueHeads() * config.headDim();
            case OUTPUT, DOWN -> config.hiddenSize();
            case GATE, UP -> config.intermediateSize();
        };
    }

    static long inputs(ModelConfig config, Slot slot) {
        return switch (slot) {
            case QUERY, KEY, VALUE, GATE, UP -> config.hiddenSize();
            case OUTPUT -> (long) config.heads() * config.headDim();
            case DOWN -> config.intermediateSize();
        };
    }

    static boolean biased(ModelConfig config, Slot slot) {
        return switch (slot) {
            case QUERY, KEY, VALUE -> config.attention().bias();
            case OUTPUT -> config.attention().outputBias();
            case GATE, UP, DOWN -> config.mlpBias();
        };
    }
}
