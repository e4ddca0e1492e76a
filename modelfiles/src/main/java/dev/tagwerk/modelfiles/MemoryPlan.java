package dev.tagwerk.modelfiles;

import java.util.List;
import java.util.Set;

/**
 * How a model is trained, as far as memory depends on it.
 *
 * @param config the model
 * @param adaptation which weights change
 * @param pointerDimension inner size of the decision head; 0 for a language model
 * @param baseReading whether decisions are also compared with the frozen base's own answer
 * @param checkpointing whether blocks are computed again in the backward pass
 * @param stored type that the frozen weights are rounded to
 * @param computed type of the matrix products; F32 where the processor only emulates {@code stored}
 * @param cuda whether tensors lie on a GPU
 * @param workers threads that share a batch, of one process
 * @param processes that train together, each with all of this for itself
 */
public record MemoryPlan(
        ModelConfig config,
        Adaptation adaptation,
        int pointerDimension,
        boolean baseReading,
        boolean checkpointing,
        DType stored,
        DType computed,
        boolean cuda,
        int workers,
        int processes) {

    /** Which weights change. */
    public sealed interface Adaptation {
        /**
         * Pairs of low rank beside frozen maps.
         *
         * @param targets the maps' names, e.g. {@code q_proj}; {@code lm_head} for the output
         *     matrix
         * @param dropout whether the adapter's inputs are dropped out
         * @param frozen how the blocks' matrices are kept
         * @param beside how many values are trained beside these pairs: copies of weights, and the
         *     embedding's pair
         * @param differentiated whether libtorch differentiates the pass, as for copies of blocks'
         *     matrices and norms
         */
        record LowRank(
                int rank,
                Set<String> targets,
                boolean dropout,
                Frozen frozen,
                long beside,
                boolean differentiated)
                implements Adaptation {
            public LowRank {
                targets = Set.copyOf(targets);
            }

            /** Pairs alone. */
            public LowRank(int rank, Set<String> targets, boolean dropout, Frozen frozen) {
                this(rank, targets, dropout, frozen, 0, false);
            }
        }

        /** All of them. */
        record Full() implements Adaptation {}
    }

    /** How the matrices of frozen blocks are kept. */
    public enum Frozen {
        AS_STORED,
        NF4,
        NF4_DOUBLED,
        INT8
    }

    public MemoryPlan {
        ModelConfig.positive("workers", workers);
        ModelConfig.positive("processes", processes);
    }

    /** The maps of a block that carry a pair. */
    List<LinearMap> adapted() {
        return switch (adaptation) {
            case Adaptation.LowRank lora ->
                    LinearMap.of(config).stream()
                            .filter(map -> lora.targets().contains(map.name()))
                            .toList();
            case Adaptation.Full full -> List.of();
        };
    }

    int rank() {
        return adaptation instanceof Adaptation.LowRank lora ? lora.rank() : 0;
    }

    boolean dropout() {
        return adaptation instanceof Adaptation.LowRank lora && lora.dropout();
    }

    Frozen frozen() {
        return adaptation instanceof Adaptation.LowRank lora ? lora.frozen() : Frozen.AS_STORED;
    }

    /** Whether the output matrix carries a pair. */
    boolean adaptedHead() {
        return adaptation instanceof Adaptation.LowRank lora && lora.targets().contains("lm_head");
    }

    boolean full() {
        return adaptation instanceof Adaptation.Full;
    }

    /** Whether libtorch differentiates the pass, and keeps what it reads again. */
    boolean differentiated() {
        return full() || adaptation instanceof Adaptation.LowRank lora && lora.differentiated();
    }

    /** Values of the adapter. */
    long adapterValues() {
        long perBlock =
                adapted().stream().mapToLong(map -> rank() * (map.inputs() + map.outputs())).sum();
        long head = adaptedHead() ? rank() * ((long) config.hiddenSize() + config.vocabSize()) : 0;
        long beside = adaptation instanceof Adaptation.LowRank lora ? lora.beside() : 0;
        return perBlock * config.layers() + head + beside;
    }

    /** Values of the decision head. */
    long headValues() {
        long hidden = config.hiddenSize();
        return pointerDimension == 0
                ? 0
                : 2 * hidden + 2 * (pointerDimension * hidden + pointerDimension);
    }
}
