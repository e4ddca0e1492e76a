package dev.tagwerk.cli;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tagwerk.data.QuestionKind;
import dev.tagwerk.evaluate.ModelSource;
import dev.tagwerk.hub.PullRecord;
import dev.tagwerk.modelfiles.AdapterConfig;
import dev.tagwerk.modelfiles.AdapterFolder;
import dev.tagwerk.modelfiles.AdapterTargets;
import dev.tagwerk.modelfiles.TensorBytes;
import dev.tagwerk.modelfiles.WeightStore;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * What a model's files say about it.
 *
 * @param facts by name, in order of printing; numbers stay numbers
 * @param card the head of its model card; empty without one
 */
record ModelFacts(Map<String, Object> facts, List<String> card) {
    private static final int CARD_LINES = 12;

    static ModelFacts of(Path folder, Optional<Path> base, Map<String, String> environment) {
        ModelSource source = ModelSource.find(folder, base, environment);
        Map<String, Object> facts = new LinkedHashMap<>();
        facts.putAll(ArchitectureFacts.of(source.base().config()));
        weights(source, facts);
        facts.put("folder", source.base().path().toString());
        PullRecord.of(source.base().path()).ifPresent(record -> origin(record, facts));
        source.adapter().ifPresent(adapter -> adapter(adapter, facts));
        source.head()
                .ifPresent(
                        head -> {
                            facts.put("decision head", head.toString());
                            for (QuestionKind kind : QuestionKind.values()) {
                                facts.put(
                                        "temperature " + kind.word(),
                                        source.config().temperature(kind));
                            }
                        });
        source.config().maxLength().ifPresent(length -> facts.put("max length", length));
        return new ModelFacts(facts, card(source.adapter().orElse(source.base().path())));
    }

    private static void weights(ModelSource source, Map<String, Object> facts) {
        try (WeightStore weights = source.base().weights()) {
            Map<String, Long> byType = new TreeMap<>();
            long parameters = 0;
            for (String name : weights.names()) {
                TensorBytes tensor = weights.get(name);
                long count = count(tensor);
                parameters += count;
                byType.merge(tensor.dtype().name().toLowerCase(Locale.ROOT), count, Long::sum);
            }
            facts.put("parameters", parameters);
            facts.put("dtype", String.join(", ", byType.keySet()));
            facts.put("weight bytes", weights.bytes());
        }
    }

    private static void origin(PullRecord record, Map<String, Object> facts) {
        facts.put("licence", record.terms().words());
        facts.put("gated", record.terms().gated());
        facts.put("repository", record.repository() + "@" + record.revision());
        facts.put("commit", record.commit());
        facts.put("pulled", record.pulled() + " from " + record.origin());
    }

    private static void adapter(Path folder, Map<String, Object> facts) {
        try (AdapterFolder adapter = AdapterFolder.read(folder)) {
            AdapterConfig config = adapter.config();
            facts.put("adapter", folder.toString());
            facts.put("adapter rank", config.rank());
            facts.put("adapter alpha", config.alpha());
            facts.put("adapter dropout", config.dropout());
            facts.put("adapter rslora", config.rslora() ? "yes" : "no");
            facts.put(
                    "adapter targets",
                    config.targets() instanceof AdapterTargets.Names named
                            ? String.join(", ", named.names())
                            : config.targets().toString());
            config.taskType().ifPresent(type -> facts.put("adapter task type", type));
            config.baseModel().ifPresent(model -> facts.put("adapter base", model));
            facts.put(
                    "adapter parameters",
                    adapter.tensors().values().stream().mapToLong(ModelFacts::count).sum());
        }
    }

    private static long count(TensorBytes tensor) {
        return tensor.shape().stream().mapToLong(Long::longValue).reduce(1, (a, b) -> a * b);
    }

    /** The card's first lines, without its YAML front matter. */
    private static List<String> card(Path folder) {
        Path file = folder.resolve("README.md");
        if (!Files.isRegularFile(file)) {
            return List.of();
        }
        try {
            List<String> lines = Files.readAllLines(file);
            int from = 0;
            if (!lines.isEmpty() && lines.getFirst().strip().equals("---")) {
                int end = lines.subList(1, lines.size()).indexOf("---");
                from = end < 0 ? 0 : end + 2;
            }
            return lines.stream()
                    .skip(from)
                    .dropWhile(String::isBlank)
                    .limit(CARD_LINES)
                    .map(line -> line.replaceAll("\\p{Cntrl}", " "))
                    .toList();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    String text() {
        StringBuilder out = new StringBuilder();
        int width = facts.keySet().stream().mapToInt(String::length).max().orElse(0);
        facts.forEach(
                (name, value) ->
                        out.append(name)
                                .append(" ".repeat(width - name.length() + 2))
                                .append(shown(name, value))
                                .append('\n'));
        if (!card.isEmpty()) {
            out.append("\ncard\n");
            card.forEach(line -> out.append(("  " + line).stripTrailing()).append('\n'));
        }
        return out.toString();
    }

    private static String shown(String name, Object value) {
        return switch (value) {
            case Long bytes when name.endsWith("bytes") ->
                    String.format(Locale.ROOT, "%,d (%.1f MiB)", bytes, bytes / 1048576.0);
            case Long count -> String.format(Locale.ROOT, "%,d", count);
            case Double number -> String.format(Locale.ROOT, "%.4g", number);
            case Object other -> other.toString();
        };
    }

    ObjectNode json() {
        ObjectNode node = Json.object();
        facts.forEach(
                (name, value) -> {
                    String key = name.replace(' ', '_').replace('/', '_');
                    switch (value) {
                        case Integer number -> node.put(key, number);
                        case Long number -> node.put(key, number);
                        case Double number -> node.put(key, number);
                        case Object text -> node.put(key, text.toString());
                    }
                });
        card.forEach(node.putArray("card")::add);
        return node;
    }
}
