package dev.tagwerk.modelfiles;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;

/**
 * Reads one {@code config.json}. Every key is either honoured, known to change nothing, or refused;
 * all problems are found before the first is reported. Defaults are those of transformers' {@code
 * Qwen3Config} and {@code LlamaConfig}.
 */
final class ConfigReader {
    private static final long MAX_BYTES = 4L << 20;

    private static final int MAX_WIDTH = 1 << 20;
    private static final int MAX_LAYERS = 4096;
    private static final int MAX_VOCABULARY = 1 << 26;
    private static final double DEFAULT_ROPE_THETA = 10_000;

    private final Path file;
    private final JsonNode root;
    private final List<String> problems = new ArrayList<>();

    ConfigReader(Path file) {
        this.file = file;
        this.root = Json.object(file, MAX_BYTES);
    }

    ModelConfig read() {
        JsonNode type = root.path("model_type");
        if (!type.isTextual()) {
            throw ModelFilesException.of(
                    file,
                    "model_type is missing",
                    "take the config.json that lies beside the weights (model_type qwen3 or llama)");
        }
        return switch (type.textValue()) {
            case "qwen3" -> read(Architecture.QWEN3);
            case "llama" -> read(Architecture.LLAMA);
            default ->
                    throw ModelFilesException.of(
                            file,
                            "model_type '%s' is not in this version"
                                    .formatted(Messages.shortened(type.textValue())),
                            "use a qwen3 or llama model");
        };
    }

    private ModelConfig read(Architecture architecture) {
        for (Map.Entry<String, JsonNode> field : root.properties()) {
            ConfigKeys.problem(architecture, field.getKey(), field.getValue())
                    .ifPresent(problems::add);
        }
        int layers = whole("num_hidden_layers", 32, MAX_LAYERS);
        int hidden = whole("hidden_size", 4096, MAX_WIDTH);
        int heads = whole("num_attention_heads", 32, MAX_WIDTH);
        int keyValueHeads = keyValueHeads(architecture, heads);
        int headDim = headDim(architecture, hidden, heads);
        int intermediate =
                whole("intermediate_size", architecture.intermediateSize(), MAX_WIDTH * 8);
        int vocabulary = whole("vocab_size", architecture.vocabSize(), MAX_VOCABULARY);
        int positions =
                whole("max_position_embeddings", architecture.maxPositions(), Integer.MAX_VALUE);
        double epsilon = number("rms_norm_eps", root, 1e-6);
        double theta = ropeTheta();
        boolean attentionBias = truth("attention_bias");
        boolean mlpBias = architecture == Architecture.LLAMA && truth("mlp_bias");
        boolean tied = truth("tie_word_embeddings");
        OptionalInt bos = bos(architecture);
        List<Integer> eos = eos(architecture);
        slidingWindow(architecture, layers);
        if (keyValueHeads > 0 && heads % keyValueHeads != 0) {
            problems.add(
                    "num_key_value_heads (%d) must divide num_attention_heads (%d)"
                            .formatted(keyValueHeads, heads));
        }
        if (headDim % 2 != 0) {
            problems.add("head_dim must be even, but is " + headDim);
        }
        if (!(epsilon > 0 && epsilon < 1)) {
            problems.add("rms_norm_eps must lie between 0 and 1, but is " + epsilon);
        }
        if (!(theta > 0 && theta < Double.POSITIVE_INFINITY)) {
            problems.add("rope_theta must be above 0, but is " + theta);
        }
        if (!problems.isEmpty()) {
            throw ModelFilesException.of(file, problems);
        }
        return new ModelConfig(
                architecture.modelType(),
                vocabulary,
                hidden,
                intermediate,
                layers,
                heads,
                keyValueHeads,
                headDim,
                epsilon,
                theta,
                tied,
                architecture == Architecture.QWEN3,
                attentionBias,
                mlpBias,
                positions,
                bos,
                eos);
    }

