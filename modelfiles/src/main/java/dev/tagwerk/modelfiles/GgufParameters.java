package dev.tagwerk.modelfiles;

import java.util.ArrayList;
import java.util.List;

/**
 * A configuration as the key/value pairs that llama.cpp reads; what it would compute otherwise than
 * transformers is refused by name.
 */
final class GgufParameters {
    private final ModelConfig config;
    private final String name;
    private final List<String> problems = new ArrayList<>();
    private final List<String> notes = new ArrayList<>();

    GgufParameters(ModelConfig config, String name) {
        this.config = config;
        this.name = name;
    }

    /** What the user should know of what was written. */
    List<String> notes() {
        return notes;
    }

    /**
     * Puts all pairs.
     *
     * @throws ModelFilesException naming everything that llama.cpp computes otherwise
     */
    void put(GgufValues values) {
        boolean gemma = name.startsWith("gemma");
        values.put(name + ".vocab_size", config.vocabSize())
                .put(name + ".context_length", contextLength(gemma))
                .put(name + ".embedding_length", config.hiddenSize())
                .put(name + ".block_count", config.layers())
                .put(name + ".feed_forward_length", config.intermediateSize())
                .put(name + ".attention.head_count", config.heads())
                .put(name + ".attention.head_count_kv", config.keyValueHeads())
                .put(name + ".attention.key_length", config.headDim())
                .put(name + ".attention.value_length", config.headDim())
                .put(name + epsilonKey(), (float) config.normEpsilon())
                .put(name + ".rope.dimension_count", config.headDim());
        rope(values, config.attention().rope());
        biases();
        if (gemma) {
            activation(Activation.GELU_TANH);
            gemma(values);
        } else if (name.equals("falcon")) {
            falcon();
        } else {
            activation(Activation.SILU);
            plain(values);
        }
        if (!problems.isEmpty()) {
            throw new ModelFilesException(
                    "this model cannot be exported to GGUF: " + String.join("; ", problems));
        }
    }

    private String epsilonKey() {
        return config.architecture().norm() == NormKind.LAYER
                ? ".attention.layer_norm_epsilon"
                : ".attention.layer_norm_rms_epsilon";
    }

    private void activation(Activation wanted) {
        if (config.activation() != wanted) {
            problems.add(
                    "hidden activation %s is computed as %s by llama.cpp"
                            .formatted(config.activation().key(), wanted.key()));
        }
    }

    /** Outside of Gemma, llama.cpp has no windows: a context as long as the window needs none. */
    private int contextLength(boolean gemma) {
        int window =
                config.attention().windows().stream()
                        .filter(each -> each > 0)
                        .mapToInt(Integer::intValue)
                        .min()
                        .orElse(Integer.MAX_VALUE);
        if (gemma || window >= config.maxPositions()) {
            return config.maxPositions();
        }
        notes.add(
                "the context is cut to the sliding window of %,d tokens, which llama.cpp does not slide"
                        .formatted(window));
        return window;
    }

    private void rope(GgufValues values, Rope rope) {
        String key = name + ".rope.";
        values.put(key + "freq_base", (float) rope.theta());
        switch (rope.scaling()) {
            case RopeScaling.None none -> {}
            case RopeScaling.Linear linear ->
                    values.put(key + "scaling.type", "linear")
                            .put(key + "scaling.factor", (float) linear.factor());
            case RopeScaling.Yarn yarn -> yarn(values, key, yarn);
            case RopeScaling.Llama3 llama3 -> {
                if (!name.equals("llama")) {
                    problems.add("rope scaling llama3 is known for Llama models only");
                }
            }
            case RopeScaling.Dynamic dynamic ->
                    problems.add("rope scaling dynamic is not known to llama.cpp");
        }
    }

    private void yarn(GgufValues values, String key, RopeScaling.Yarn yarn) {
        values.put(key + "scaling.type", "yarn")
                .put(key + "scaling.factor", (float) yarn.factor())
                .put(key + "scaling.original_context_length", yarn.originalPositions())
                .put(key + "scaling.yarn_beta_fast", (float) yarn.betaFast())
                .put(key + "scaling.yarn_beta_slow", (float) yarn.betaSlow());
        double usual = 0.1 * Math.log(yarn.factor()) + 1;
        if (Math.abs(yarn.attentionFactor() - usual) > 1e-6) {
            problems.add(
                    "YaRN's attention_factor %s is computed as %.4f by llama.cpp"
                            .formatted(yarn.attentionFactor(), usual));
        }
        if (!yarn.truncate()) {
            problems.add("YaRN without truncate is not known to llama.cpp");
        }
    }

