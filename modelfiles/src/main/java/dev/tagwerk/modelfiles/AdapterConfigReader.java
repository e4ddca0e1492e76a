package dev.tagwerk.modelfiles;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Reads {@code adapter_config.json} as PEFT 0.21 writes it ({@code LoraConfig}). Every key is
 * honoured, known to change nothing, or refused by name; all problems are found before the first is
 * reported.
 */
final class AdapterConfigReader {
    static final String ALL_LINEAR = "all-linear";
    static final String EMBEDDING = "embed_tokens";
    private static final long MAX_BYTES = 4L << 20;

    private static final Set<String> HONOURED =
            Set.of(
                    "peft_type",
                    "r",
                    "lora_alpha",
                    "lora_dropout",
                    "rank_pattern",
                    "alpha_pattern",
                    "target_modules",
                    "exclude_modules",
                    "layers_to_transform",
                    "layers_pattern",
                    "modules_to_save",
                    "bias",
                    "trainable_token_indices",
                    "ensure_weight_tying",
                    "use_rslora",
                    "task_type",
                    "base_model_name_or_path",
                    "revision");

    private static final Set<String> WITHOUT_EFFECT =
            Set.of(
                    "peft_version",
                    "auto_mapping",
                    "inference_mode",
                    "runtime_config",
                    "megatron_core",
                    "qalora_group_size");

    /** Ways to begin that leave the base as it is; the others subtract something from it. */
    private static final Set<String> PLAIN_BEGINNINGS =
            Set.of("true", "false", "gaussian", "orthogonal", "eva", "mica");

    private static final Set<String> TASKS = Set.of("CAUSAL_LM", "FEATURE_EXTRACTION");

    private final Path file;
    private final AdapterFields fields;

    private AdapterConfigReader(Path file) {
        this.file = file;
        this.fields = new AdapterFields(Json.object(file, MAX_BYTES));
    }

    static AdapterConfig read(Path file) {
        return new AdapterConfigReader(file).read();
    }

    private AdapterConfig read() {
        requireLora();
        for (Map.Entry<String, JsonNode> field : fields.all()) {
            if (!fine(field.getKey(), field.getValue())) {
                fields.problem(
                        "%s %s is not in this version; use an adapter without it"
                                .formatted(
                                        Messages.shortened(field.getKey()),
                                        Messages.shortened(field.getValue().toString())));
            }
        }
        double dropout = fields.number("lora_dropout", 0);
        if (!(dropout >= 0 && dropout < 1)) {
            fields.problem("lora_dropout must lie from 0 to below 1, but is " + dropout);
        }
        Optional<AdapterRanks> ranks = ranks();
        Optional<AdapterScope> scope = scope();
        Map<String, List<Integer>> tokens = fields.tokens("trainable_token_indices", EMBEDDING);
        boolean ties = fields.truth("ensure_weight_tying");
        AdapterBias bias = bias();
        Optional<String> task = fields.text("task_type");
        task.filter(each -> !TASKS.contains(each))
                .ifPresent(
                        each ->
                                fields.problem(
                                        ("task_type %s is not in this version; "
                                                        + "CAUSAL_LM and FEATURE_EXTRACTION are")
                                                .formatted(Messages.shortened(each))));
        Optional<String> base = fields.text("base_model_name_or_path");
        Optional<String> revision = fields.text("revision");
        if (!fields.problems().isEmpty() || ranks.isEmpty() || scope.isEmpty()) {
            throw ModelFilesException.of(file, fields.problems());
        }
        return new AdapterConfig(
                ranks.get(), dropout, scope.get(), bias, tokens, ties, task, base, revision);
    }

    private void requireLora() {
        String type = fields.node("peft_type").asText("");
        if (!type.equals("LORA")) {
            throw ModelFilesException.of(
                    file,
                    type.isEmpty()
                            ? "peft_type is missing"
                            : "peft_type %s is not in this version"
                                    .formatted(Messages.shortened(type)),
                    "use a LoRA adapter (peft_type LORA)");
        }
    }

    private boolean fine(String key, JsonNode value) {
        if (HONOURED.contains(key) || WITHOUT_EFFECT.contains(key)) {
            return true;
        }
        if (key.equals("init_lora_weights")) {
            return value.isNull() || PLAIN_BEGINNINGS.contains(value.asText());
        }
        if (key.equals("eva_config")) {
            // How the ranks were found; they stand in rank_pattern.
            return value.isNull() || fields.node("init_lora_weights").asText().equals("eva");
        }
        // Whatever is empty or off asks for nothing, known here or not.
        return value.isNull()
                || value.isContainerNode() && value.isEmpty()
                || value.isBoolean() && !value.booleanValue();
    }

    private Optional<AdapterRanks> ranks() {
        int rank = fields.whole("r", 8, AdapterRanks.MAX_RANK);
        double alpha = fields.number("lora_alpha", 8);
        boolean rslora = fields.truth("use_rslora");
        Map<String, Integer> ranks = fields.wholes("rank_pattern", AdapterRanks.MAX_RANK);
        Map<String, Double> alphas = fields.numbers("alpha_pattern");
        return fields.made(
                "rank_pattern and alpha_pattern",
                () -> new AdapterRanks(rank, alpha, rslora, ranks, alphas));
    }

    private Optional<AdapterScope> scope() {
        Optional<AdapterTargets> targets = fields.modules("target_modules");
        Optional<AdapterTargets> excluded =
                fields.empty("exclude_modules")
                        ? Optional.empty()
                        : fields.modules("exclude_modules");
        List<String> saved = fields.texts("modules_to_save");
        List<Integer> indexes = fields.indexes("layers_to_transform");
        List<String> patterns = fields.texts("layers_pattern");
        if (!patterns.isEmpty() && indexes.isEmpty()) {
            fields.problem("layers_pattern needs layers_to_transform beside it");
            return Optional.empty();
        }
        Optional<AdapterLayers> layers =
                indexes.isEmpty()
                        ? Optional.empty()
                        : fields.made("layers_pattern", () -> new AdapterLayers(indexes, patterns));
        return targets.flatMap(
                these ->
                        fields.made(
                                "modules_to_save",
                                () -> new AdapterScope(these, excluded, layers, saved)));
    }

    private AdapterBias bias() {
        String word = fields.text("bias").orElse("none");
        for (AdapterBias bias : AdapterBias.values()) {
            if (bias.word().equals(word)) {
                return bias;
            }
        }
        fields.problem("bias must be none, all or lora_only, but is " + Messages.shortened(word));
        return AdapterBias.NONE;
    }
}
