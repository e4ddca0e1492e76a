package dev.tagwerk.model;

import dev.tagwerk.modelfiles.ModelConfig;
import dev.tagwerk.modelfiles.NormKind;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The names (Llama's, as in all of this program) and shapes of a configuration's tensors. */
final class WeightShapes {
    private WeightShapes() {}

    record Named(String name, long[] shape) {
        String module() {
            return name.substring(0, name.lastIndexOf('.'));
        }

        boolean bias() {
            return name.endsWith(".bias");
        }

        long size() {
            return Arrays.stream(shape).reduce(1, Math::multiplyExact);
        }
    }

    static List<Named> of(ModelConfig config) {
        List<Named> list = new ArrayList<>();
        long hidden = config.hiddenSize();
        list.add(named("model.embed_tokens.weight", config.vocabSize(), hidden));
        for (int layer = 0; layer < config.layers(); layer++) {
            String path = "model.layers." + layer + ".";
            for (Slot slot : Slot.of(config)) {
                list.add(
                        named(
                                path + slot.path() + ".weight",
                                outputs(config, slot),
                                inputs(config, slot)));
                if (biased(config, slot)) {
                    list.add(named(path + slot.path() + ".bias", outputs(config, slot)));
                }
            }
            for (String norm : config.layout().norms()) {
                addNorm(list, config, path + norm);
            }
            if (config.queryKeyNorm()) {
                list.add(named(path + "self_attn.q_norm.weight", config.headDim()));
                list.add(named(path + "self_attn.k_norm.weight", config.headDim()));
            }
        }
        addNorm(list, config, "model.norm");
        if (!config.tiedEmbeddings()) {
            list.add(named("lm_head.weight", config.vocabSize(), hidden));
        }
        return list;
    }

    /**
     * Outputs and inputs of a linear map, by our name of the module. The embedding's input is the
     * vocabulary.
     */
    static long[] ofModule(ModelConfig config, String module) {
        if (module.equals(LoraNames.EMBEDDING)) {
            return new long[] {config.hiddenSize(), config.vocabSize()};
        }
        for (Slot slot : Slot.of(config)) {
            if (module.endsWith("." + slot.path())) {
                return new long[] {outputs(config, slot), inputs(config, slot)};
            }
        }
        return new long[] {config.vocabSize(), config.hiddenSize()};
    }

    private static void addNorm(List<Named> list, ModelConfig config, String name) {
        list.add(named(name + ".weight", config.hiddenSize()));
        if (config.architecture().norm() == NormKind.LAYER) {
            list.add(named(name + ".bias", config.hiddenSize()));
        }
    }

    private static Named named(String name, long... shape) {
        return new Named(name, shape);
    }

    static long outputs(ModelConfig config, Slot slot) {
        return switch (slot) {
            case QUERY -> queries(config);
            case KEY, VALUE -> keys(config);
            case QUERY_KEY_VALUE -> queries(config) + 2 * keys(config);
            case OUTPUT, DOWN, DENSE, DENSE_DOWN -> config.hiddenSize();
            case GATE, UP, DENSE_UP -> config.intermediateSize();
        };
    }

    static long inputs(ModelConfig config, Slot slot) {
        return switch (slot) {
            case QUERY, KEY, VALUE, QUERY_KEY_VALUE, GATE, UP, DENSE_UP -> config.hiddenSize();
            case OUTPUT, DENSE -> queries(config);
            case DOWN, DENSE_DOWN -> config.intermediateSize();
        };
    }

    private static long queries(ModelConfig config) {
        return (long) config.heads() * config.headDim();
    }

    private static long keys(ModelConfig config) {
        return (long) config.keyValueHeads() * config.headDim();
    }

    static boolean biased(ModelConfig config, Slot slot) {
        return switch (slot) {
            case QUERY, KEY, VALUE, QUERY_KEY_VALUE -> config.attention().bias();
            case OUTPUT, DENSE -> config.attention().outputBias();
            case GATE, UP, DOWN, DENSE_UP, DENSE_DOWN -> config.mlpBias();
        };
    }
}
