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
        if (plan.full()) {
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
            List<BlockBytes> blocks = new ArrayList<>();
            List<Tally.Scope> own = new ArrayList<>();
            for (int i = 0; i < layers; i++) {
                boolean last = i == layers - 1;
                BlockBytes block = new BlockBytes(tally, plan, share, i, last && selecting);
                Tally.Scope keeps = tally.scope(Tally.Kind.KEPT);
                try (Tally.Scope temporary = tally.scope(Tally.Kind.WORKING)) {
                    block.forward(temporary, keeps);
                    kept.make(WIDE * (last ? wanted : tokens) * hidden);
                }
                if (plan.checkpointing()) {
                    keeps.close();
                }
                blocks.add(block);
                own.add(keeps);
            }
            all.make(3 * WIDE * wanted * hidden); // the last norm
            head(all, wanted);
            all.make(3 * WIDE * wanted * hidden); // and back through it
            for (int i = layers - 1; i >= 0; i--) {
                try (Tally.Scope temporary = tally.scope(Tally.Kind.WORKING);
                        Tally.Scope keeps = own.get(i)) {
                    if (plan.checkpointing()) {
                        blocks.get(i).forward(temporary, keeps);
                        temporary.make(WIDE * (i == layers - 1 ? wanted : tokens) * hidden);
                    }
                    blocks.get(i).backward(temporary, all, keeps, i > 0);
                }
            }
        }
    }

    private void head(Tally.Scope all, long wanted) {
        if (plan.pointerDimension() > 0) {
            // the norm, its result for answers and options, queries and keys, and gradients of each
            all.make(6 * WIDE * wanted * (config.hiddenSize() + plan.pointerDimension()));
            return;
        }
        try (Tally.Scope logits = tally.scope(Tally.Kind.LOGITS)) {
            for (long start = 0; start < wanted; start += LABELS_AT_ONCE) {
                logits(logits, Math.min(LABELS_AT_ONCE, wanted - start));
            }
            all.make(2 * WIDE * wanted * config.hiddenSize());
        }
    }

    // the logits, their logarithmic softmax, and the gradients of both
    private void logits(Tally.Scope lasting, long labels) {
        long each = labels * config.vocabSize();
        boolean converts = narrow != WIDE;
        lasting.make(each * (converts ? narrow + WIDE : WIDE));
        if (config.logitCap().isPresent()) {
            lasting.make(3 * each * WIDE);
        }
        try (Tally.Scope own = tally.scope(Tally.Kind.LOGITS)) {
            own.make(3 * each * WIDE + (converts ? narrow * each : 0));
        }
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
