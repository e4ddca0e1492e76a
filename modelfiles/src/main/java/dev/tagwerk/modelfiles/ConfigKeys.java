package dev.tagwerk.modelfiles;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The keys of a {@code config.json}: honoured, without effect, or allowed with one value only. */
final class ConfigKeys {
    /** Read by {@link ConfigReader}, which checks their values. */
    private static final Set<String> HONOURED =
            Set.of(
                    "model_type",
                    "vocab_size",
                    "hidden_size",
                    "intermediate_size",
                    "num_hidden_layers",
                    "num_attention_heads",
                    "num_key_value_heads",
                    "head_dim",
                    "rms_norm_eps",
                    "rope_theta",
                    "tie_word_embeddings",
                    "attention_bias",
                    "max_position_embeddings",
                    "bos_token_id",
                    "eos_token_id",
                    "use_sliding_window",
                    "max_window_layers");

    /** Where a file came from, what it was written with, how it was initialised or is run. */
    private static final Set<String> WITHOUT_EFFECT =
            Set.of(
                    "transformers_version",
                    "transformers.js_config",
                    "torch_dtype",
                    "dtype",
                    "initializer_range",
                    "use_cache",
                    "pad_token_id",
                    "sep_token_id",
                    "decoder_start_token_id",
                    "_name_or_path",
                    "name_or_path",
                    "_commit_hash",
                    "_attn_implementation_autoset",
                    "_attn_implementation",
                    "attn_implementation",
                    "_flash_attn_2_enabled",
                    "tokenizer_class",
                    "finetuning_task",
                    "task_specific_params",
                    "problem_type",
                    "num_labels",
                    "id2label",
                    "label2id",
                    "output_attentions",
                    "output_hidden_states",
                    "return_dict",
                    "torchscript",
                    "chunk_size_feed_forward",
                    "is_llama_config",
                    "unsloth_version",
                    "unsloth_fixed",
                    "use_bfloat16");

    /** Settings of generation that old files carry; transformers 5 drops them unread. */
    private static final Set<String> GENERATION =
            Set.of(
                    "max_length",
                    "min_length",
                    "do_sample",
                    "early_stopping",
                    "num_beams",
                    "temperature",
                    "top_k",
                    "top_p",
                    "typical_p",
                    "repetition_penalty",
                    "length_penalty",
                    "no_repeat_ngram_size",
                    "encoder_no_repeat_ngram_size",
                    "bad_words_ids",
                    "num_return_sequences",
                    "output_scores",
                    "return_dict_in_generate",
                    "forced_bos_token_id",
                    "forced_eos_token_id",
                    "remove_invalid_values",
                    "exponential_decay_length_penalty",
                    "suppress_tokens",
                    "begin_suppress_tokens",
                    "num_beam_groups",
                    "diversity_penalty");

    /** Keys that are allowed with the value that changes nothing. */
    private static final Map<String, Double> ONLY =
            Map.of("attention_dropout", 0.0, "pretraining_tp", 1.0, "partial_rotary_factor", 1.0);

    /** Switches that are allowed when off. */
    private static final Set<String> ONLY_FALSE =
            Set.of(
                    "rope_interleaved",
                    "is_encoder_decoder",
                    "add_cross_attention",
                    "cross_attention_hidden_size",
                    "tie_encoder_decoder",
                    "is_decoder");

    private ConfigKeys() {}

    /** Why this key cannot be honoured; empty when it can, or when it changes nothing. */
    static Optional<String> problem(Architecture architecture, String key, JsonNode value) {
        if (HONOURED.contains(key) || WITHOUT_EFFECT.contains(key) || GENERATION.contains(key)) {
            return Optional.empty();
        }
        boolean fine =
                switch (key) {
                    case "architectures" -> architectures(architecture, value);
                    case "hidden_act" -> value.asText().equals("silu");
                    case "mlp_bias" -> architecture == Architecture.LLAMA || off(value);
                    case "layer_types" -> fullAttention(value);
                    case "rope_scaling", "rope_parameters" -> defaultRotary(value);
                    case "sliding_window" -> architecture == Architecture.QWEN3 || off(value);
                    default -> {
                        Double only = ONLY.get(key);
                        if (only != null) {
                            yield value.isNull() || value.isNumber() && value.asDouble() == only;
                        }
                        // A key that is there but says nothing asks for nothing.
                        yield value.isNull()
                                || ONLY_FALSE.contains(key) && off(value)
                                || key.equals("pruned_heads") && value.isEmpty();
                    }
                };
        return fine ? Optional.empty() : Optional.of(refusal(key, value));
    }

    private static String refusal(String key, JsonNode value) {
        return "%s %s is not in this version; use a model without it"
                .formatted(Messages.shortened(key), Messages.shortened(value.toString()));
    }

    private static boolean off(JsonNode value) {
        return value.isNull() || value.isBoolean() && !value.booleanValue();
    }

    private static boolean architectures(Architecture architecture, JsonNode value) {
        if (value.isNull()) {
            return true;
        }
        if (!value.isArray()) {
            return false;
        }
        for (JsonNode each : value) {
            if (!architecture.classes().contains(each.asText())) {
                return false;
            }
        }
        return true;
    }

    private static boolean fullAttention(JsonNode value) {
        if (value.isNull()) {
            return true;
        }
        if (!value.isArray()) {
            return false;
        }
        for (JsonNode each : value) {
            // "attention" is the older word for the same thing.
            if (!each.asText().equals("full_attention") && !each.asText().equals("attention")) {
                return false;
            }
        }
        return true;
    }

    private static boolean defaultRotary(JsonNode value) {
        if (value.isNull()) {
            return true;
        }
        if (!value.isObject()) {
            return false;
        }
        for (Map.Entry<String, JsonNode> field : value.properties()) {
            boolean fine =
                    switch (field.getKey()) {
                        case "rope_type", "type" -> field.getValue().asText().equals("default");
                        case "rope_theta" -> field.getValue().isNumber();
                        case "partial_rotary_factor" -> field.getValue().asDouble() == 1.0;
                        default -> false;
                    };
            if (!fine) {
                return false;
            }
        }
        return true;
    }
}
