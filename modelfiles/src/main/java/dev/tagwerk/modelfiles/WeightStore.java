package dev.tagwerk.modelfiles;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * All weights of a model folder: {@code model.safetensors}, or the shards that {@code
 * model.safetensors.index.json} lists.
 *
 * <p>Thread-safe. Closing it makes every tensor that it handed out invalid.
 */
public final class WeightStore implements TensorSource, AutoCloseable {
    static final String SINGLE = "model.safetensors";
    static final String INDEX = "model.safetensors.index.json";
    private static final long MAX_INDEX_BYTES = 100_000_000;

    private final Path folder;
    private final List<SafetensorsFile> files;
    private final Map<String, SafetensorsFile> places;

    private WeightStore(
            Path folder, List<SafetensorsFile> files, Map<String, SafetensorsFile> places) {
        this.folder = folder;
        this.files = List.copyOf(files);
        this.places = Collections.unmodifiableMap(places);
    }

    /**
     * Opens the weights of a folder.
     *
     * @throws ModelFilesException when a file is missing or not sound, or a weight is not where the
     *     index says
     */
    public static WeightStore open(Path folder) {
        List<SafetensorsFile> files = new ArrayList<>();
        try {
            Map<String, SafetensorsFile> places = new TreeMap<>();
            // The order of transformers: one file before shards.
            if (Files.exists(folder.resolve(SINGLE))) {
                SafetensorsFile file = SafetensorsFile.open(folder.resolve(SINGLE));
                files.add(file);
                file.tensors().keySet().forEach(name -> places.put(name, file));
            } else if (Files.exists(folder.resolve(INDEX))) {
                shards(folder, files, places);
            } else {
                throw noWeights(folder);
            }
            return new WeightStore(folder, files, places);
        } catch (RuntimeException e) {
            files.forEach(SafetensorsFile::close);
            throw e;
        }
    }

    /** The files that hold the weights of a folder, without opening them. */
    static List<Path> weightFiles(Path folder) {
        if (Files.exists(folder.resolve(SINGLE))) {
            return List.of(folder.resolve(SINGLE));
        }
        if (Files.exists(folder.resolve(INDEX))) {
            return weightMap(folder.resolve(INDEX)).values().stream()
                    .distinct()
                    .sorted()
                    .map(folder::resolve)
                    .toList();
        }
        throw noWeights(folder);
    }

    private static void shards(
            Path folder, List<SafetensorsFile> files, Map<String, SafetensorsFile> places) {
        Path index = folder.resolve(INDEX);
        Map<String, SafetensorsFile> opened = new LinkedHashMap<>();
        for (Map.Entry<String, String> weight : weightMap(index).entrySet()) {
            SafetensorsFile shard = opened.get(weight.getValue());
            if (shard == null) {
                shard = SafetensorsFile.open(folder.resolve(weight.getValue()));
                files.add(shard);
                opened.put(weight.getValue(), shard);
            }
            if (!shard.tensors().containsKey(weight.getKey())) {
                throw ModelFilesException.of(
                        index,
                        "tensor '%s' is not in %s"
                                .formatted(Messages.shortened(weight.getKey()), weight.getValue()),
                        "index and shards do not belong together, fetch them again");
            }
            places.put(weight.getKey(), shard);
        }
    }

    private static Map<String, String> weightMap(Path index) {
        JsonNode map = Json.object(index, MAX_INDEX_BYTES).path("weight_map");
        if (!map.isObject() || map.isEmpty()) {
            throw ModelFilesException.of(
                    index, "has no weight_map", "fetch the file again with its shards");
        }
        Map<String, String> weights = new TreeMap<>();
        for (Map.Entry<String, JsonNode> field : map.properties()) {
            String shard = field.getValue().isTextual() ? field.getValue().textValue() : "";
            if (!plainFileName(shard)) {
                throw ModelFilesException.of(
                        index,
                        "tensor '%s' is said to lie in '%s', which is not a plain file name"
                                .formatted(
                                        Messages.shortened(field.getKey()),
                                        Messages.shortened(field.getValue().asText())),
                        "take the index from a source you trust");
            }
            weights.put(field.getKey(), shard);
        }
        return weights;
    }

    /** A name that stays in its folder on every system. */
    private static boolean plainFileName(String name) {
        return name.matches("[A-Za-z0-9_][A-Za-z0-9._-]{0,200}") && name.endsWith(".safetensors");
    }

    private static ModelFilesException noWeights(Path folder) {
        boolean pickled =
                Files.exists(folder.resolve("pytorch_model.bin"))
                        || Files.exists(folder.resolve("pytorch_model.bin.index.json"));
        return ModelFilesException.of(
                folder,
                pickled
                        ? "has its weights only in pytorch_model.bin, a format that can run code"
                        : "has neither " + SINGLE + " nor " + INDEX,
                pickled
                        ? "save the model again with safe_serialization=True"
                        : "check that the download of the model is complete");
    }

    /** The names of all weights, sorted. */
    public Set<String> names() {
        return places.keySet();
    }

    /** All weights as the headers list them, by name; no weight is read. */
    public List<TensorEntry> entries() {
        return places.entrySet().stream()
                .map(place -> place.getValue().tensors().get(place.getKey()))
                .toList();
    }

    @Override
    public boolean has(String name) {
        return places.containsKey(name);
    }

    @Override
    public TensorBytes get(String name) {
        SafetensorsFile file = places.get(name);
        if (file == null) {
            throw ModelFilesException.of(
                    folder,
                    "has no tensor '" + name + "'",
                    "it holds %d others, check that config and weights belong together"
                            .formatted(places.size()));
        }
        return file.tensor(name);
    }

    /** The size of all weights in bytes. */
    public long bytes() {
        long sum = 0;
        for (Map.Entry<String, SafetensorsFile> place : places.entrySet()) {
            sum += place.getValue().bytes(place.getKey()).byteSize();
        }
        return sum;
    }

    @Override
    public void close() {
        files.forEach(SafetensorsFile::close);
    }
}
