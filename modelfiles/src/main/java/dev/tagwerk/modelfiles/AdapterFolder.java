package dev.tagwerk.modelfiles;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A LoRA adapter in PEFT's layout: {@code adapter_config.json}, {@code adapter_model.safetensors}
 * with tensors named {@code base_model.model.<module>.lora_A.weight} [rank, in] and {@code
 * ...lora_B.weight} [out, rank], {@code README.md}.
 *
 * <p>Thread-safe. Closing it makes every tensor that it handed out invalid.
 */
public final class AdapterFolder implements AutoCloseable {
    static final String CONFIG = "adapter_config.json";
    static final String WEIGHTS = "adapter_model.safetensors";
    private static final String CARD = "README.md";
    private static final Pattern NAME =
            Pattern.compile("base_model\\.model\\.(?<module>.+)\\.lora_(?<side>[AB])\\.weight");
    private static final Set<DType> FLOATS = Set.of(DType.F32, DType.F16, DType.BF16);

    private final Path path;
    private final AdapterConfig config;
    private final SafetensorsFile file;
    private final Map<String, TensorBytes> tensors;

    private AdapterFolder(
            Path path,
            AdapterConfig config,
            SafetensorsFile file,
            Map<String, TensorBytes> tensors) {
        this.path = path;
        this.config = config;
        this.file = file;
        this.tensors = Collections.unmodifiableMap(tensors);
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
        AdapterConfig config = AdapterConfigFile.read(folder.resolve(CONFIG));
        SafetensorsFile file = SafetensorsFile.open(folder.resolve(WEIGHTS));
        try {
            Map<String, TensorBytes> tensors = new TreeMap<>();
            file.tensors().keySet().forEach(name -> tensors.put(name, file.tensor(name)));
            List<String> problems = problems(config, tensors);
            if (!problems.isEmpty()) {
                throw ModelFilesException.of(file.path(), problems);
            }
            return new AdapterFolder(folder, config, file, tensors);
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
        List<String> problems = problems(config, named);
        if (!problems.isEmpty()) {
            throw ModelFilesException.of(folder.resolve(WEIGHTS), problems);
        }
        SafetensorsWriter.write(folder.resolve(WEIGHTS), Map.of("format", "pt"), tensors);
        AtomicFiles.write(folder.resolve(CARD), readme);
        AtomicFiles.write(folder.resolve(CONFIG), AdapterConfigFile.text(config));
    }

    /** Every way in which the tensors are not what the configuration promises. */
    private static List<String> problems(AdapterConfig config, Map<String, TensorBytes> tensors) {
        List<String> problems = new ArrayList<>();
        if (tensors.isEmpty()) {
            problems.add("holds no tensors; write the adapter again");
        }
        for (TensorBytes tensor : tensors.values()) {
            String shown = Messages.shortened(tensor.name());
            Matcher matcher = NAME.matcher(tensor.name());
            if (!matcher.matches()) {
                problems.add(
                        ("tensor '%s' is none of a plain LoRA"
                                        + " (base_model.model.<module>.lora_A.weight or"
                                        + " lora_B.weight); its kind of adapter is not in this"
                                        + " version")
                                .formatted(shown));
                continue;
            }
            String module = matcher.group("module");
            boolean first = matcher.group("side").equals("A");
            String other =
                    "base_model.model." + module + (first ? ".lora_B" : ".lora_A") + ".weight";
            if (!tensors.containsKey(other)) {
                problems.add(
                        "tensor '%s' has no partner '%s'; the file is not complete"
                                .formatted(shown, Messages.shortened(other)));
            }
            if (!FLOATS.contains(tensor.dtype())) {
                problems.add(
                        "tensor '%s' is %s; F32, F16 and BF16 can be read"
                                .formatted(shown, tensor.dtype()));
            }
            int rankAt = first ? 0 : 1;
            if (tensor.shape().size() != 2 || tensor.shape().get(rankAt) != config.rank()) {
                problems.add(
                        "tensor '%s' has shape %s, but rank %d needs %s"
                                .formatted(
                                        shown,
                                        tensor.shape(),
                                        config.rank(),
                                        first
                                                ? "[%d, in]".formatted(config.rank())
                                                : "[out, %d]".formatted(config.rank())));
            }
            if (first && !config.targets().matches(module)) {
                problems.add(
                        "module '%s' has tensors, but target_modules does not name it"
                                .formatted(Messages.shortened(module)));
            }
        }
        return problems;
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

    @Override
    public void close() {
        file.close();
    }
}
