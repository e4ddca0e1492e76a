package dev.tagwerk.modelfiles;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;

/**
 * The rotary embedding of a {@code config.json}: transformers 5 writes {@code rope_parameters}, 4
 * wrote {@code rope_theta} and {@code rope_scaling}.
 */
final class RopeReader {
    private static final double DEFAULT_THETA = 10_000;
    private static final double GEMMA3_THETA = 1_000_000;

    private static final Map<String, Set<String>> KEYS =
            Map.of(
                    "default", Set.of(),
                    "linear", Set.of("factor"),
                    "dynamic", Set.of("factor", "original_max_position_embeddings"),
                    "yarn",
                            Set.of(
                                    "factor",
                                    "original_max_position_embeddings",
                                    "attention_factor",
                                    "beta_fast",
                                    "beta_slow",
                                    "mscale",
                                    "mscale_all_dim",
                                    "truncate",
                                    "finetuned"),
                    "llama3",
                            Set.of(
                                    "factor",
                                    "low_freq_factor",
                                    "high_freq_factor",
                                    "original_max_position_embeddings"));

    private final ConfigValues values;
    private final ConfigFamily family;
    private final int maxPositions;
    private final int headDim;

    RopeReader(ConfigValues values, ConfigFamily family, int maxPositions, int headDim) {
        this.values = values;
        this.family = family;
        this.maxPositions = maxPositions;
        this.headDim = headDim;
    }

    /** Positions in layers without a window, and in those with one. */
    record Ropes(Rope full, Rope windowed) {}

    Ropes read() {
        boolean old = given("rope_scaling");
        boolean current = given("rope_parameters");
        if (old
                && current
                && !values.object()
                        .get("rope_scaling")
                        .equals(values.object().get("rope_parameters"))) {
            values.problem(
                    "rope_scaling",
                    "and rope_parameters say different things; keep one of the two");
        }
        if (family.is(Architecture.GEMMA3)) {
            return gemma3(old, current);
        }
        double theta = theta(values, "rope_theta", DEFAULT_THETA);
        String key = old ? "rope_scaling" : "rope_parameters";
        Rope rope = old || current ? rope(values.inside(key), theta) : new Rope(theta, NONE);
        return new Ropes(rope, rope);
    }

    private static final RopeScaling NONE = new RopeScaling.None();

    private Ropes gemma3(boolean old, boolean current) {
        double theta = theta(values, "rope_theta", GEMMA3_THETA);
        double local = theta(values, "rope_local_base_freq", DEFAULT_THETA);
        if (!current) {
            Rope full = old ? rope(values.inside("rope_scaling"), theta) : new Rope(theta, NONE);
            return new Ropes(full, new Rope(local, NONE));
        }
        ConfigValues parameters = values.inside("rope_parameters");
        for (String key : names(parameters.object())) {
            if (!List.of("full_attention", "sliding_attention").contains(key)) {
                refuse(parameters, key);
            }
        }
        return new Ropes(
                nested(parameters, "full_attention", theta),
                nested(parameters, "sliding_attention", local));
    }

    private Rope nested(ConfigValues parameters, String key, double theta) {
        if (!parameters.says(key)) {
            return new Rope(theta, NONE);
        }
        if (!parameters.object().get(key).isObject()) {
            refuse(parameters, key);
            return new Rope(theta, NONE);
        }
        return rope(parameters.inside(key), theta);
    }

    private boolean given(String key) {
        JsonNode value = values.object().path(key);
        if (values.says(key) && !value.isObject()) {
            refuse(values, key);
        }
        return value.isObject() && !value.isEmpty();
    }

    private Rope rope(ConfigValues given, double absentTheta) {
        double theta = theta(given, "rope_theta", absentTheta);
        String type = type(given);
        Set<String> keys = KEYS.get(type);
        if (keys == null || !family.ropeTypes().contains(type)) {
            given.problem(
                    "rope_type",
                    "\"%s\" is not in this version for %s; use a model with one of %s"
                            .formatted(
                                    Messages.shortened(type),
                                    family.architecture().modelType(),
                                    family.ropeTypes().stream().sorted().toList()));
            return new Rope(theta, NONE);
        }
        Set<String> known = new HashSet<>(keys);
        known.addAll(Set.of("rope_type", "type", "rope_theta"));
        for (String key : names(given.object())) {
            boolean whole =
                    key.equals("partial_rotary_factor") && given.object().get(key).asDouble() == 1;
            if (!known.contains(key) && !whole && given.says(key)) {
                refuse(given, key);
            }
        }
        return new Rope(
                theta,
                switch (type) {
                    case "linear" -> new RopeScaling.Linear(factor(given));
                    case "dynamic" -> dynamic(given);
                    case "yarn" -> yarn(given, theta);
                    case "llama3" -> llama3(given);
                    case String none -> NONE;
                });
    }

