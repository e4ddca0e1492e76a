package dev.tagwerk.modelfiles;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalInt;

/**
 * Reads one {@code config.json}. Every key is either honoured, known to change nothing, or refused;
 * all problems are found before the first is reported.
 */
final class ConfigReader {
    private static final long MAX_BYTES = 4L << 20;

    private static final int MAX_WIDTH = 1 << 20;
    private static final int MAX_LAYERS = 4096;
    private static final int MAX_VOCABULARY = 1 << 26;

    private final ConfigValues values;
    private final ConfigFamily family;
    private final ConfigFamily.Defaults defaults;

    private ConfigReader(JsonNode root, ConfigFamily family) {
        this.values = new ConfigValues(root);
        this.family = family;
        this.defaults = family.defaults();
    }

    static ModelConfig read(Path file) {
        JsonNode root = Json.object(file, MAX_BYTES);
        JsonNode type = root.path("model_type");
        String known = String.join(", ", ConfigFamilies.modelTypes());
        if (!type.isTextual()) {
            throw ModelFilesException.of(
                    file,
                    "model_type is missing",
                    "take the config.json that lies beside the weights (model_type " + known + ")");
        }
        ConfigFamily family =
                ConfigFamilies.of(type.textValue())
                        .orElseThrow(
                                () ->
                                        ModelFilesException.of(
                                                file,
                                                "model_type '%s'%s is not in this version"
                                                        .formatted(
                                                                Messages.shortened(
                                                                        type.textValue()),
                                                                what(type.textValue())),
                                                "use a model of one of these: " + known));
        return new ConfigReader(root, family).config(file);
    }

    /** What kind of model a type that people ask for is. */
    private static String what(String modelType) {
        if (modelType.equals("gemma3")) {
            return " (with images; the text models are gemma3_text)";
        }
        if (modelType.endsWith("_moe") || modelType.equals("mixtral")) {
            return " (a mixture of experts)";
        }
        return modelType.endsWith("_vl") || modelType.equals("llava") ? " (with images)" : "";
    }

    private ModelConfig config(Path file) {
        for (Map.Entry<String, JsonNode> field : values.object().properties()) {
            ConfigKeys.problem(family, field.getKey(), field.getValue())
                    .ifPresent(values.problems()::add);
        }
        int layers = values.whole("num_hidden_layers", defaults.layers(), MAX_LAYERS);
        int hidden = values.whole("hidden_size", defaults.hiddenSize(), MAX_WIDTH);
        int vocabulary = values.whole("vocab_size", defaults.vocabSize(), MAX_VOCABULARY);
        int positions =
                values.whole("max_position_embeddings", defaults.maxPositions(), Integer.MAX_VALUE);
        int intermediate = intermediate(hidden);
        BlockLayout layout = layout();
        Activation activation = activation();
        double epsilon = epsilon();
        boolean mlpBias =
                family.bias() == ConfigFamily.Bias.ALL_BY_KEY
                        ? values.truth("bias", false)
                        : family.keys().contains("mlp_bias") && values.truth("mlp_bias", false);
        boolean tied = values.truth("tie_word_embeddings", defaults.tiedEmbeddings());
        Scales scales = scales(hidden, layers);
        OptionalDouble logitCap =
                family.gemma()
                        ? values.aboveZeroOrNull(
                                "final_logit_softcapping",
                                family.is(Architecture.GEMMA2)
                                        ? OptionalDouble.of(30)
                                        : OptionalDouble.empty())
                        : OptionalDouble.empty();
        OptionalInt bos = bos();
        List<Integer> eos = eos();
        AttentionReader attention = new AttentionReader(values, family, MAX_WIDTH);
        AttentionReader.Heads heads = attention.heads(hidden);
        List<Integer> windows = new WindowReader(values, family, layers).read();
        RopeReader.Ropes ropes = new RopeReader(values, family, positions, heads.headDim()).read();
        AttentionReader.Scores scores = attention.scores(heads.headDim());
        if (!values.problems().isEmpty()) {
            throw ModelFilesException.of(file, values.problems());
        }
        return new ModelConfig(
                family.architecture(),
                vocabulary,
                hidden,
                intermediate,
                layers,
                layout,
                attention.config(heads, scores, windows, ropes),
                activation,
                mlpBias,
                epsilon,
                tied,
                scales,
                logitCap,
                positions,
                bos,
                eos);
    }

