package dev.tagwerk.modelfiles;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Writes {@code adapter_config.json}, key for key as PEFT 0.21 does ({@code LoraConfig}). */
final class AdapterConfigText {
    private static final String PEFT_VERSION = "0.21.0";

    private static final List<String> ABSENT =
            List.of(
                    "alora_invocation_tokens",
                    "arrow_config",
                    "auto_mapping",
                    "corda_config",
                    "eva_config",
                    "kasa_config",
                    "layer_replication",
                    "lora_ga_config",
                    "megatron_config",
                    "monteclora_config",
                    "target_parameters",
                    "use_bdlora",
                    "velora_config");

    private AdapterConfigText() {}

    static String of(AdapterConfig config) {
        Map<String, @Nullable Object> keys = new LinkedHashMap<>();
        ABSENT.forEach(absent -> keys.put(absent, null));
        for (String off : List.of("fan_in_fan_out", "lora_bias", "use_dora", "use_qalora")) {
            keys.put(off, false);
        }
        keys.put("loftq_config", Map.of());
        keys.put("inference_mode", true);
        keys.put("init_lora_weights", true);
        keys.put("megatron_core", "megatron.core");
        keys.put("peft_type", "LORA");
        keys.put("peft_version", PEFT_VERSION);
        keys.put("qalora_group_size", 16);
        ranks(config.ranks(), keys);
        scope(config.scope(), keys);
        keys.put("lora_dropout", config.dropout());
        keys.put("bias", config.bias().word());
        keys.put("trainable_token_indices", trainedTokens(config.trainedTokens()));
        keys.put("ensure_weight_tying", config.tiesWeights());
        keys.put("base_model_name_or_path", config.baseModel().orElse(null));
        keys.put("revision", config.revision().orElse(null));
        keys.put("task_type", config.taskType().orElse(null));
        return PythonJson.write(keys);
    }

    private static void ranks(AdapterRanks ranks, Map<String, @Nullable Object> keys) {
        Map<String, Object> alphas = new LinkedHashMap<>();
        ranks.alphaPattern().forEach((key, value) -> alphas.put(key, wholeWherePossible(value)));
        keys.put("r", ranks.rank());
        keys.put("lora_alpha", wholeWherePossible(ranks.alpha()));
        keys.put("rank_pattern", ranks.rankPattern());
        keys.put("alpha_pattern", alphas);
        keys.put("use_rslora", ranks.rslora());
    }

    private static void scope(AdapterScope scope, Map<String, @Nullable Object> keys) {
        keys.put("target_modules", modules(scope.targets()));
        keys.put("exclude_modules", scope.excluded().map(AdapterConfigText::modules).orElse(null));
        keys.put("modules_to_save", scope.saved().isEmpty() ? null : scope.saved());
        Optional<AdapterLayers> layers = scope.layers();
        keys.put("layers_to_transform", layers.map(AdapterLayers::indexes).orElse(null));
        keys.put(
                "layers_pattern",
                layers.map(AdapterLayers::patterns)
                        .filter(patterns -> !patterns.isEmpty())
                        .map(patterns -> patterns.size() == 1 ? patterns.getFirst() : patterns)
                        .orElse(null));
    }

    private static Object modules(AdapterTargets targets) {
        return switch (targets) {
            case AdapterTargets.Names names -> names.names();
            case AdapterTargets.Regex regex -> regex.pattern();
            case AdapterTargets.AllLinear all -> AdapterConfigReader.ALL_LINEAR;
        };
    }

    private static @Nullable Object trainedTokens(Map<String, List<Integer>> tokens) {
        if (tokens.isEmpty()) {
            return null;
        }
        List<Integer> embedding = tokens.get(AdapterConfigReader.EMBEDDING);
        return tokens.size() == 1 && embedding != null ? embedding : tokens;
    }

    /** PEFT declares {@code lora_alpha} an int; a fraction is written where there is one. */
    private static Object wholeWherePossible(double value) {
        if (value == Math.rint(value) && Math.abs(value) < Integer.MAX_VALUE) {
            return (int) value;
        }
        return value;
    }
}
