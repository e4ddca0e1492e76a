package dev.tagwerk.modelfiles;

import dev.tagwerk.modelfiles.ConfigFamily.Bias;
import dev.tagwerk.modelfiles.ConfigFamily.Defaults;
import dev.tagwerk.modelfiles.ConfigFamily.Windows;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/**
 * The families of this version. Defaults are those of transformers 5.18's configuration classes,
 * MiniCPM's those of its own {@code configuration_minicpm.py}.
 */
final class ConfigFamilies {
    private static final OptionalInt DERIVED = OptionalInt.empty();
    private static final OptionalInt NO_TOKEN = OptionalInt.empty();
    private static final Set<String> SCALINGS =
            Set.of("default", "linear", "dynamic", "yarn", "llama3");

    private static final Set<String> LLAMA_KEYS =
            Set.of(
                    "intermediate_size",
                    "num_key_value_heads",
                    "head_dim",
                    "rms_norm_eps",
                    "hidden_act");
    private static final Set<String> QWEN_WINDOW_KEYS =
            Set.of("use_sliding_window", "sliding_window", "max_window_layers");
    private static final Set<String> GEMMA_KEYS =
            Set.of(
                    "hidden_activation",
                    "attention_bias",
                    "query_pre_attn_scalar",
                    "sliding_window",
                    "final_logit_softcapping",
                    "attn_logit_softcapping");

    static final List<ConfigFamily> ALL =
            List.of(
                    family(
                            Architecture.LLAMA,
                            "Llama",
                            with(LLAMA_KEYS, Set.of("attention_bias", "mlp_bias", "activation")),
                            new Defaults(
                                    32_000,
                                    4_096,
                                    of(11_008),
                                    32,
                                    32,
                                    DERIVED,
                                    DERIVED,
                                    2_048,
                                    false,
                                    of(1),
                                    of(2)),
                            Bias.BY_KEY,
                            Windows.NONE),
                    family(
                            Architecture.MISTRAL,
                            "Mistral",
                            with(LLAMA_KEYS, Set.of("sliding_window")),
                            new Defaults(
                                    32_000,
                                    4_096,
                                    of(14_336),
                                    32,
                                    32,
                                    of(8),
                                    DERIVED,
                                    131_072,
                                    false,
                                    of(1),
                                    of(2)),
                            Bias.NONE,
                            Windows.ALL),
                    family(
                            Architecture.QWEN2,
                            "Qwen2",
                            with(LLAMA_KEYS, QWEN_WINDOW_KEYS),
                            new Defaults(
                                    151_936,
                                    4_096,
                                    of(22_016),
                                    32,
                                    32,
                                    of(32),
                                    DERIVED,
                                    32_768,
                                    false,
                                    NO_TOKEN,
                                    NO_TOKEN),
                            Bias.QUERY_KEY_VALUE,
                            Windows.LAST),
                    family(
                            Architecture.QWEN3,
                            "Qwen3",
                            with(with(LLAMA_KEYS, QWEN_WINDOW_KEYS), Set.of("attention_bias")),
                            new Defaults(
                                    151_936,
                                    4_096,
                                    of(22_016),
                                    32,
                                    32,
                                    of(32),
                                    of(128),
                                    32_768,
                                    false,
                                    NO_TOKEN,
                                    NO_TOKEN),
                            Bias.BY_KEY,
                            Windows.LAST),
                    family(
                            Architecture.GEMMA2,
                            "Gemma2",
                            with(LLAMA_KEYS, GEMMA_KEYS),
                            new Defaults(
                                    256_000, 2_304, of(9_216), 26, 8, of(4), of(256), 8_192, true,
                                    of(2), of(1)),
                            Bias.BY_KEY,
                            Windows.ALTERNATING),
                    family(
                            Architecture.GEMMA3,
                            "Gemma3",
                            with(
                                    with(LLAMA_KEYS, GEMMA_KEYS),
                                    Set.of(
                                            "rope_local_base_freq",
                                            "sliding_window_pattern",
                                            "_sliding_window_pattern")),
                            new Defaults(
                                    262_208, 2_304, of(9_216), 26, 8, of(4), of(256), 131_072, true,
                                    of(2), of(1)),
                            Bias.BY_KEY,
                            Windows.PATTERN),
                    family(
                            Architecture.FALCON,
                            "Falcon",
                            Set.of(
                                    "num_kv_heads",
                                    "multi_query",
                                    "parallel_attn",
                                    "new_decoder_architecture",
                                    "num_ln_in_parallel_attn",
                                    "bias",
                                    "ffn_hidden_size",
                                    "activation",
                                    "layer_norm_epsilon"),
                            new Defaults(
                                    65_024, 4_544, DERIVED, 32, 71, DERIVED, DERIVED, 2_048, true,
                                    of(11), of(11)),
                            Bias.ALL_BY_KEY,
                            Windows.NONE),
                    new ConfigFamily(
                            Architecture.MINICPM,
                            Set.of("MiniCPMForCausalLM", "MiniCPMModel"),
                            with(
                                    LLAMA_KEYS,
                                    Set.of(
                                            "attention_bias",
                                            "scale_emb",
                                            "scale_depth",
                                            "dim_model_base")),
                            new Defaults(
                                    32_000,
                                    4_096,
                                    of(11_008),
                                    32,
                                    32,
                                    DERIVED,
                                    DERIVED,
                                    2_048,
                                    true,
                                    of(1),
                                    of(2)),
                            Bias.BY_KEY,
                            Windows.NONE,
                            Set.of("default", "linear", "dynamic")));

    private ConfigFamilies() {}

    static Optional<ConfigFamily> of(String modelType) {
        return ALL.stream()
                .filter(each -> each.architecture().modelType().equals(modelType))
                .findFirst();
    }

    static List<String> modelTypes() {
        return ALL.stream().map(each -> each.architecture().modelType()).toList();
    }

    private static ConfigFamily family(
            Architecture architecture,
            String className,
            Set<String> keys,
            Defaults defaults,
            Bias bias,
            Windows windows) {
        String bare =
                architecture.equals(Architecture.GEMMA3) ? "Gemma3TextModel" : className + "Model";
        return new ConfigFamily(
                architecture,
                Set.of(className + "ForCausalLM", bare),
                keys,
                defaults,
                bias,
                windows,
                SCALINGS);
    }

    private static OptionalInt of(int value) {
        return OptionalInt.of(value);
    }

    private static Set<String> with(Set<String> some, Set<String> more) {
        Set<String> both = new HashSet<>(some);
        both.addAll(more);
        return Set.copyOf(both);
    }
}
