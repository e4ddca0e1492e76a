package dev.tagwerk.modelfiles;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Writes an adapter's low-rank pairs as a GGUF file that llama.cpp lays over a base. It knows one
 * alpha for the file and divides it by each pair's rank; other scales go into the outer matrices.
 */
public final class GgufAdapter {
    private final ModelFolder base;
    private final AdapterFolder adapter;
    private final GgufFormat format;

    public GgufAdapter(ModelFolder base, AdapterFolder adapter, GgufFormat format) {
        this.base = base;
        this.adapter = adapter;
        this.format = format;
    }

    /**
     * Writes the file, whole or not at all.
     *
     * @param name {@code general.name}
     * @throws ModelFilesException when it exists, or the adapter holds what llama.cpp cannot lay
     *     over a base; merging it is the remedy then
     */
    public GgufModel.Written write(Path file, String name) {
        GgufArchitecture architecture = GgufArchitecture.of(base.config());
        requirePairsOnly();
        float alpha = alpha();
        GgufValues values =
                new GgufValues()
                        .put("general.architecture", architecture.name())
                        .put("general.type", "adapter")
                        .put("general.name", name)
                        .put("general.file_type", format.fileType())
                        .put("general.quantization_version", 2)
                        .put("adapter.type", "lora")
                        .put("adapter.lora.alpha", alpha);
        List<GgufTensor> tensors = new ArrayList<>();
        boolean folded = false;
        for (AdapterPair pair : adapter.pairs().values()) {
            double factor = pair.scale() * pair.strength().rank() / alpha;
            folded |= Math.abs(factor - 1) > 1e-12;
            tensors.addAll(tensors(architecture, pair, (float) factor));
        }
        List<String> notes = new ArrayList<>();
        if (folded) {
            notes.add(
                    "scales that llama.cpp does not know (rslora, alpha by pattern) are worked into the matrices");
        }
        return new GgufModel.Written(tensors.size(), GgufFile.write(file, values, tensors), notes);
    }

    /** The adapter's own, where dividing it by the rank can give any scale. */
    private float alpha() {
        float own = (float) adapter.config().alpha();
        return own > 0 ? own : 1;
    }

    private TensorNames names() {
        return base.config().architecture().names();
    }

    private void requirePairsOnly() {
        List<String> problems = new ArrayList<>();
        boolean tied = base.config().tiedEmbeddings();
        String embedding = names().model() + names().embedding();
        if (tied && adapter.pairs().containsKey("lm_head")) {
            problems.add("a pair of the output matrix, which is the embedding in this base");
        }
        if (tied && adapter.pairs().containsKey(embedding)) {
            problems.add("a pair of the embedding, which is the output matrix in this base");
        }
        if (!adapter.rows().isEmpty()) {
            problems.add("trained tokens");
        }
        try (WeightStore weights = base.weights()) {
            for (AdapterWhole whole : adapter.wholes().values()) {
                if (!same(whole, weights)) {
                    problems.add(whole.place() + " as a whole");
                }
            }
        }
        if (!problems.isEmpty()) {
            throw ModelFilesException.of(
                    adapter.path(),
                    "holds what llama.cpp cannot lay over a base: " + String.join(", ", problems),
                    "merge it first (models merge), then export the merged model");
        }
    }

    /** PEFT saves the base's matrix beside a pair of the embedding or the head, as it was. */
    private boolean same(AdapterWhole whole, WeightStore files) {
        NamedWeights weights = new NamedWeights(files, names());
        String place = whole.place();
        if (place.equals("lm_head.weight") && base.config().tiedEmbeddings()) {
            place = "model.embed_tokens.weight";
        }
        return !whole.copied()
                && weights.has(place)
                && weights.get(place).shape().equals(whole.values().shape())
                && Arrays.equals(Floats.all(weights.get(place)), Floats.all(whole.values()));
    }

    private List<GgufTensor> tensors(
            GgufArchitecture architecture, AdapterPair pair, float factor) {
        String weight = names().fromFile(pair.module() + ".weight");
        String name =
                architecture
                        .tensor(weight)
                        .orElseThrow(
                                () ->
                                        ModelFilesException.of(
                                                adapter.path(),
                                                "changes "
                                                        + pair.module()
                                                        + ", which llama.cpp does not know",
                                                "merge it first (models merge)"));
        int rank = pair.strength().rank();
        float[] b = Floats.all(pair.b());
        for (int i = 0; factor != 1 && i < b.length; i++) {
            b[i] *= factor;
        }
        ElementSource outer =
                architecture.reordered(
                        weight,
                        rank,
                        (from, into) -> System.arraycopy(b, (int) from, into, 0, into.length),
                        base.config());
        // Rows of the embedding's inner matrix are looked up by token, so they lie behind one
        // another.
        TensorBytes a = pair.a();
        ElementSource inner = ElementSource.of(a);
        List<Long> shape = a.shape();
        if (pair.embedding()) {
            float[] transposed = LowRankSum.transposed(Floats.all(a), rank);
            inner = (from, into) -> System.arraycopy(transposed, (int) from, into, 0, into.length);
            shape = a.shape().reversed();
        }
        return List.of(
                GgufTensor.of(name + ".lora_a", shape, inner, format.type()),
                GgufTensor.of(name + ".lora_b", pair.b().shape(), outer, format.type()));
    }
}
