package dev.tagwerk.modelfiles;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/** The keys of a {@code config.json}: honoured, without effect, or allowed with one value only. */
final class ConfigKeys {
    /** Read in every family; their values are checked where they are read. */
    private static final Set<String> HONOURED =
            Set.of(
                    "model_type",
                    "vocab_size",
                    "hidden_size",
                    "num_hidden_layers",
                    "num_attention_heads",
                    "rope_theta",
                    "rope_scaling",
                    "rope_parameters",
                    "tie_word_embeddings",
                    "max_position_embeddings",
                    "bos_token_id",
                    "eos_token_id",
                    "layer_types");

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
                    "cache_implementation",
                    // Says nothing without use_sliding_window.
                    "max_window_layers",
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
            Map.of(
                    "attention_dropout", 0.0,
                    "hidden_dropout", 0.0,
                    "pretraining_tp", 1.0,
                    "partial_rotary_factor", 1.0);

    /** Switches that are allowed when off. */
    private static final Set<String> ONLY_FALSE =
            Set.of(
                    "rope_interleaved",
                    "is_encoder_decoder",
                    "add_cross_attention",
                    "cross_attention_hidden_size",
                    "tie_encoder_decoder",
                    "is_decoder",
                    "alibi",
                    "apply_residual_connection_post_layernorm",
                    "attention_bias",
                    "mlp_bias",
                    "sliding_window",
                    "use_sliding_window",
                    "use_mrope",
                    "use_bidirectional_attention");

    private ConfigKeys() {}

    /** Why this key cannot be honoured; empty when it can, or when it changes nothing. */
    static Optional<String> problem(ConfigFamily family, String key, JsonNode value) {
        if (HONOURED.contains(key)
                || family.keys().contains(key)
                || WITHOUT_EFFECT.contains(key)
                || GENERATION.contains(key)) {
            return Optional.empty();
        }
        // A key that is there but says nothing asks for nothing.
        if (value.isNull() || fine(family, key, value)) {
            return Optional.empty();
        }
        return Optional.of(
                "%s %s is not in this version; use a model without it"
                        .formatted(Messages.shortened(key), Messages.shortened(value.toString())));
    }

    private static boolean fine(ConfigFamily family, String key, JsonNode value) {
        Double only = ONLY.get(key);
        if (only != null) {
            return value.isNumber() && value.asDouble() == only;
        }
        return switch (key) {
            case "architectures" -> value.isArray() && all(value, family.classes()::contains);
            case "auto_map" -> value.isObject() && all(value, family::isOwnCode);
            // Qwen2's bias is always there; its file may say so.
            case "attention_bias" ->
                    family.bias() == ConfigFamily.Bias.QUERY_KEY_VALUE
                            ? value.isBoolean() && value.booleanValue()
                            : off(value);
            case "pruned_heads" -> value.isEmpty();
            default -> ONLY_FALSE.contains(key) && off(value);
        };
    }

    private static boolean all(JsonNode values, Predicate<String> condition) {
        for (JsonNode each : values) {
            if (!condition.test(each.asText())) {
                return false;
            }
        }
        return true;
    }

    private static boolean off(JsonNode value) {
        return value.isBoolean() && !value.booleanValue();
    }
}
