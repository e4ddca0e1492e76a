package dev.tagwerk.modelfiles;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * A model on disk: {@code config.json}, weights, tokenizer.
 *
 * <p>Immutable; what it opens belongs to the caller.
 */
public final class ModelFolder {
    private static final String CONFIG = "config.json";
    private static final long MAX_CONFIG_BYTES = 4L << 20;
    private static final List<String> TOKENIZER_FILES =
            List.of(
                    "tokenizer.json",
                    "tokenizer_config.json",
                    "special_tokens_map.json",
                    "added_tokens.json",
                    "vocab.json",
                    "merges.txt",
                    "tokenizer.model",
                    "chat_template.jinja",
                    "chat_template.json");

    private final Path path;
    private final ModelConfig config;

    private ModelFolder(Path path, ModelConfig config) {
        this.path = path;
        this.config = config;
    }

    /**
     * Opens a model folder and reads its configuration.
     *
     * @throws ModelFilesException when there is no such folder, or its model is not one that this
     *     version can run
     */
    public static ModelFolder open(Path folder) {
        if (!Files.isDirectory(folder)) {
            throw ModelFilesException.of(
                    folder,
                    Files.exists(folder) ? "is not a folder" : "does not exist",
                    "give the folder that holds config.json and the weights");
        }
        if (!Files.exists(folder.resolve(CONFIG))
                && Files.exists(folder.resolve(AdapterFolder.CONFIG))) {
            throw ModelFilesException.of(
                    folder,
                    "holds an adapter, not a model",
                    "give the folder of its base model here and this one as the adapter");
        }
        return new ModelFolder(folder, ModelConfig.read(folder.resolve(CONFIG)));
    }

    /** The model's configuration. */
    public ModelConfig config() {
        return config;
    }

    /** The folder. */
    public Path path() {
        return path;
    }

    /** Opens the weights; the caller closes them. */
    public WeightStore weights() {
        return WeightStore.open(path);
    }

    /** The size of all weights in bytes. */
    public long weightBytes() {
        try (WeightStore weights = weights()) {
            return weights.bytes();
        }
    }

    /** Opens the tokenizer; the caller closes it. */
    public ModelTokenizer tokenizer() {
        return ModelTokenizer.open(path);
    }

    /** The tokenizer's files that are there, for copying beside an adapter. */
    public List<Path> tokenizerFiles() {
        return tokenizerFiles(path);
    }

    static List<Path> tokenizerFiles(Path folder) {
        return TOKENIZER_FILES.stream().map(folder::resolve).filter(Files::isRegularFile).toList();
    }

    /** Its {@code config.json} as it is, for a copy with changes. */
    ObjectNode configJson() {
        return (ObjectNode) Json.object(path.resolve(CONFIG), MAX_CONFIG_BYTES);
    }

    /**
     * The Python files of a model that came with its own code, for copying beside its weights; this
     * program never runs them.
     */
    public List<Path> codeFiles() {
        try (Stream<Path> files = Files.list(path)) {
            return files.filter(
                            file ->
                                    file.getFileName()
                                            .toString()
                                            .matches("(configuration|modeling)_\\w+\\.py"))
                    .filter(Files::isRegularFile)
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw ModelFilesException.of(
                    path, "cannot be listed: " + e, "check that it is readable for you", e);
        }
    }

    /**
     * One SHA-256 over the names and contents of configuration, tokenizer and weights: equal for
     * two folders exactly when their models are. Reads every byte.
     */
    public String digest() {
        List<Path> files = new ArrayList<>();
        files.add(path.resolve(CONFIG));
        files.addAll(tokenizerFiles());
        files.addAll(WeightStore.weightFiles(path));
        StringBuilder lines = new StringBuilder();
        for (Path file : files) {
            lines.append(Digests.sha256(file)).append("  ").append(file.getFileName()).append('\n');
        }
        return Digests.sha256(lines.toString().getBytes(StandardCharsets.UTF_8));
    }
}
