package dev.tagwerk.cli;

import dev.tagwerk.model.Slot;
import dev.tagwerk.modelfiles.AttentionConfig;
import dev.tagwerk.modelfiles.ModelConfig;
import dev.tagwerk.modelfiles.Rope;
import dev.tagwerk.modelfiles.RopeScaling;
import dev.tagwerk.modelfiles.Scales;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** How a model's blocks are built, in words. */
final class ArchitectureFacts {
    private ArchitectureFacts() {}

    /** By name, in order of printing. */
    static Map<String, Object> of(ModelConfig config) {
        Map<String, Object> facts = new LinkedHashMap<>();
        AttentionConfig attention = config.attention();
        facts.put("architecture", config.modelType());
        facts.put("family", config.architecture().title());
        facts.put("layers", config.layers());
        facts.put("hidden size", config.hiddenSize());
        facts.put("intermediate size", config.intermediateSize());
        facts.put("heads", config.heads());
        facts.put("key/value heads", config.keyValueHeads());
        facts.put("head size", config.headDim());
        facts.put("vocabulary", config.vocabSize());
        facts.put("positions", config.maxPositions());
        facts.put("tied embeddings", config.tiedEmbeddings() ? "yes" : "no");
        facts.put("blocks", blocks(config));
        facts.put(
                "feed-forward",
                (config.architecture().gated() ? "gated " : "") + config.activation().key());
        facts.put("rotary", rotary(attention.rope()));
        if (!attention.windowRope().equals(attention.rope())) {
            facts.put("rotary in windows", rotary(attention.windowRope()));
        }
        List<Integer> windows = attention.windows().stream().filter(each -> each > 0).toList();
        if (!windows.isEmpty()) {
            facts.put(
                    "window",
                    "%d tokens in %d of %d layers"
                            .formatted(windows.getFirst(), windows.size(), config.layers()));
        }
        attention.scoreCap().ifPresent(cap -> facts.put("scores capped at", cap));
        config.logitCap().ifPresent(cap -> facts.put("logits capped at", cap));
        scales(config.scales(), facts);
        facts.put("linear maps", String.join(", ", modules(config)));
        return facts;
    }

    private static List<String> modules(ModelConfig config) {
        return Slot.of(config).stream().map(Slot::shortName).toList();
    }

    private static String blocks(ModelConfig config) {
        String norm =
                switch (config.architecture().norm()) {
                    case RMS -> "RMS norm";
                    case RMS_OFFSET -> "RMS norm with 1 + weight";
                    case LAYER -> "layer norm";
                };
        String heads = config.queryKeyNorm() ? ", and of queries and keys" : "";
        return switch (config.layout()) {
            case SERIAL -> norm + " before attention and feed-forward" + heads;
            case SANDWICH -> norm + " before and after attention and feed-forward" + heads;
            case PARALLEL -> "attention and feed-forward side by side after one " + norm;
            case PARALLEL_TWO_NORMS ->
                    "attention and feed-forward side by side, each after its " + norm;
        };
    }

    private static String rotary(Rope rope) {
        String base = "base " + number(rope.theta());
        return switch (rope.scaling()) {
            case RopeScaling.None none -> base;
            case RopeScaling.Linear linear -> base + ", linear x" + number(linear.factor());
            case RopeScaling.Dynamic dynamic ->
                    base
                            + ", dynamic x%s above %d"
                                    .formatted(number(dynamic.factor()), dynamic.maxPositions());
            case RopeScaling.Yarn yarn ->
                    base
                            + ", YaRN x%s from %d"
                                    .formatted(number(yarn.factor()), yarn.originalPositions());
            case RopeScaling.Llama3 llama3 ->
                    base
                            + ", llama3 x%s from %d"
                                    .formatted(number(llama3.factor()), llama3.originalPositions());
        };
    }

    private static void scales(Scales scales, Map<String, Object> facts) {
        factor("embeddings times", scales.embedding(), facts);
        factor("each half of a block times", scales.branch(), facts);
        factor("last hidden states times", scales.hidden(), facts);
    }

    private static void factor(String name, double value, Map<String, Object> facts) {
        if (value != 1) {
            facts.put(name, value);
        }
    }

    private static String number(double value) {
        return value == Math.rint(value) && Math.abs(value) < 1e15
                ? String.valueOf((long) value)
                : String.format(Locale.ROOT, "%.4g", value);
    }
}
