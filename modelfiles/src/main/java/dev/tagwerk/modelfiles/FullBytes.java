package dev.tagwerk.modelfiles;

import java.util.ArrayList;
import java.util.List;

/**
 * What libtorch's autograd holds when all weights are trained: for each block what its operations
 * read again backwards, and at the end the gradients of all weights at once.
 */
final class FullBytes {
    private static final long WIDE = 4;

    private FullBytes() {}

    static void pass(Tally tally, MemoryPlan plan, BatchShare share, StepBytes.Head head) {
        ModelConfig config = plan.config();
        long tokens = share.tokens();
        long hidden = config.hiddenSize();
        long narrow = plan.computed().bytes();
        boolean converts = narrow != WIDE;
        boolean selecting = share.selected() > 0 && share.selected() < tokens;
        long wanted = selecting ? share.selected() : tokens;
        long perBlock = saved(plan, tokens);
        long gradients = WIDE * blockValues(config);
        try (Tally.Scope all = tally.scope(Tally.Kind.WORKING);
                Tally.Scope kept = tally.scope(Tally.Kind.KEPT)) {
            all.make(WIDE * tokens * config.headDim());
            kept.make(WIDE * tokens * hidden);
            List<Tally.Scope> blocks = new ArrayList<>();
            for (int i = 0; i < config.layers(); i++) {
                Tally.Scope own = tally.scope(Tally.Kind.KEPT);
                try (Tally.Scope temporary = tally.scope(Tally.Kind.WORKING)) {
                    temporary.make(temporary(plan, tokens));
                    own.make(perBlock);
                }
                if (plan.checkpointing()) {
                    own.close();
                }
                kept.make(WIDE * tokens * hidden);
                blocks.add(own);
            }
            all.make(3, WIDE * wanted * hidden);
            head.make(all, wanted);
            if (config.vocabSize() > 0 && plan.pointerDimension() == 0) {
                all.make(WIDE * config.vocabSize() * hidden * (converts ? 2 : 1));
            }
            for (int i = config.layers() - 1; i >= 0; i--) {
                try (Tally.Scope temporary = tally.scope(Tally.Kind.WORKING);
                        Tally.Scope own = blocks.get(i)) {
                    if (plan.checkpointing()) {
                        own.make(perBlock);
                        temporary.make(gradients);
                    } else {
                        all.make(gradients);
                    }
                    temporary.make(temporary(plan, tokens));
                }
            }
            all.make(WIDE * config.vocabSize() * hidden); // the embedding's gradient
        }
    }

    /** Values of one block. */
    static long blockValues(ModelConfig config) {
        long maps = LinearMap.of(config).stream().mapToLong(LinearMap::elements).sum();
        return maps + config.layout().norms().size() * (long) config.hiddenSize();
    }

    private static long saved(MemoryPlan plan, long tokens) {
        ModelConfig config = plan.config();
        long narrow = plan.computed().bytes();
        boolean converts = narrow != WIDE;
        long hidden = config.hiddenSize();
        long inner = config.intermediateSize();
        long query = (long) config.heads() * config.headDim();
        long key = (long) config.keyValueHeads() * config.headDim();
        // each norm: its input, normalised, and weighted as the maps read it
        long norms = 2 * tokens * hidden * (2 * WIDE + (converts ? narrow : WIDE));
        long heads = config.queryKeyNorm() ? 3 * WIDE * tokens * (query + key) : 0;
        long attention = WIDE * tokens * (2 * query + 2 * key + config.heads());
        long output = tokens * query * (converts ? narrow : 0);
        long ways = config.architecture().gated() ? 4 : 2;
        long feedForward = ways * narrow * tokens * inner;
        long cast = converts ? narrow * blockValues(config) : 0;
        return norms + heads + attention + output + feedForward + cast;
    }

    // the widest moment: the feed-forward half, or rotation
    private static long temporary(MemoryPlan plan, long tokens) {
        ModelConfig config = plan.config();
        long query = (long) config.heads() * config.headDim();
        long key = (long) config.keyValueHeads() * config.headDim();
        long narrow = plan.computed().bytes();
        return 4 * WIDE * tokens * (query + key)
                + 3 * narrow * tokens * config.intermediateSize()
                + 4 * WIDE * tokens * config.hiddenSize();
    }
}