    private int keyValueHeads(Architecture architecture, int heads) {
        JsonNode value = root.get("num_key_value_heads");
        if (value == null && architecture == Architecture.QWEN3) {
            // Qwen3Config's own default, whatever the number of heads.
            return 32;
        }
        if (value == null || value.isNull()) {
            return heads;
        }
        return whole("num_key_value_heads", heads, MAX_WIDTH);
    }

    private int headDim(Architecture architecture, int hidden, int heads) {
        if (architecture == Architecture.QWEN3) {
            return whole("head_dim", 128, MAX_WIDTH);
        }
        JsonNode value = root.get("head_dim");
        if (value != null && !value.isNull()) {
            return whole("head_dim", 0, MAX_WIDTH);
        }
        if (hidden % heads != 0) {
            problems.add(
                    "hidden_size (%d) must be a multiple of num_attention_heads (%d)"
                            .formatted(hidden, heads));
        }
        return hidden / heads;
    }

    /** transformers 5 writes {@code rope_parameters}; 4 wrote rope_theta and rope_scaling. */
    private double ropeTheta() {
        double theta = number("rope_theta", root, DEFAULT_ROPE_THETA);
        // The same order as transformers: rope_scaling, then rope_parameters, then rope_theta.
        for (String key : List.of("rope_scaling", "rope_parameters")) {
            JsonNode parameters = root.path(key);
            if (parameters.isObject() && !parameters.isEmpty()) {
                return number("rope_theta", parameters, theta);
            }
        }
        return theta;
    }

    private OptionalInt bos(Architecture architecture) {
        JsonNode value = root.get("bos_token_id");
        if (value == null) {
            return architecture == Architecture.LLAMA ? OptionalInt.of(1) : OptionalInt.empty();
        }
        return value.isNull() ? OptionalInt.empty() : token("bos_token_id", value);
    }

    private List<Integer> eos(Architecture architecture) {
        JsonNode value = root.get("eos_token_id");
        if (value == null) {
            return architecture == Architecture.LLAMA ? List.of(2) : List.of();
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
            problems.add(
                    "%s must be a token's number, but is %s"
                            .formatted(key, Messages.shortened(value.toString())));
            return OptionalInt.empty();
        }
        return OptionalInt.of(value.intValue());
    }

    /** A window is refused only where it would act: transformers decides layer by layer. */
    private void slidingWindow(Architecture architecture, int layers) {
        JsonNode types = root.path("layer_types");
        if (types.isArray()) {
            if (types.size() != layers) {
                problems.add(
                        "layer_types has %d entries, but num_hidden_layers is %d"
                                .formatted(types.size(), layers));
            }
            return;
        }
        if (architecture != Architecture.QWEN3 || !truth("use_sliding_window")) {
            return;
        }
        JsonNode window = root.path("sliding_window");
        int firstWindowed = root.path("max_window_layers").asInt(28);
        if (!window.isNull() && firstWindowed < layers) {
            problems.add(
                    "use_sliding_window true is not in this version; use a model with full"
                            + " attention");
        }
    }

    private int whole(String key, int absent, int most) {
        JsonNode value = root.get(key);
        if (value == null) {
            return absent;
        }
        if (!value.isIntegralNumber()
                || !value.canConvertToInt()
                || value.intValue() < 1
                || value.intValue() > most) {
            problems.add(
                    "%s must be a whole number from 1 to %d, but is %s"
                            .formatted(key, most, Messages.shortened(value.toString())));
            // Any value will do: the problem is reported before it is used.
            return Math.max(absent, 1);
        }
        return value.intValue();
    }

    private double number(String key, JsonNode from, double absent) {
        JsonNode value = from.get(key);
        if (value == null) {
            return absent;
        }
        if (!value.isNumber()) {
            problems.add(
                    "%s must be a number, but is %s"
                            .formatted(key, Messages.shortened(value.toString())));
            return absent;
        }
        return value.doubleValue();
    }

    private boolean truth(String key) {
        JsonNode value = root.get(key);
        if (value == null) {
            return false;
        }
        if (!value.isBoolean()) {
            problems.add(
                    "%s must be true or false, but is %s"
                            .formatted(key, Messages.shortened(value.toString())));
            return false;
        }
        return value.booleanValue();
    }
}
