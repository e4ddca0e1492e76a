package dev.tagwerk.modelfiles;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A LoRA adapter in PEFT's layout: {@code adapter_config.json}, {@code adapter_model.safetensors}
 * with tensors named {@code base_model.model.<module>.lora_A.weight} [rank, in] and {@code
 * ...lora_B.weight} [out, rank], and whole tensors of the base, {@code README.md}.
 *
 * <p>Thread-safe. Closing it makes every tensor that it handed out invalid.
 */
public final class AdapterFolder implements AutoCloseable {
    static final String CONFIG = "adapter_config.json";
    static final String WEIGHTS = "adapter_model.safetensors";
    private static final String CARD = "README.md";

    private final Path path;
    private final AdapterConfig config;
    private final SafetensorsFile file;
    private final Map<String, TensorBytes> tensors;
    private final AdapterContents contents;

    private AdapterFolder(
            Path path,
            AdapterConfig config,
            SafetensorsFile file,
            Map<String, TensorBytes> tensors,
            AdapterContents contents) {
        this.path = path;
        this.config = config;
        this.file = file;
        this.tensors = Collections.unmodifiableMap(tensors);
        this.contents = contents;
    }

    /**
     * Opens an adapter; the caller closes it.
     *
     * @throws ModelFilesException when a file is missing or not sound, tensors and configuration do
     *     not agree, or something in it cannot be honoured
     */
    public static AdapterFolder read(Path folder) {
        if (!Files.isDirectory(folder)) {
            throw ModelFilesException.of(
                    folder,
                    Files.exists(folder) ? "is not a folder" : "does not exist",
                    "give the folder that holds " + CONFIG);
        }
        if (!Files.exists(folder.resolve(WEIGHTS))
                && Files.exists(folder.resolve("adapter_model.bin"))) {
            throw ModelFilesException.of(
                    folder,
                    "has its weights only in adapter_model.bin, a format that can run code",
                    "save the adapter again with safe_serialization=True");
        }
        AdapterConfig config = AdapterConfigReader.read(folder.resolve(CONFIG));
        SafetensorsFile file = SafetensorsFile.open(folder.resolve(WEIGHTS));
        try {
            Map<String, TensorBytes> tensors = new TreeMap<>();
            file.tensors().keySet().forEach(name -> tensors.put(name, file.tensor(name)));
            AdapterContents contents = checked(file.path(), config, tensors);
            return new AdapterFolder(folder, config, file, tensors, contents);
        } catch (RuntimeException e) {
            file.close();
            throw e;
        }
    }

    /**
     * Writes an adapter, each file whole or not at all, the configuration last. The same arguments
     * give the same bytes.
     *
     * @param tensors named as in PEFT
     * @param readme the model card
     * @throws ModelFilesException when tensors and configuration do not agree, or a file cannot be
     *     written
     */
    public static void write(
            Path folder, AdapterConfig config, List<TensorBytes> tensors, String readme) {
        Map<String, TensorBytes> named = new TreeMap<>();
        for (TensorBytes tensor : tensors) {
            named.put(tensor.name(), tensor);
        }
        checked(folder.resolve(WEIGHTS), config, named);
        SafetensorsWriter.write(folder.resolve(WEIGHTS), Map.of("format", "pt"), tensors);
        AtomicFiles.write(folder.resolve(CARD), readme);
        AtomicFiles.write(folder.resolve(CONFIG), AdapterConfigText.of(config));
    }

    private static AdapterContents checked(
            Path file, AdapterConfig config, Map<String, TensorBytes> tensors) {
        AdapterContents contents;
        try {
            contents = new AdapterContents(config, tensors);
        } catch (ModelFilesException e) {
            throw new ModelFilesException(file + ": " + e.getMessage(), e);
        }
        if (!contents.problems().isEmpty()) {
            throw ModelFilesException.of(file, contents.problems());
        }
        return contents;
    }

    /** The folder. */
    public Path path() {
        return path;
    }

    /** The adapter's configuration. */
    public AdapterConfig config() {
        return config;
    }

    /** The tensors by name, sorted. */
    public Map<String, TensorBytes> tensors() {
        return tensors;
    }

    /** Whether the base was adapted without its language model head ({@code AutoModel}). */
    public boolean headless() {
        return contents.headless();
    }

    /** The low-rank changes, by the module's path in the base ({@code lm_head}). */
    public Map<String, AdapterPair> pairs() {
        return contents.pairs();
    }

    /**
     * The tensors that take the place of the base's, by their names in the base's files: modules
     * saved whole, biases, embeddings of another vocabulary.
     */
    public Map<String, AdapterWhole> wholes() {
        return contents.wholes();
    }

    /** The trained rows, by the module's path in the base. */
    public Map<String, AdapterRows> rows() {
        return contents.rows();
    }

    @Override
    public void close() {
        file.close();
    }
}