    private static String type(ConfigValues given) {
        JsonNode type = given.object().get("rope_type");
        JsonNode older = given.object().get("type");
        if (type != null && older != null && !type.equals(older)) {
            given.problem("rope_type", "and type say different things; keep one of the two");
        }
        JsonNode said = type == null ? older : type;
        return said == null ? "default" : said.asText();
    }

    private RopeScaling dynamic(ConfigValues given) {
        if (given.says("original_max_position_embeddings")
                && given.object().get("original_max_position_embeddings").asInt() != maxPositions) {
            given.problem(
                    "original_max_position_embeddings",
                    "must be max_position_embeddings (%d) for rope_type dynamic"
                            .formatted(maxPositions));
        }
        if (headDim <= 2) {
            values.problem("head_dim", "must be above 2 for rope_type dynamic");
        }
        return new RopeScaling.Dynamic(factor(given), maxPositions);
    }

    private RopeScaling yarn(ConfigValues given, double theta) {
        int original = original(given);
        double factor =
                given.has("factor") && !given.says("factor")
                        ? Math.max(1, (double) maxPositions / original)
                        : factor(given);
        double fast = given.aboveZeroOrNull("beta_fast", OptionalDouble.empty()).orElse(32);
        double slow = given.aboveZeroOrNull("beta_slow", OptionalDouble.empty()).orElse(1);
        if (fast < slow) {
            given.problem("beta_fast", "must not be below beta_slow");
        }
        if (theta <= 1) {
            given.problem("rope_theta", "must be above 1 for rope_type yarn");
        }
        double attention =
                given.aboveZeroOrNull("attention_factor", OptionalDouble.empty())
                        .orElseGet(() -> attentionFactor(given, factor));
        return new RopeScaling.Yarn(
                factor, original, attention, fast, slow, given.truth("truncate", true));
    }

    // Equation 22 of the paper, and DeepSeek's extension of it by mscale.
    private static double attentionFactor(ConfigValues given, double factor) {
        OptionalDouble scale = given.aboveZeroOrNull("mscale", OptionalDouble.empty());
        OptionalDouble all = given.aboveZeroOrNull("mscale_all_dim", OptionalDouble.empty());
        return scale.isPresent() && all.isPresent()
                ? scaled(factor, scale.getAsDouble()) / scaled(factor, all.getAsDouble())
                : scaled(factor, 1);
    }

    private static double scaled(double factor, double by) {
        return factor <= 1 ? 1 : 0.1 * by * Math.log(factor) + 1;
    }

    private RopeScaling llama3(ConfigValues given) {
        double low = required(given, "low_freq_factor", 0);
        double high = required(given, "high_freq_factor", 0);
        if (low >= high) {
            given.problem("low_freq_factor", "must be below high_freq_factor");
        }
        return new RopeScaling.Llama3(factor(given), low, high, original(given));
    }

    private static double factor(ConfigValues given) {
        return required(given, "factor", 1);
    }

    private static double required(ConfigValues given, String key, double least) {
        if (!given.has(key)) {
            given.problem(key, "is missing, but the rope_type needs it");
            return 1;
        }
        return given.number(key, 1, least);
    }

    private int original(ConfigValues given) {
        return given.whole("original_max_position_embeddings", maxPositions, Integer.MAX_VALUE);
    }

    private static double theta(ConfigValues from, String key, double absent) {
        return from.number(key, absent, 0);
    }

    private static void refuse(ConfigValues where, String key) {
        where.problem(
                Messages.shortened(key),
                Messages.shortened(where.object().get(key).toString())
                        + " is not in this version; use a model without it");
    }

    private static List<String> names(JsonNode object) {
        return object.properties().stream().map(Map.Entry::getKey).toList();
    }
}