    private int intermediate(int hidden) {
        int most = MAX_WIDTH * 8;
        int absent = defaults.intermediateSize().orElse(4 * hidden);
        return family.is(Architecture.FALCON)
                ? values.wholeOrNull("ffn_hidden_size", OptionalInt.of(absent), most).orElse(absent)
                : values.whole("intermediate_size", absent, most);
    }

    private BlockLayout layout() {
        if (family.gemma()) {
            return BlockLayout.SANDWICH;
        }
        if (!family.is(Architecture.FALCON)) {
            return BlockLayout.SERIAL;
        }
        boolean parallel = values.truth("parallel_attn", true);
        boolean current = values.truth("new_decoder_architecture", false);
        int norms =
                values.wholeOrNull("num_ln_in_parallel_attn", OptionalInt.empty(), 2)
                        .orElse(current ? 2 : 1);
        if (current && !parallel) {
            values.problem(
                    "parallel_attn",
                    "false is not in this version with new_decoder_architecture; use a model with"
                            + " one or the other");
        }
        if (norms == 2 && !current) {
            values.problem(
                    "num_ln_in_parallel_attn",
                    "2 is not in this version without new_decoder_architecture; use a model with"
                            + " both");
        }
        if (!parallel) {
            return BlockLayout.SERIAL;
        }
        return norms == 2 ? BlockLayout.PARALLEL_TWO_NORMS : BlockLayout.PARALLEL;
    }

    private Activation activation() {
        String key = family.activationKey();
        Activation absent = family.defaultActivation();
        if (family.gemma() && values.says("hidden_act")) {
            // transformers reads hidden_activation; files of its first days have both.
            named("hidden_act", absent, Activation.GELU_TANH.key());
        }
        if (family.is(Architecture.LLAMA) && values.says("activation")) {
            // Falcon 3's files say what gate and silu are together.
            named("activation", absent, "swiglu");
        }
        JsonNode value = values.object().get(key);
        if (value == null) {
            return absent;
        }
        return Activation.named(value.asText())
                .orElseGet(
                        () -> {
                            named(key, absent, "");
                            return absent;
                        });
    }

    private void named(String key, Activation absent, String only) {
        JsonNode value = values.object().path(key);
        if (!value.asText().equals(only) || only.isEmpty()) {
            values.problem(
                    key,
                    Messages.shortened(value.toString())
                            + " is not in this version; use a model with "
                            + (only.isEmpty() ? absent.key() : only));
        }
    }

    private double epsilon() {
        boolean layer = family.architecture().norm() == NormKind.LAYER;
        String key = layer ? "layer_norm_epsilon" : "rms_norm_eps";
        double epsilon = values.number(key, layer ? 1e-5 : 1e-6);
        if (!(epsilon > 0 && epsilon < 1)) {
            values.problem(key, "must lie between 0 and 1, but is " + epsilon);
        }
        return epsilon;
    }

    private Scales scales(int hidden, int layers) {
        if (family.gemma()) {
            return new Scales(Math.sqrt(hidden), 1, 1);
        }
        if (!family.is(Architecture.MINICPM)) {
            return Scales.NONE;
        }
        double embedding = values.number("scale_emb", 1, 0);
        double depth = values.number("scale_depth", 1, 0);
        double width = values.number("dim_model_base", 1, 0);
        return new Scales(embedding, depth / Math.sqrt(layers), width / hidden);
    }

    private OptionalInt bos() {
        JsonNode value = values.object().get("bos_token_id");
        if (value == null) {
            return defaults.bos();
        }
        return value.isNull() ? OptionalInt.empty() : token("bos_token_id", value);
    }

    private List<Integer> eos() {
        JsonNode value = values.object().get("eos_token_id");
        if (value == null) {
            return defaults.eos().stream().boxed().toList();
        }
        if (value.isNull()) {
            return List.of();
        }
        List<Integer> tokens = new ArrayList<>();
        if (value.isArray()) {
            value.forEach(each -> token("eos_token_id", each).ifPresent(tokens::add));
        } else {
            token("eos_token_id", value).ifPresent(tokens::add);
        }
        return tokens;
    }

    private OptionalInt token(String key, JsonNode value) {
        if (!value.isIntegralNumber() || !value.canConvertToInt() || value.intValue() < 0) {
            values.problem(
                    key,
                    "must be a token's number, but is " + Messages.shortened(value.toString()));
            return OptionalInt.empty();
        }
        return OptionalInt.of(value.intValue());
    }
}
