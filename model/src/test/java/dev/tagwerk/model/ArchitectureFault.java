package dev.tagwerk.model;

import dev.tagwerk.modelfiles.Activation;
import dev.tagwerk.modelfiles.BlockLayout;
import dev.tagwerk.modelfiles.ModelConfig;
import dev.tagwerk.modelfiles.Rope;
import dev.tagwerk.modelfiles.RopeScaling;
import dev.tagwerk.modelfiles.Scales;
import java.io.IOException;
import java.nio.file.Path;
import java.util.OptionalDouble;
import java.util.function.UnaryOperator;

/** What may go wrong in an architecture, as a change of its configuration or of its weights. */
enum ArchitectureFault {
    LINEAR_FACTOR_MISSING("llama-linear", c -> c.scaling(new RopeScaling.None())),
    DYNAMIC_MISSING("llama-dynamic", c -> c.scaling(new RopeScaling.None())),
    DYNAMIC_FACTOR("llama-dynamic", c -> c.scaling(new RopeScaling.Dynamic(4.1, 12))),
    YARN_ATTENTION_FACTOR_MISSING(
            "llama-yarn", c -> c.scaling(new RopeScaling.Yarn(4, 16, 1, 32, 1, true))),
    YARN_RAMP_NOT_ROUNDED(
            "llama-yarn",
            c -> c.scaling(new RopeScaling.Yarn(4, 16, 0.1 * Math.log(4) + 1, 32, 1, false))),
    YARN_RAMP_UPSIDE_DOWN(
            "llama-yarn",
            c -> c.scaling(new RopeScaling.Yarn(4, 16, 0.1 * Math.log(4) + 1, 1, 32, true))),
    LLAMA3_FACTORS_SWAPPED("llama-llama3", c -> c.scaling(new RopeScaling.Llama3(8, 4, 1, 16))),
    LLAMA3_ORIGINAL_POSITIONS("llama-llama3", c -> c.scaling(new RopeScaling.Llama3(8, 1, 4, 64))),
    WINDOW_ONE_WIDER("mistral", c -> c.windows(window -> window + 1)),
    WINDOW_ONE_NARROWER("mistral", c -> c.windows(window -> window - 1)),
    WINDOW_MISSING("mistral", c -> c.windows(window -> 0)),
    WINDOW_IN_OTHER_LAYERS("qwen3-window", c -> c.windows(window -> 4 - window)),
    WINDOW_FROM_THE_FIRST_LAYER("qwen2-window", c -> c.windows(window -> 7)),
    QWEN2_BIAS_MISSING("qwen2", Planting::unbiased),
    MINICPM_EMBEDDING_SCALE_MISSING(
            "minicpm", c -> c.scales(s -> new Scales(1, s.branch(), s.hidden()))),
    MINICPM_DEPTH_SCALE_MISSING(
            "minicpm", c -> c.scales(s -> new Scales(s.embedding(), 1, s.hidden()))),
    MINICPM_WIDTH_SCALE_MISSING(
            "minicpm", c -> c.scales(s -> new Scales(s.embedding(), s.branch(), 1))),
    GEMMA_SCORE_CAP_MISSING("gemma2", Planting::withoutScoreCap),
    GEMMA_LOGIT_CAP_MISSING("gemma2", c -> c.logitCap(OptionalDouble.empty())),
    GEMMA_QUERY_SCALE_OF_HEAD("gemma2", c -> c.scale(1 / Math.sqrt(12))),
    GEMMA3_QUERY_SCALE_OF_HEAD("gemma3", c -> c.scale(1 / Math.sqrt(12))),
    GEMMA_EMBEDDING_SCALE_MISSING("gemma2", c -> c.scales(s -> new Scales(1, 1, 1))),
    GEMMA_EXACT_GELU("gemma2", c -> c.activation(Activation.GELU)),
    GEMMA_NORM_OFFSET_MISSING(Planting.numbers("norm.weight", value -> value - 1), "gemma2"),
    GEMMA_WINDOWS_IN_ODD_LAYERS("gemma2", c -> c.windows(window -> 5 - window)),
    GEMMA3_LOCAL_BASE_OF_GLOBAL("gemma3", c -> c.ropes((full, local) -> full)),
    GEMMA3_LOCAL_LAYERS_SCALED(
            "gemma3", c -> c.ropes((full, local) -> new Rope(local.theta(), full.scaling()))),
    GEMMA3_QUERY_NORM_OFFSET_MISSING(
            Planting.numbers("q_norm.weight", value -> value - 1), "gemma3"),
    /** Each post norm in the other's place. */
    GEMMA_POST_NORMS_SWAPPED(
            Planting.renamed(
                    name ->
                            name.contains("post_attention")
                                    ? name.replace("post_attention", "post_feedforward")
                                    : name.replace("post_feedforward", "post_attention")),
            "gemma2"),
    FALCON_SERIAL(
            "falcon",
            c -> c.layout(BlockLayout.SERIAL),
            Planting.copied("input_layernorm", "post_attention_layernorm")),
    FALCON_GROUPS_WITH_ONE_NORM(
            "falcon-groups",
            c -> c.layout(BlockLayout.PARALLEL),
            Planting.copied("ln_attn", "input_layernorm")),
    FALCON_TANH_GELU("falcon", c -> c.activation(Activation.GELU_TANH)),
    FALCON_NORM_BIAS_MISSING(Planting.numbers("layernorm.bias", value -> 0), "falcon"),
    FALCON_LINEAR_BIAS_MISSING(Planting.numbers("dense.bias", value -> 0), "falcon-serial"),
    FALCON_KEYS_FOR_VALUES(Planting.lastRowsSwapped("query_key_value.weight", 8), "falcon");

    private final String architecture;
    private final UnaryOperator<Planting> config;
    private final Planting.Weights weights;

    ArchitectureFault(String architecture, UnaryOperator<Planting> config) {
        this(architecture, config, tensors -> {});
    }

    ArchitectureFault(Planting.Weights weights, String architecture) {
        this(architecture, config -> config, weights);
    }

    ArchitectureFault(
            String architecture, UnaryOperator<Planting> config, Planting.Weights weights) {
        this.architecture = architecture;
        this.config = config;
        this.weights = weights;
    }

    String architecture() {
        return architecture;
    }

    ModelConfig planted(ModelConfig from) {
        return config.apply(new Planting(from)).config();
    }

    void plantInWeights(Path file) throws IOException {
        Planting.edit(file, weights);
    }
}
