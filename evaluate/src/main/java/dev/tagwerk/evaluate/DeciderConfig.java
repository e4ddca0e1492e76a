package dev.tagwerk.evaluate;

import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tagwerk.data.QuestionKind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * What a decision checkpoint says about itself ({@code strands_decider_config.json}, in older ones
 * {@code hobson_config.json}). Keys that it does not know are kept when temperatures are written.
 *
 * @param baseModel folder or {@code org/name} of the base
 * @param baseRevision branch, tag or commit of the base
 * @param maxLength longest prompt in tokens
 * @param temperatures what the logits of each kind of question are divided by
 * @param ordinalSmoothing of the training; sets how narrow a score's distribution can be
 */
public record DeciderConfig(
        Optional<String> baseModel,
        Optional<String> baseRevision,
        OptionalInt maxLength,
        Map<QuestionKind, Double> temperatures,
        double ordinalSmoothing) {
    public static final String FILE = "strands_decider_config.json";
    static final String OLDER_FILE = "hobson_config.json";
    private static final long MAX_BYTES = 1 << 20;
    private static final JsonMapper JSON =
            JsonMapper.builder().enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION).build();

    public DeciderConfig {
        temperatures = Map.copyOf(temperatures);
        temperatures.forEach(
                (kind, value) -> {
                    if (!(value > 0 && value < Double.POSITIVE_INFINITY)) {
                        throw new EvaluateException(
                                "temperature_by_kind."
                                        + kind.word()
                                        + " must be a number above 0, not "
                                        + value);
                    }
                });
        if (!(ordinalSmoothing >= 0 && ordinalSmoothing < 1)) {
            throw new EvaluateException(
                    "ordinal_smoothing must be from 0 to below 1, not " + ordinalSmoothing);
        }
    }

    /** A description that says nothing: every temperature is 1. */
    public static DeciderConfig unsaid() {
        return new DeciderConfig(
                Optional.empty(), Optional.empty(), OptionalInt.empty(), Map.of(), 0.1);
    }

    /** What the logits of this kind are divided by. */
    public double temperature(QuestionKind kind) {
        return temperatures.getOrDefault(kind, 1.0);
    }

    /** The description in a checkpoint folder; empty when there is none. */
    static Optional<DeciderConfig> find(Path folder) {
        return fileIn(folder).map(DeciderConfig::read);
    }

    /** The file with the description in a checkpoint folder, whichever name it has. */
    public static Optional<Path> fileIn(Path folder) {
        for (String name : new String[] {FILE, OLDER_FILE}) {
            if (Files.isRegularFile(folder.resolve(name))) {
                return Optional.of(folder.resolve(name));
            }
        }
        return Optional.empty();
    }

    /**
     * Reads a description.
     *
     * @throws EvaluateException naming the file and the key that is wrong
     */
    public static DeciderConfig read(Path file) {
        ObjectNode root = tree(file);
        try {
            String head = text(root, "head_type").orElse("pointer");
            if (!head.equals("pointer")) {
                throw new EvaluateException(
                        "head_type is '" + head + "'; this version reads pointer heads only");
            }
            Map<QuestionKind, Double> temperatures = new EnumMap<>(QuestionKind.class);
            double shared = number(root, "temperature", "temperature", 1);
            JsonNode byKind = root.path("temperature_by_kind");
            for (QuestionKind kind : QuestionKind.values()) {
                temperatures.put(
                        kind,
                        number(byKind, kind.word(), "temperature_by_kind." + kind.word(), shared));
            }
            Optional<String> revision =
                    text(root, "base_revision").or(() -> text(root, "base_model_revision"));
            double length = number(root, "max_length", "max_length", 0);
            return new DeciderConfig(
                    text(root, "base_model"),
                    revision,
                    length >= 2 ? OptionalInt.of((int) length) : OptionalInt.empty(),
                    temperatures,
                    number(root, "ordinal_smoothing", "ordinal_smoothing", 0.1));
        } catch (EvaluateException e) {
            throw new EvaluateException(file + ": " + e.getMessage(), e);
        }
    }

    /**
     * Writes temperatures into the description of a checkpoint folder, the other keys as they are.
     * A kind without an entry keeps its temperature. The file is replaced as a whole.
     *
     * @param note what the temperatures were fitted on; kept under {@code calibration}
     * @return the file written
     */
    static Path writeTemperatures(
            Path folder, Map<QuestionKind, Double> temperatures, ObjectNode note) {
        Optional<Path> old = fileIn(folder);
        ObjectNode root = old.isPresent() ? tree(old.get()) : JSON.createObjectNode();
        DeciderConfig before = old.map(DeciderConfig::read).orElse(unsaid());
        ObjectNode byKind = JSON.createObjectNode();
        for (QuestionKind kind : QuestionKind.values()) {
            byKind.put(kind.word(), temperatures.getOrDefault(kind, before.temperature(kind)));
        }
        root.set("temperature_by_kind", byKind);
        root.set("calibration", note);
        Path file = folder.resolve(FILE);
        try {
            AtomicFile.write(file, JSON.writerWithDefaultPrettyPrinter().writeValueAsBytes(root));
        } catch (IOException impossible) {
            throw new EvaluateException("Cannot write " + file, impossible);
        }
        return file;
    }

    private static ObjectNode tree(Path file) {
        try {
            if (Files.size(file) > MAX_BYTES) {
                throw new EvaluateException(file + " is larger than 1 MiB: no such description");
            }
            if (JSON.readTree(Files.readAllBytes(file)) instanceof ObjectNode object) {
                return object;
            }
            throw new EvaluateException(file + " holds no JSON object");
        } catch (IOException e) {
            throw new EvaluateException("Cannot read " + file + ": " + e.getMessage(), e);
        }
    }

    private static Optional<String> text(JsonNode node, String key) {
        JsonNode value = node.path(key);
        return value.isTextual() ? Optional.of(value.textValue()) : Optional.empty();
    }

    private static double number(JsonNode node, String key, String path, double fallback) {
        JsonNode value = node.path(key);
        if (value.isMissingNode() || value.isNull()) {
            return fallback;
        }
        if (!value.isNumber()) {
            throw new EvaluateException(path + " must be a number, not " + value);
        }
        return value.doubleValue();
    }
}
