package dev.tagwerk.modelfiles;

import java.util.ArrayList;
import java.util.List;

/**
 * What one worker's forward and backward pass over its share of a batch holds beside weights and
 * buffers, as {@code GradientPass}, {@code AdapterTrunk} and {@code AutogradTrunk} of the module
 * model compute it.
 */
final class StepBytes {
    private static final int LABELS_AT_ONCE = 512;
    private static final long WIDE = 4;

    private final MemoryPlan plan;
    private final ModelConfig config;
    private final BatchShare share;
    private final Tally tally = new Tally();
    private final long narrow;

    private StepBytes(MemoryPlan plan, BatchShare share) {
        this.plan = plan;
        this.config = plan.config();
        this.share = share;
        this.narrow = plan.computed().bytes();
    }

    static Tally of(MemoryPlan plan, BatchShare share) {
        StepBytes step = new StepBytes(plan, share);
        if (plan.pointerDimension() > 0 && plan.baseReading()) {
            step.baseReading();
        }
        if (plan.differentiated()) {
            step.full();
        } else {
            step.adapter();
        }
        return step.tally;
    }

    private void baseReading() {
        try (Tally.Scope all = tally.scope(Tally.Kind.WORKING)) {
            InferenceBytes.trunk(tally, all, plan, share);
        }
    }

    private void adapter() {
        long tokens = share.tokens();
        long hidden = config.hiddenSize();
        int layers = config.layers();
        boolean selecting = share.selected() > 0 && share.selected() < tokens;
        long wanted = selecting ? share.selected() : tokens;
        try (Tally.Scope all = tally.scope(Tally.Kind.WORKING);
                Tally.Scope kept = tally.scope(Tally.Kind.KEPT)) {
            all.make(WIDE * tokens * config.headDim()); // angles
            all.make(narrow == WIDE ? 0 : narrow * tokens * hidden); // embedded
            kept.make(WIDE * tokens * hidden);
            List<Block> blocks = new ArrayList<>();
            for (int i = 0; i < layers; i++) {
                boolean last = i == layers - 1;
                Block block = new Block(i, last && selecting);
                try (Tally.Scope temporary = tally.scope(Tally.Kind.WORKING)) {
                    block.forward(temporary);
                    kept.make(WIDE * (last ? wanted : tokens) * hidden);
                }
                if (plan.checkpointing()) {
                    block.close();
                }
                blocks.add(block);
            }
            try (Tally.Scope norm = tally.scope(Tally.Kind.WORKING)) {
                norm.make(2, WIDE * wanted * hidden);
                all.make(WIDE * wanted * hidden);
            }
            all.make(WIDE * wanted * hidden); // the gradient that the head fills
            head(all, wanted);
            try (Tally.Scope norm = tally.scope(Tally.Kind.WORKING)) {
                norm.make(3, WIDE * wanted * hidden);
            }
            backward(blocks, wanted);
        }
    }

    private void backward(List<Block> blocks, long wanted) {
        Tally.Scope arriving = tally.scope(Tally.Kind.WORKING);
        for (int i = blocks.size() - 1; i >= 0; i--) {
            Tally.Scope next = tally.scope(Tally.Kind.WORKING);
            try (Tally.Scope temporary = tally.scope(Tally.Kind.WORKING);
                    Block block = blocks.get(i)) {
                if (plan.checkpointing()) {
                    try (Tally.Scope forward = tally.scope(Tally.Kind.WORKING)) {
                        block.forward(forward);
                        boolean last = i == blocks.size() - 1;
                        forward.make(WIDE * (last ? wanted : share.tokens()) * config.hiddenSize());
                    }
                }
                block.bytes.backward(temporary, next, block.kept, block.keptInner, i > 0);
            }
            arriving.close();
            arriving = next;
        }
        arriving.close();
    }

    /** A block, and what it keeps between the passes. */
    private final class Block implements AutoCloseable {
        private final BlockBytes bytes;
        private final Tally.Scope kept = tally.scope(Tally.Kind.KEPT);
        private final Tally.Scope keptInner = tally.scope(Tally.Kind.KEPT);

        Block(int layer, boolean selecting) {
            bytes = new BlockBytes(tally, plan, share, layer, selecting);
        }

        void forward(Tally.Scope temporary) {
            bytes.forward(temporary, kept, keptInner);
        }

        @Override
        public void close() {
            kept.close();
            keptInner.close();
        }
    }

    private void head(Tally.Scope all, long wanted) {
        if (plan.pointerDimension() > 0) {
            // the norm, its result for answers and options, queries and keys, and gradients of each
            all.make(6 * WIDE * wanted * (config.hiddenSize() + plan.pointerDimension()));
            return;
        }
        try (Tally.Scope logits = tally.scope(Tally.Kind.LOGITS)) {
            logits(logits, Math.min(LABELS_AT_ONCE, wanted));
        }
        if (wanted > LABELS_AT_ONCE) { // the last piece, perhaps small enough to be kept
            try (Tally.Scope logits = tally.scope(Tally.Kind.LOGITS)) {
                logits(logits, (wanted - 1) % LABELS_AT_ONCE + 1);
            }
        }
    }

    // the logits, their logarithmic softmax, and the gradients of both
    private void logits(Tally.Scope logits, long labels) {
        long each = labels * config.vocabSize();
        boolean converts = narrow != WIDE;
        logits.make(each * WIDE);
        logits.make(converts ? narrow * each : 0);
        if (config.logitCap().isPresent()) {
            logits.make(3, each * WIDE);
        }
        logits.make(3, each * WIDE);
        logits.make(converts ? narrow * each : 0);
    }

    /** Autograd keeps what each operation reads again; see {@link FullBytes}. */
    private void full() {
        FullBytes.pass(tally, plan, share, this::head);
    }

    /** What the head adds to a pass. */
    interface Head {
        void make(Tally.Scope all, long wanted);
    }
}
