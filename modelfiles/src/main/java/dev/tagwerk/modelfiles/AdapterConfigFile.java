package dev.tagwerk.modelfiles;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads and writes {@code adapter_config.json} as PEFT 0.21 writes it ({@code LoraConfig}). */
final class AdapterConfigFile {
    private static final long MAX_BYTES = 4L << 20;
    private static final String PEFT_VERSION = "0.21.0";
    private static final String ALL_LINEAR = "all-linear";

    private static final Set<String> HONOURED =
            Set.of(
                    "peft_type",
                    "r",
                    "lora_alpha",
                    "lora_dropout",
                    "target_modules",
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
            Set.of("true", "false", "gaussian", "orthogonal");

    private static final Set<String> TASKS = Set.of("CAUSAL_LM", "FEATURE_EXTRACTION");

    private final Path file;
    private final JsonNode root;
    private final List<String> problems = new ArrayList<>();

    private AdapterConfigFile(Path file) {
        this.file = file;
        this.root = Json.object(file, MAX_BYTES);
    }

    static AdapterConfig read(Path file) {
        return new AdapterConfigFile(file).read();
    }

    private AdapterConfig read() {
        String type = root.path("peft_type").asText("");
        if (!type.equals("LORA")) {
            throw ModelFilesException.of(
                    file,
                    type.isEmpty()
                            ? "peft_type is missing"
                            : "peft_type %s is not in this version"
                                    .formatted(Messages.shortened(type)),
                    "use a LoRA adapter (peft_type LORA)");
        }
        for (Map.Entry<String, JsonNode> field : root.properties()) {
            if (!fine(field.getKey(), field.getValue())) {
                problems.add(
                        "%s %s is not in this version; use an adapter without it"
                                .formatted(
                                        Messages.shortened(field.getKey()),
                                        Messages.shortened(field.getValue().toString())));
            }
        }
        int rank = (int) number("r", 8);
        if (rank != number("r", 8) || rank < 1 || rank > AdapterConfig.MAX_RANK) {
            problems.add(
                    "r must be a whole number from 1 to %d, but is %s"
                            .formatted(AdapterConfig.MAX_RANK, shown("r")));
        }
        double alpha = number("lora_alpha", 8);
        double dropout = number("lora_dropout", 0);
        if (!(dropout >= 0 && dropout < 1)) {
            problems.add("lora_dropout must lie from 0 to below 1, but is " + dropout);
        }
        JsonNode rslora = root.path("use_rslora");
        if (!rslora.isMissingNode() && !rslora.isBoolean()) {
            problems.add("use_rslora must be true or false, but is " + shown("use_rslora"));
        }
        Optional<AdapterTargets> targets = targets(root.path("target_modules"));
        Optional<String> task = text("task_type");
        task.filter(each -> !TASKS.contains(each))
                .ifPresent(
                        each ->
                                problems.add(
                                        ("task_type %s is not in this version; "
                                                        + "CAUSAL_LM and FEATURE_EXTRACTION are")
                                                .formatted(Messages.shortened(each))));
        Optional<String> base = text("base_model_name_or_path");
        Optional<String> revision = text("revision");
        if (!problems.isEmpty() || targets.isEmpty()) {
            throw ModelFilesException.of(file, problems);
        }
        return new AdapterConfig(
                rank, alpha, dropout, targets.get(), rslora.asBoolean(false), task, base, revision);
    }

    private static boolean fine(String key, JsonNode value) {
        if (HONOURED.contains(key) || WITHOUT_EFFECT.contains(key)) {
            return true;
        }
        if (key.equals("bias") && value.asText().equals("none")) {
            return true;
        }
        if (key.equals("init_lora_weights")) {
            return value.isNull() || PLAIN_BEGINNINGS.contains(value.asText());
        }
        // Whatever is empty or off asks for nothing, known here or not.
        return value.isNull()
                || value.isContainerNode() && value.isEmpty()
                || value.isBoolean() && !value.booleanValue();
    }

    private Optional<AdapterTargets> targets(JsonNode value) {
        try {
            if (value.isTextual()) {
                return Optional.of(
                        value.textValue().equals(ALL_LINEAR)
                                ? new AdapterTargets.AllLinear()
                                : new AdapterTargets.Regex(value.textValue()));
            }
            if (value.isArray()) {
                List<String> names = new ArrayList<>();
                for (JsonNode each : value) {
                    if (!each.isTextual()) {
                        problems.add(
                                "target_modules must list names, but holds "
                                        + Messages.shortened(each.toString()));
                        return Optional.empty();
                    }
                    names.add(each.textValue());
                }
                return Optional.of(new AdapterTargets.Names(names));
            }
            problems.add(
                    "target_modules must be a list of names or a text, but is "
                            + shown("target_modules"));
        } catch (ModelFilesException e) {
            problems.add("target_modules: " + e.getMessage());
        }
        return Optional.empty();
    }

    private double number(String key, double absent) {
        JsonNode value = root.get(key);
        if (value == null) {
            return absent;
        }
        if (!value.isNumber() || !(Math.abs(value.doubleValue()) < Double.POSITIVE_INFINITY)) {
            String problem = key + " must be a number, but is " + shown(key);
            if (!problems.contains(problem)) {
                problems.add(problem);
            }
            return absent;
        }
        return value.doubleValue();
    }

    private Optional<String> text(String key) {
        JsonNode value = root.path(key);
        if (value.isMissingNode() || value.isNull()) {
            return Optional.empty();
        }
        if (!value.isTextual()) {
            problems.add(key + " must be a text, but is " + shown(key));
            return Optional.empty();
        }
        return Optional.of(value.textValue());
    }

    private String shown(String key) {
        JsonNode value = root.path(key);
        return value.isMissingNode() ? "missing" : Messages.shortened(value.toString());
    }

    /** The text of the file, key for key what PEFT 0.21 writes. */
    static String text(AdapterConfig config) {
        Map<String, @Nullable Object> keys = new LinkedHashMap<>();
        for (String absent :
                List.of(
                        "alora_invocation_tokens",
                        "arrow_config",
                        "auto_mapping",
                        "corda_config",
                        "eva_config",
                        "exclude_modules",
                        "kasa_config",
                        "layer_replication",
                        "layers_pattern",
                        "layers_to_transform",
                        "lora_ga_config",
                        "megatron_config",
                        "modules_to_save",
                        "monteclora_config",
                        "target_parameters",
                        "trainable_token_indices",
                        "use_bdlora",
                        "velora_config")) {
            keys.put(absent, null);
        }
        for (String off :
                List.of(
                        "ensure_weight_tying",
                        "fan_in_fan_out",
                        "lora_bias",
                        "use_dora",
                        "use_qalora")) {
            keys.put(off, false);
        }
        for (String empty : List.of("alpha_pattern", "loftq_config", "rank_pattern")) {
            keys.put(empty, Map.of());
        }
        keys.put("base_model_name_or_path", config.baseModel().orElse(null));
        keys.put("bias", "none");
        keys.put("inference_mode", true);
        keys.put("init_lora_weights", true);
        keys.put("lora_alpha", wholeWherePossible(config.alpha()));
        keys.put("lora_dropout", config.dropout());
        keys.put("megatron_core", "megatron.core");
        keys.put("peft_type", "LORA");
        keys.put("peft_version", PEFT_VERSION);
        keys.put("qalora_group_size", 16);
        keys.put("r", config.rank());
        keys.put("revision", config.revision().orElse(null));
        keys.put("target_modules", targetModules(config.targets()));
        keys.put("task_type", config.taskType().orElse(null));
        keys.put("use_rslora", config.rslora());
        return PythonJson.write(keys);
    }

    private static Object targetModules(AdapterTargets targets) {
        return switch (targets) {
            case AdapterTargets.Names names -> names.names();
            case AdapterTargets.Regex regex -> regex.pattern();
            case AdapterTargets.AllLinear all -> ALL_LINEAR;
        };
    }

    /** PEFT declares {@code lora_alpha} an int; a fraction is written where there is one. */
    private static Object wholeWherePossible(double value) {
        if (value == Math.rint(value) && Math.abs(value) < Integer.MAX_VALUE) {
            return (int) value;
        }
        return value;
    }
}
