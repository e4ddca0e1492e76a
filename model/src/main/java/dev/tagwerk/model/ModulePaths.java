package dev.tagwerk.model;

import dev.tagwerk.modelfiles.ModelConfig;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** The modules that PEFT finds in a model of transformers beside linear maps and embeddings. */
final class ModulePaths {
    private static final String MODEL = "model";

    private ModulePaths() {}

    /**
     * Norms, the parts that hold others, and those without weights.
     *
     * @param headless without what stands around a causal language model
     */
    static List<String> others(ModelConfig config, boolean headless) {
        Set<String> modules = new TreeSet<>(Set.of(MODEL + ".rotary_emb"));
        for (WeightShapes.Named named : WeightShapes.of(config)) {
            String module = named.module();
            if (module.contains("norm") || module.contains(".ln_")) {
                modules.add(module);
            }
            for (int dot = module.lastIndexOf('.');
                    dot > 0;
                    dot = module.lastIndexOf('.', dot - 1)) {
                modules.add(module.substring(0, dot));
            }
        }
        for (int layer = 0; layer < config.layers(); layer++) {
            modules.add(MODEL + ".layers." + layer + ".mlp." + activation(config));
        }
        modules.remove(MODEL);
        List<String> paths = new ArrayList<>();
        for (String module : modules) {
            // with the dot that the names of the list of blocks are known by
            String path = LoraNames.peft(module + ".", headless, config.architecture().names());
            paths.add(path.substring(0, path.length() - 1));
        }
        return paths;
    }

    /** All tensors of a model, the head's own one also where it is the embedding. */
    static List<WeightShapes.Named> tensors(ModelConfig config, boolean causal) {
        List<WeightShapes.Named> tensors = new ArrayList<>();
        for (WeightShapes.Named named : WeightShapes.of(config)) {
            if (causal || !named.module().equals(LoraNames.HEAD)) {
                tensors.add(named);
            }
        }
        if (causal && config.tiedEmbeddings()) {
            tensors.add(
                    new WeightShapes.Named(
                            LoraNames.HEAD + ".weight",
                            new long[] {config.vocabSize(), config.hiddenSize()}));
        }
        return tensors;
    }

    private static String activation(ModelConfig config) {
        return config.architecture().fusedQueryKeyValue() ? "act" : "act_fn";
    }
}
