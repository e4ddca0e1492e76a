package dev.tagwerk.modelfiles;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How llama.cpp calls an architecture and its tensors.
 *
 * @param name {@code general.architecture}
 * @param pairedRotary whether its rotary embedding turns neighbouring features, so that the rows of
 *     queries and keys must be put in another order than transformers'
 * @param normOffset what is added to the weights of norms
 * @param block the tensors of a block, by their names below {@code model.layers.N.}, without {@code
 *     .weight}
 */
record GgufArchitecture(
        String name, boolean pairedRotary, float normOffset, Map<String, String> block) {
    private static final Pattern IN_BLOCK =
            Pattern.compile(
                    "model\\.layers\\.(?<block>\\d{1,6})\\.(?<module>.+)\\.(?<kind>weight|bias)");

    private static final Map<String, String> LINEARS =
            Map.of(
                    "self_attn.q_proj", "attn_q",
                    "self_attn.k_proj", "attn_k",
                    "self_attn.v_proj", "attn_v",
                    "self_attn.o_proj", "attn_output",
                    "mlp.gate_proj", "ffn_gate",
                    "mlp.up_proj", "ffn_up",
                    "mlp.down_proj", "ffn_down");
    private static final Map<String, String> SERIAL_NORMS =
            Map.of("input_layernorm", "attn_norm", "post_attention_layernorm", "ffn_norm");
    private static final Map<String, String> SANDWICH_NORMS =
            Map.of(
                    "input_layernorm", "attn_norm",
                    "post_attention_layernorm", "post_attention_norm",
                    "pre_feedforward_layernorm", "ffn_norm",
                    "post_feedforward_layernorm", "post_ffw_norm");
    private static final Map<String, String> FALCON_LINEARS =
            Map.of(
                    "self_attention.query_key_value", "attn_qkv",
                    "self_attention.dense", "attn_output",
                    "mlp.dense_h_to_4h", "ffn_up",
                    "mlp.dense_4h_to_h", "ffn_down");

    /** The norm of the feed-forward half is llama.cpp's first, whether or not there is another. */
    private static final Map<String, String> FALCON_NORMS =
            Map.of(
                    "input_layernorm", "attn_norm",
                    "ln_mlp", "attn_norm",
                    "ln_attn", "attn_norm_2");

    private static final Map<String, String> HEAD_NORMS =
            Map.of("self_attn.q_norm", "attn_q_norm", "self_attn.k_norm", "attn_k_norm");

    /**
     * That of a model.
     *
     * @throws ModelFilesException for one that this version cannot export
     */
    static GgufArchitecture of(ModelConfig config) {
        return switch (config.modelType()) {
            case "llama", "mistral" ->
                    new GgufArchitecture("llama", true, 0, with(LINEARS, SERIAL_NORMS));
            case "qwen2" -> new GgufArchitecture("qwen2", false, 0, with(LINEARS, SERIAL_NORMS));
            case "qwen3" ->
                    new GgufArchitecture(
                            "qwen3", false, 0, with(with(LINEARS, SERIAL_NORMS), HEAD_NORMS));
            case "gemma2" ->
                    new GgufArchitecture("gemma2", false, 1, with(LINEARS, SANDWICH_NORMS));
            case "gemma3_text" ->
                    new GgufArchitecture(
                            "gemma3", false, 1, with(with(LINEARS, SANDWICH_NORMS), HEAD_NORMS));
            case "minicpm" -> new GgufArchitecture("minicpm", true, 0, with(LINEARS, SERIAL_NORMS));
            case "falcon" ->
                    new GgufArchitecture(
                            "falcon", false, 0, with(FALCON_LINEARS, falconNorms(config)));
            default ->
                    throw new ModelFilesException(
                            "model_type '%s' cannot be exported to GGUF in this version; llama, mistral, qwen2, qwen3, gemma2, gemma3_text, falcon and minicpm can"
                                    .formatted(config.modelType()));
        };
    }

    private static Map<String, String> falconNorms(ModelConfig config) {
        Map<String, String> norms = new LinkedHashMap<>(FALCON_NORMS);
        norms.keySet().retainAll(config.layout().norms());
        return norms;
    }

    private static Map<String, String> with(Map<String, String> some, Map<String, String> more) {
        Map<String, String> both = new LinkedHashMap<>(some);
        both.putAll(more);
        return Map.copyOf(both);
    }

    /** A tensor's name in a GGUF file; empty for one that llama.cpp has no place for. */
    Optional<String> tensor(String name) {
        switch (name) {
            case "model.embed_tokens.weight" -> {
                return Optional.of("token_embd.weight");
            }
            case "model.norm.weight" -> {
                return Optional.of("output_norm.weight");
            }
            case "model.norm.bias" -> {
                return Optional.of("output_norm.bias");
            }
            case "lm_head.weight" -> {
                return Optional.of("output.weight");
            }
            default -> {}
        }
        Matcher matcher = IN_BLOCK.matcher(name);
        if (!matcher.matches()) {
            return Optional.empty();
        }
        return Optional.ofNullable(block.get(matcher.group("module")))
                .map(
                        module ->
                                "blk.%s.%s.%s"
                                        .formatted(
                                                matcher.group("block"),
                                                module,
                                                matcher.group("kind")));
    }

    /** The tensors that a model must have, by transformers' names. */
    List<String> required(ModelConfig config, boolean ownHead) {
        List<String> names = new ArrayList<>(List.of("model.embed_tokens.weight"));
        boolean normBias = config.architecture().norm() == NormKind.LAYER;
        for (int layer = 0; layer < config.layers(); layer++) {
            for (String module : block.keySet().stream().sorted().toList()) {
                String path = "model.layers." + layer + "." + module;
                names.add(path + ".weight");
                if (normBias && config.layout().norms().contains(module)) {
                    names.add(path + ".bias");
                }
            }
        }
        names.add("model.norm.weight");
        if (normBias) {
            names.add("model.norm.bias");
        }
        if (ownHead) {
            names.add("lm_head.weight");
        }
        return names;
    }

    /**
     * The values of a tensor as llama.cpp wants them: offset norms; queries, keys and values
     * reordered.
     */
    ElementSource values(String name, int width, ElementSource source, ModelConfig config) {
        if (normOffset != 0 && name.endsWith("norm.weight")) {
            return (from, into) -> {
                source.read(from, into);
                for (int i = 0; i < into.length; i++) {
                    into[i] += normOffset;
                }
            };
        }
        return reordered(name, name.endsWith(".bias") ? 1 : width, source, config);
    }

    /** The same for the rows of a LoRA pair's outer matrix. */
    ElementSource reordered(String name, int width, ElementSource source, ModelConfig config) {
        if (name.contains(".query_key_value.")) {
            return new FusedRows(source, width, config);
        }
        boolean query = name.contains(".self_attn.q_proj.");
        boolean key = name.contains(".self_attn.k_proj.");
        if (!pairedRotary || !query && !key) {
            return source;
        }
        return new PairedRows(source, width, config.headDim());
    }
}
