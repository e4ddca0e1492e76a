package dev.tagwerk.modelfiles;

/** What passes without gradients hold: validation, and the base's own answers to questions. */
final class InferenceBytes {
    private static final long WIDE = 4;

    private InferenceBytes() {}

    /** One worker's share of held-out rows. */
    static Tally of(MemoryPlan plan, BatchShare share) {
        Tally tally = new Tally();
        try (Tally.Scope all = tally.scope(Tally.Kind.WORKING)) {
            trunk(tally, all, plan, share);
            if (plan.pointerDimension() == 0) {
                long labels = LogitPieces.rows(share.selected(), plan.config().vocabSize());
                long narrow = plan.computed().bytes();
                try (Tally.Scope logits = tally.scope(Tally.Kind.LOGITS)) {
                    long each = labels * plan.config().vocabSize();
                    logits.make(2, WIDE * each);
                    logits.make(narrow == WIDE ? 0 : narrow * each);
                }
            }
        }
        return tally;
    }

    static void trunk(Tally tally, Tally.Scope all, MemoryPlan plan, BatchShare share) {
        ModelConfig config = plan.config();
        long tokens = share.tokens();
        long hidden = config.hiddenSize();
        long narrow = plan.computed().bytes();
        all.make(WIDE * tokens * config.headDim());
        all.make(narrow == WIDE ? 0 : narrow * tokens * hidden);
        all.make(WIDE * tokens * hidden);
        for (int layer = 0; layer < config.layers(); layer++) {
            try (Tally.Scope block = tally.scope(Tally.Kind.WORKING)) {
                block(tally, block, plan, tokens);
            }
            all.make(WIDE * tokens * hidden);
        }
        all.make(3 * WIDE * Math.max(1, share.selected()) * hidden);
    }

    private static void block(Tally tally, Tally.Scope block, MemoryPlan plan, long tokens) {
        ModelConfig config = plan.config();
        long narrow = plan.computed().bytes();
        boolean converts = narrow != WIDE;
        long hidden = config.hiddenSize();
        long inner = config.intermediateSize();
        long query = (long) config.heads() * config.headDim();
        long key = (long) config.keyValueHeads() * config.headDim();
        long maps = config.architecture().fusedQueryKeyValue() ? 1 : 3;
        block.make(3, WIDE * tokens * hidden); // the norm
        block.make(narrow * tokens * (query + 2 * key));
        block.make(converts ? maps * narrow * tokens * hidden : 0);
        block.make(converts ? WIDE * tokens * (query + 2 * key) : 0);
        block.make(config.queryKeyNorm() ? 3 * WIDE * tokens * (query + key) : 0);
        block.make(4, WIDE * tokens * (query + key)); // turned by their positions
        block.make(2, WIDE * tokens * query); // attended, and heads side by side
        block.make(converts ? narrow * tokens * query : 0);
        block.make(narrow * tokens * hidden + WIDE * tokens * hidden);
        block.make(3, WIDE * tokens * hidden);
        long ways = config.architecture().gated() ? 4 : 2;
        block.make(ways, narrow * tokens * inner);
        block.make(converts ? 2 * narrow * tokens * hidden : 0);
        block.make(narrow * tokens * hidden + WIDE * tokens * hidden);
        try (Tally.Scope moment = tally.scope(Tally.Kind.WORKING)) {
            moment.make(WeightBytes.dense(plan));
        }
    }
}
