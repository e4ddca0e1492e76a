package dev.tagwerk.modelfiles;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * What libtorch's autograd holds when all weights are trained, or copies of some beside pairs: for
 * each block what its operations read again backwards, and at the end the gradients of all that is
 * trained at once.
 */
final class FullBytes {
    private static final long WIDE = 4;

    /** About so many tensors are what a block saves. */
    private static final long SAVED = 16;

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
        try (Tally.Scope all = tally.scope(Tally.Kind.WORKING);
                Tally.Scope kept = tally.scope(Tally.Kind.KEPT)) {
            all.make(WIDE * tokens * config.headDim());
            kept.make(WIDE * tokens * hidden);
            List<Tally.Scope> blocks = new ArrayList<>();
            for (int i = 0; i < config.layers(); i++) {
                Tally.Scope own = tally.scope(Tally.Kind.KEPT);
                try (Tally.Scope temporary = tally.scope(Tally.Kind.WORKING)) {
                    temporary(temporary, plan, tokens);
                    own.make(SAVED, perBlock / SAVED);
                }
                if (plan.checkpointing()) {
                    own.close();
                }
                kept.make(WIDE * tokens * hidden);
                blocks.add(own);
            }
            all.make(3, WIDE * wanted * hidden);
            head.make(all, wanted);
            if (plan.full() && plan.pointerDimension() == 0) {
                all.make(WIDE * config.vocabSize() * hidden * (converts ? 2 : 1));
            }
            for (int i = config.layers() - 1; i >= 0; i--) {
                try (Tally.Scope temporary = tally.scope(Tally.Kind.WORKING);
                        Tally.Scope own = blocks.get(i)) {
                    if (plan.checkpointing()) {
                        own.make(SAVED, perBlock / SAVED);
                        gradients(temporary, plan);
                    } else {
                        gradients(all, plan);
                    }
                    temporary(temporary, plan, tokens);
                }
            }
            all.make(plan.full() ? WIDE * config.vocabSize() * hidden : 0); // the embedding's
        }
    }

    /** Values of one block. */
    static long blockValues(ModelConfig config) {
        long maps = LinearMap.of(config).stream().mapToLong(LinearMap::elements).sum();
        return maps + config.layout().norms().size() * (long) config.hiddenSize();
    }

    // each map's for itself
    private static void gradients(Tally.Scope scope, MemoryPlan plan) {
        List<LinearMap> maps = LinearMap.of(plan.config());
        long all = maps.stream().mapToLong(LinearMap::elements).sum();
        for (LinearMap map : maps) {
            scope.make(WIDE * trainedValues(plan) * map.elements() / all);
        }
    }

    // of a block; what is trained beside the pairs counts as if it all lay in blocks
    private static long trainedValues(MemoryPlan plan) {
        ModelConfig config = plan.config();
        return plan.full() ? blockValues(config) : plan.adapterValues() / config.layers();
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
        long cast = converts ? narrow * trainedValues(plan) : 0;
        return norms + heads + attention + output + feedForward + cast + pairs(plan, tokens);
    }

    // thin products, and what is dropped out once for all maps that read it
    private static long pairs(MemoryPlan plan, long tokens) {
        long narrow = plan.computed().bytes();
        long bytes = narrow * tokens * plan.rank() * plan.adapted().size();
        Set<LinearMap.Place> dropped = EnumSet.noneOf(LinearMap.Place.class);
        for (LinearMap map : plan.adapted()) {
            if (plan.dropout() && dropped.add(map.place())) {
                bytes += (WIDE + narrow) * tokens * map.inputs();
            }
        }
        return bytes;
    }

    // the widest moment: the feed-forward half, or rotation
    private static void temporary(Tally.Scope scope, MemoryPlan plan, long tokens) {
        ModelConfig config = plan.config();
        long query = (long) config.heads() * config.headDim();
        long key = (long) config.keyValueHeads() * config.headDim();
        long narrow = plan.computed().bytes();
        scope.make(4, WIDE * tokens * (query + key));
        scope.make(3, narrow * tokens * config.intermediateSize());
        scope.make(4, WIDE * tokens * config.hiddenSize());
    }
}