    private void biases() {
        boolean llama = name.equals("llama") || name.equals("minicpm");
        boolean takesInputs = llama || name.equals("qwen2");
        if (config.attention().bias() && !takesInputs) {
            problems.add("biases of queries, keys and values are not known for " + name);
        }
        if ((config.attention().outputBias() || config.mlpBias()) && !llama) {
            problems.add("biases of outputs are not known for " + name);
        }
    }

    private void plain(GgufValues values) {
        if (config.logitCap().isPresent() || config.attention().scoreCap().isPresent()) {
            problems.add("soft caps are known for Gemma only");
        }
        Scales scales = config.scales();
        if (name.equals("minicpm")) {
            values.put(name + ".embedding_scale", (float) scales.embedding())
                    .put(name + ".residual_scale", (float) scales.branch())
                    // What the logits are divided by.
                    .put(name + ".logit_scale", (float) (1 / scales.hidden()));
        } else if (!scales.equals(Scales.NONE)) {
            problems.add("scale factors along the residual stream are not known for " + name);
        }
        scale(1 / Math.sqrt(config.headDim()));
    }

    private void falcon() {
        if (!config.layout().parallel()) {
            problems.add(
                    "attention and feed-forward one after the other (parallel_attn: false) is not known for falcon");
        }
        if (config.activation() == Activation.GELU) {
            notes.add(
                    "llama.cpp computes Falcon's GELU by the approximation with tanh, transformers by erf");
        } else {
            activation(Activation.GELU_TANH);
        }
        scale(1 / Math.sqrt(config.headDim()));
    }

    private void gemma(GgufValues values) {
        boolean second = name.equals("gemma2");
        // As in llama.cpp, which tells the 27B models by their number of blocks.
        int largest = second ? 46 : 62;
        int width =
                config.layers() == largest
                        ? config.hiddenSize() / config.heads()
                        : config.headDim();
        scale(1 / Math.sqrt(width));
        double embedding = Math.sqrt(config.hiddenSize());
        if (Math.abs(config.scales().embedding() / embedding - 1) > 1e-2
                || config.scales().branch() != 1
                || config.scales().hidden() != 1) {
            problems.add("scale factors along the residual stream are not those of Gemma");
        }
        caps(values, second);
        windows(values, second ? 2 : 6);
        if (!config.tiedEmbeddings()) {
            problems.add("an output matrix of its own is not known for " + name);
        }
    }

    private void caps(GgufValues values, boolean second) {
        boolean both = config.logitCap().isPresent() && config.attention().scoreCap().isPresent();
        boolean none = config.logitCap().isEmpty() && config.attention().scoreCap().isEmpty();
        if (second && both) {
            values.put(
                            name + ".attn_logit_softcapping",
                            (float) config.attention().scoreCap().getAsDouble())
                    .put(
                            name + ".final_logit_softcapping",
                            (float) config.logitCap().getAsDouble());
        } else if (second || !none) {
            problems.add(
                    second
                            ? "Gemma 2 without both soft caps is not known to llama.cpp"
                            : "soft caps are not known for Gemma 3");
        }
    }

    /** Every {@code period}th block sees everything, the others a window. */
    private void windows(GgufValues values, int period) {
        List<Integer> windows = config.attention().windows();
        int window = windows.stream().mapToInt(Integer::intValue).max().orElse(0);
        for (int layer = 0; layer < windows.size(); layer++) {
            boolean whole = (layer + 1) % period == 0;
            if (windows.get(layer) != (whole ? 0 : window) || window == 0) {
                problems.add(
                        "windows %s are not those of %s, where block %d of every %d sees everything"
                                .formatted(
                                        windows.size() > 12 ? windows.subList(0, 12) : windows,
                                        name,
                                        period,
                                        period));
                return;
            }
        }
        values.put(name + ".attention.sliding_window", window);
        Rope local = config.attention().windowRope();
        if (!(local.scaling() instanceof RopeScaling.None)) {
            problems.add("rope scaling within windows is not known to llama.cpp");
        }
        values.put(name + ".rope.freq_base_swa", (float) local.theta());
    }

    private void scale(double wanted) {
        if (Math.abs(config.attention().scale() / wanted - 1) > 1e-6) {
            problems.add(
                    "attention scale %.6f is computed as %.6f by llama.cpp"
                            .formatted(config.attention().scale(), wanted));
        }
    }
}
