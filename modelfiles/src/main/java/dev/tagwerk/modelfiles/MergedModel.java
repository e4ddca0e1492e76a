package dev.tagwerk.modelfiles;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A base and an adapter as one plain model: each weight is computed in fp32 and rounded once, a
 * band of rows at a time, so that memory stays small however large the model is.
 */
public final class MergedModel {
    /** Files of this size are what other tools write and read. */
    private static final long SHARD_BYTES = 5_000_000_000L;

    private static final String TOKENIZER = "tokenizer.json";

    /** What belongs to a model beside weights, configuration and tokenizer. */
    private static final List<String> KEPT =
            List.of("generation_config.json", "LICENSE", "LICENSE.txt", "LICENSE.md", "NOTICE");

    private final ModelFolder base;
    private final AdapterFolder adapter;
    private final DType type;
    private final long shardBytes;

    /**
     * Prepares a merge.
     *
     * @param type F32, F16 or BF16
     */
    public MergedModel(ModelFolder base, AdapterFolder adapter, DType type) {
        this(base, adapter, type, SHARD_BYTES);
    }

    MergedModel(ModelFolder base, AdapterFolder adapter, DType type, long shardBytes) {
        if (!Floats.known(type)) {
            throw new ModelFilesException("a merged model is F32, F16 or BF16, not " + type);
        }
        this.base = base;
        this.adapter = adapter;
        this.type = type;
        this.shardBytes = shardBytes;
    }

    /** The type of most of a model's weights: what a merge keeps when nothing else is asked for. */
    public static DType typeOf(ModelFolder model) {
        try (WeightStore weights = model.weights()) {
            DType found = DType.F32;
            long most = 0;
            for (DType type : List.of(DType.F32, DType.F16, DType.BF16)) {
                long elements =
                        weights.names().stream()
                                .map(weights::get)
                                .filter(tensor -> tensor.dtype() == type)
                                .mapToLong(TensorBytes::elements)
                                .sum();
                if (elements > most) {
                    most = elements;
                    found = type;
                }
            }
            return found;
        }
    }

    /**
     * What came of a merge.
     *
     * @param weights tensors written
     * @param changed those that the adapter changed
     * @param bytes of all tensors
     * @param untied whether embedding and output matrix, tied in the base, are two now
     */
    public record Written(int weights, int changed, long bytes, boolean untied) {}

    /** A model card from what is known once the weights are planned. */
    public interface Card {
        String of(Written written);
    }

    /**
     * Writes the merged model: weights, configurations, tokenizer, card. The folder appears whole
     * or not at all.
     *
     * @param beside further files to copy, such as a decision head
     * @throws ModelFilesException when something lies there already, the adapter is for another
     *     base, or a weight is not finite in the chosen type
     */
    public Written write(Path folder, Card card, List<Path> beside) {
        NewFolder.requireFree(folder);
        try (WeightStore files = base.weights()) {
            MergedTensors merged = new MergedTensors(base.config(), files, adapter, type);
            List<PendingTensor> tensors = merged.tensors();
            Written written =
                    new Written(
                            tensors.size(),
                            merged.changed(),
                            tensors.stream().mapToLong(PendingTensor::bytes).sum(),
                            merged.untied());
            NewFolder.write(
                    folder,
                    into -> {
                        requireSpace(into, written.bytes());
                        for (Path file : copied(beside)) {
                            Files.copy(file, into.resolve(file.getFileName().toString()));
                        }
                        AtomicFiles.write(into.resolve("config.json"), config(written.untied()));
                        AtomicFiles.write(into.resolve("README.md"), card.of(written));
                        ShardedWeights.write(into, tensors, shardBytes);
                    });
            return written;
        }
    }

    private List<Path> copied(List<Path> beside) {
        List<Path> files = new ArrayList<>(tokenizer());
        for (String name : KEPT) {
            Path file = base.path().resolve(name);
            if (Files.isRegularFile(file)) {
                files.add(file);
            }
        }
        files.addAll(beside);
        return files;
    }

    /** That of the adapter where it has one: tokens may have been added. */
    private List<Path> tokenizer() {
        List<Path> own = ModelFolder.tokenizerFiles(adapter.path());
        boolean whole =
                own.stream().anyMatch(file -> file.getFileName().toString().equals(TOKENIZER));
        return whole ? own : base.tokenizerFiles();
    }

    private String config(boolean untied) {
        ObjectNode config = base.configJson();
        String name =
                switch (type) {
                    case F16 -> "float16";
                    case BF16 -> "bfloat16";
                    default -> "float32";
                };
        if (config.remove("torch_dtype") != null) {
            config.put("torch_dtype", name);
        }
        config.put("dtype", name);
        if (untied) {
            config.put("tie_word_embeddings", false);
        }
        return config.toPrettyString() + "\n";
    }

    private static void requireSpace(Path folder, long bytes) throws IOException {
        long free = Files.getFileStore(folder).getUsableSpace();
        if (free < bytes) {
            throw ModelFilesException.of(
                    folder,
                    "would need %,d bytes, but its disk has %,d left".formatted(bytes, free),
                    "make room or give another folder");
        }
    }
}
