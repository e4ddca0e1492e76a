package dev.tagwerk.modelfiles;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Writes a whole model as a GGUF file for llama.cpp, a band of rows at a time. */
public final class GgufModel {
    private static final int QUANTIZATION_VERSION = 2;

    private final ModelFolder model;
    private final GgufFormat format;

    public GgufModel(ModelFolder model, GgufFormat format) {
        this.model = model;
        this.format = format;
    }

    /**
     * What was written.
     *
     * @param tensors how many
     * @param bytes of the file
     * @param notes what a user should know of it
     */
    public record Written(int tensors, long bytes, List<String> notes) {
        public Written {
            notes = List.copyOf(notes);
        }
    }

    /**
     * Writes the file, whole or not at all.
     *
     * @param name {@code general.name}
     * @throws ModelFilesException when it exists, or llama.cpp would compute or tokenise otherwise;
     *     the message names what
     */
    public Written write(Path file, String name) {
        GgufArchitecture architecture = GgufArchitecture.of(model.config());
        GgufValues values =
                new GgufValues()
                        .put("general.architecture", architecture.name())
                        .put("general.type", "model")
                        .put("general.name", name)
                        .put("general.file_type", format.fileType())
                        .put("general.quantization_version", QUANTIZATION_VERSION);
        GgufParameters parameters = new GgufParameters(model.config(), architecture.name());
        parameters.put(values);
        GgufTokenizer tokenizer = new GgufTokenizer(model.path(), model.config());
        tokenizer.put(values);
        List<String> notes = new ArrayList<>(parameters.notes());
        notes.addAll(tokenizer.notes());
        try (WeightStore weights = model.weights()) {
            List<GgufTensor> tensors = new ArrayList<>(ropeFactors());
            tensors.addAll(tensors(architecture, weights));
            return new Written(tensors.size(), GgufFile.write(file, values, tensors), notes);
        }
    }

    private List<GgufTensor> tensors(GgufArchitecture architecture, WeightStore files) {
        ModelConfig config = model.config();
        NamedWeights weights = new NamedWeights(files, config.architecture().names());
        List<String> names = architecture.required(config, !config.tiedEmbeddings());
        List<GgufTensor> tensors = new ArrayList<>();
        for (String name : names) {
            tensors.add(tensor(architecture, weights, name));
            String bias = name.replaceFirst("\\.weight$", ".bias");
            if (!names.contains(bias) && weights.has(bias)) {
                tensors.add(tensor(architecture, weights, bias));
            }
        }
        return tensors;
    }

    private GgufTensor tensor(GgufArchitecture architecture, NamedWeights weights, String name) {
        TensorBytes tensor = weights.get(name);
        int width = ConvertedTensor.width(tensor);
        ElementSource values =
                architecture.values(name, width, ElementSource.of(tensor), model.config());
        return GgufTensor.of(
                architecture.tensor(name).orElseThrow(), tensor.shape(), values, format.type());
    }

    /** Llama 3's scaling stands in the file as what each frequency is divided by. */
    private List<GgufTensor> ropeFactors() {
        Rope rope = model.config().attention().rope();
        if (!(rope.scaling() instanceof RopeScaling.Llama3)) {
            return List.of();
        }
        int headDim = model.config().headDim();
        float[] plain = new Rope(rope.theta(), new RopeScaling.None()).frequencies(headDim, 0);
        float[] scaled = rope.frequencies(headDim, 0);
        float[] factors = new float[plain.length];
        for (int i = 0; i < factors.length; i++) {
            factors[i] = plain[i] / scaled[i];
        }
        ElementSource values =
                (from, into) -> System.arraycopy(factors, (int) from, into, 0, into.length);
        return List.of(
                GgufTensor.of(
                        "rope_freqs.weight", List.of((long) factors.length), values, GgmlType.F32));
    }
}
