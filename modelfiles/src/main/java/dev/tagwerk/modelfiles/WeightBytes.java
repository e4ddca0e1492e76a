package dev.tagwerk.modelfiles;

import java.util.Set;
import java.util.stream.Collectors;

/**
 * Where the bytes of a model's weights are: as they lie in the file, mapped; copied because another
 * type is needed; or in few bits.
 *
 * @param mapped pages of the file that are touched
 * @param copied of dense weights
 * @param quantized packed values, scales and tables
 * @param largest bytes of the largest matrix, dense and wide
 */
record WeightBytes(long mapped, long copied, long quantized, long largest) {
    private static final long WIDE = 4;
    private static final long NF4_BLOCK = 64;
    private static final long SCALE_BLOCK = 256;

    /** Pages around a touched one that the kernel maps with it. */
    private static final long AROUND = 64 << 10;

    /**
     * @param tensors the file's header
     * @param distinctTokens rows of the embedding that the data touches
     */
    static WeightBytes of(MemoryPlan plan, Iterable<TensorEntry> tensors, long distinctTokens) {
        Set<String> maps =
                LinearMap.of(plan.config()).stream()
                        .map(LinearMap::name)
                        .collect(Collectors.toSet());
        long mapped = 0;
        long copied = 0;
        long quantized = 0;
        long largest = 0;
        for (TensorEntry tensor : tensors) {
            long elements = tensor.shape().stream().reduce(1L, (a, b) -> a * b);
            String name = tensor.name();
            boolean vector = tensor.shape().size() < 2;
            boolean map = !vector && maps.contains(module(name));
            long file = elements * tensor.dtype().bytes();
            largest = Math.max(largest, map ? elements * WIDE : 0);
            if (plan.full()) {
                continue; // parameters hold the values
            }
            if (map && plan.frozen() != MemoryPlan.Frozen.AS_STORED) {
                quantized += packed(plan.frozen(), tensor, elements);
                continue;
            }
            DType wanted = vector ? DType.F32 : plan.computed();
            if (!plan.cuda() && plan.stored() == wanted && tensor.dtype() == wanted) {
                mapped += touched(plan, name, file, elements, tensor.dtype(), distinctTokens);
            } else {
                copied += elements * wanted.bytes();
            }
        }
        return new WeightBytes(mapped, copied, quantized, largest);
    }

    private static String module(String name) {
        String[] parts = name.split("\\.");
        return parts.length < 2 ? name : parts[parts.length - 2];
    }

    // An embedding that is not the output matrix too is read only where tokens are.
    private static long touched(
            MemoryPlan plan, String name, long file, long elements, DType type, long tokens) {
        boolean embedding = name.contains("embed_tokens") || name.contains("word_embeddings");
        boolean head = name.startsWith("lm_head");
        boolean decides = plan.pointerDimension() > 0;
        if (head && decides) {
            return Math.min(file, 9 * AROUND);
        }
        if (embedding && (decides || !plan.config().tiedEmbeddings())) {
            return Math.min(
                    file,
                    tokens * Math.max(AROUND, elements / plan.config().vocabSize() * type.bytes()));
        }
        return file;
    }

    private static long packed(MemoryPlan.Frozen kind, TensorEntry tensor, long elements) {
        long blocks = elements / NF4_BLOCK;
        return switch (kind) {
            case AS_STORED -> 0;
            case NF4 -> elements / 2 + blocks * WIDE;
            case NF4_DOUBLED -> elements / 2 + blocks + blocks / SCALE_BLOCK * WIDE;
            case INT8 -> elements + tensor.shape().getFirst() * WIDE;
        };
    }

    /** A quantised matrix made dense for a product. */
    static long dense(MemoryPlan plan) {
        long elements =
                LinearMap.of(plan.config()).stream().mapToLong(LinearMap::elements).max().orElse(0);
        long narrow = plan.computed().bytes();
        return switch (plan.frozen()) {
            case AS_STORED -> 0;
            case NF4, NF4_DOUBLED -> elements * narrow + elements / 4;
            case INT8 -> elements * (narrow == WIDE ? WIDE : WIDE + narrow);
        };
    }
}
