package dev.tagwerk.modelfiles;

import dev.tagwerk.modelfiles.LinearMap.Place;
import java.util.List;

/**
 * What a block under an adapter holds, forwards and backwards by hand: the tensors of {@code
 * BlockGradient} and its two halves in the module model, in their order.
 */
final class BlockBytes {
    private static final long WIDE = 4;

    private final Tally tally;
    private final MemoryPlan plan;
    private final ModelConfig config;
    private final BatchShare share;
    private final AttentionBytes attention;
    private final List<LinearMap> maps;
    private final List<LinearMap> adapted;
    private final long narrow;
    private final long tokens;
    private final long wanted;
    private final boolean selecting;
    private final long hidden;
    private final long inner;
    private final long query;
    private final long key;

    /**
     * @param selecting whether only the selected positions are wanted afterwards: the last block
     */
    BlockBytes(Tally tally, MemoryPlan plan, BatchShare share, int layer, boolean selecting) {
        this.tally = tally;
        this.plan = plan;
        this.config = plan.config();
        this.share = share;
        this.selecting = selecting;
        maps = LinearMap.of(config);
        adapted = plan.adapted();
        narrow = plan.computed().bytes();
        // attention by hand computes in the products' type
        attention = new AttentionBytes(tally, config.attention(), layer, narrow);
        tokens = share.tokens();
        wanted = selecting ? share.selected() : tokens;
        hidden = config.hiddenSize();
        inner = config.intermediateSize();
        query = (long) config.heads() * config.headDim();
        key = (long) config.keyValueHeads() * config.headDim();
    }

    private boolean converts() {
        return narrow != WIDE;
    }

    /**
     * Leaves in {@code kept} what the backward pass reads, without the block's result.
     *
     * @param keptInner owns what the feed-forward half reads again
     */
    void forward(Tally.Scope temporary, Tally.Scope kept, Tally.Scope keptInner) {
        try (Tally.Scope half = tally.scope(Tally.Kind.WORKING)) {
            attentionForward(half, kept);
            kept.make(WIDE * wanted * hidden); // the stream between the halves
        }
        feedForwardForward(temporary, kept, keptInner);
    }

    private void attentionForward(Tally.Scope temporary, Tally.Scope kept) {
        norm(temporary, tokens, hidden);
        linears(Place.ATTENTION, tokens, true, temporary, kept, 0);
        Tally.Scope before = config.queryKeyNorm() ? kept : temporary;
        before.make(WIDE * (wanted * query + tokens * key));
        temporary.make(WIDE * tokens * key); // values
        if (converts()) {
            temporary.make(narrow * (wanted * query + 2 * tokens * key));
        }
        if (config.queryKeyNorm()) {
            norm(temporary, wanted, query);
            norm(temporary, tokens, key);
        }
        rotation(temporary);
        if (selecting || plan.cuda()) {
            differentiated(kept);
        } else {
            attention.forward(share, temporary, kept);
        }
        kept.make(WIDE * wanted * query);
        linears(Place.OUTPUT, wanted, true, temporary, kept, narrow * wanted * hidden);
        after(temporary, kept);
    }

    // libtorch's attention keeps its operands, its result and a number a query
    private void differentiated(Tally.Scope kept) {
        kept.make(WIDE * (wanted * query + 2 * tokens * key));
        kept.make(WIDE * wanted * (query + config.heads()));
        if (selecting) {
            long longest = share.lengths().stream().mapToInt(Integer::intValue).max().orElse(0);
            kept.make(WIDE * wanted * longest); // the mask
        }
    }

    private void feedForwardForward(
            Tally.Scope temporary, Tally.Scope kept, Tally.Scope keptInner) {
        norm(temporary, wanted, hidden);
        long ways = config.architecture().gated() ? 2 : 1;
        linears(Place.FEED_FORWARD, wanted, true, temporary, kept, 0);
        keptInner.make(ways, narrow * wanted * inner);
        temporary.make(narrow * wanted * inner); // activated
        linears(Place.DOWN, wanted, false, temporary, kept, narrow * wanted * hidden);
        after(temporary, keptInner);
    }

    // a second norm reads what it normalises again
    private void after(Tally.Scope temporary, Tally.Scope kept) {
        if (config.layout() == BlockLayout.SANDWICH) {
            kept.make(narrow * wanted * hidden);
            norm(temporary, wanted, hidden);
        }
    }

    private void rotation(Tally.Scope scope) {
        // halves times cosines and sines, their sums, and both halves together
        scope.make(6, WIDE * wanted * query / 2);
        scope.make(WIDE * wanted * query);
        scope.make(6, WIDE * tokens * key / 2);
        scope.make(WIDE * tokens * key);
    }

    private void norm(Tally.Scope scope, long rows, long width) {
        scope.make(config.architecture().norm() == NormKind.LAYER ? 1 : 3, WIDE * rows * width);
    }

    private void normBack(Tally.Scope scope, long rows, long width) {
        scope.make(3, WIDE * rows * width);
    }

    /** The maps of one place: thin products are kept, a quantised weight is dense for a moment. */
    private void linears(
            Place place,
            long rows,
            boolean wideInput,
            Tally.Scope temporary,
            Tally.Scope kept,
            long result) {
        List<LinearMap> own = maps.stream().filter(map -> map.place() == place).toList();
        long in = own.getFirst().inputs();
        long ranks = ranks(place);
        if (ranks > 0) {
            temporary.make(wideInput && converts() ? narrow * rows * in : 0);
            temporary.make((converts() ? narrow + WIDE : WIDE) * ranks * in);
            kept.make(narrow * rows * ranks);
            if (plan.dropout()) {
                temporary.make(2 * (wideInput ? WIDE : narrow) * rows * in);
            }
        }
        temporary.make(wideInput && converts() ? narrow * rows * in : 0);
        own.forEach(this::dense);
        temporary.make(result);
    }

    private long ranks(Place place) {
        return plan.rank() * adapted.stream().filter(map -> map.place() == place).count();
    }

    private void dense(LinearMap map) {
        try (Tally.Scope moment = tally.scope(Tally.Kind.WORKING)) {
            moment.make(denseBytes(map));
        }
    }

    private long denseBytes(LinearMap map) {
        return switch (plan.frozen()) {
            case AS_STORED -> 0;
            case NF4, NF4_DOUBLED -> map.elements() * narrow + map.elements() / 4;
            case INT8 -> map.elements() * (converts() ? WIDE + narrow : WIDE);
        };
    }

    /**
     * @param flowing owns the gradient that goes on to the block below
     * @param keptInner what {@link #forward} left there; closed here
     * @param wantedBelow whether a gradient of the block's input is needed
     */
    void backward(
            Tally.Scope temporary,
            Tally.Scope flowing,
            Tally.Scope kept,
            Tally.Scope keptInner,
            boolean wantedBelow) {
        try (Tally.Scope half = tally.scope(Tally.Kind.WORKING)) {
            feedForwardBackward(half, temporary);
        }
        keptInner.close();
        attentionBackward(temporary, flowing, kept, wantedBelow);
    }

    private void feedForwardBackward(Tally.Scope half, Tally.Scope temporary) {
        long ways = config.architecture().gated() ? 2 : 1;
        half.make(ways, narrow * wanted * inner); // activated, and times the way up
        half.make(converts() ? narrow * wanted * hidden : 0);
        maps.stream().filter(map -> map.place() == Place.DOWN).forEach(this::dense);
        pairsBack(Place.DOWN, wanted, false, half);
        half.make(2, narrow * wanted * inner); // the inner gradient, and the gate's
        norm(half, wanted, hidden);
        maps.stream().filter(map -> map.place() == Place.FEED_FORWARD).forEach(this::dense);
        half.make(converts() ? narrow * wanted * hidden : 0);
        temporary.make(WIDE * wanted * hidden); // the stream's gradient
        pairsBack(Place.FEED_FORWARD, wanted, true, half);
        normBack(half, wanted, hidden);
    }

    private void attentionBackward(
            Tally.Scope temporary, Tally.Scope flowing, Tally.Scope kept, boolean wantedBelow) {
        temporary.make(converts() ? narrow * wanted * hidden : 0);
        maps.stream().filter(map -> map.place() == Place.OUTPUT).forEach(this::dense);
        temporary.make(narrow * wanted * query + (converts() ? WIDE * wanted * query : 0));
        pairsBack(Place.OUTPUT, wanted, true, temporary);
        if (selecting || plan.cuda()) {
            temporary.make(WIDE * (wanted * query + 2 * tokens * key));
        } else {
            attention.backward(share, temporary, kept);
        }
        rotation(temporary);
        if (config.queryKeyNorm()) {
            normBack(temporary, wanted, query);
            normBack(temporary, tokens, key);
        }
        norm(temporary, tokens, hidden);
        temporary.make(converts() ? narrow * (wanted * query + 2 * tokens * key) : 0);
        if (wantedBelow) {
            maps.stream().filter(map -> map.place() == Place.ATTENTION).forEach(this::dense);
            temporary.make(converts() ? narrow * tokens * hidden : 0);
            flowing.make(WIDE * tokens * hidden);
        }
        pairsBack(Place.ATTENTION, tokens, true, temporary);
        if (wantedBelow) {
            normBack(temporary, tokens, hidden);
        }
    }

    // a typed copy of the input, thin gradients, and those of the pairs before they are added up
    private void pairsBack(Place place, long rows, boolean wideInput, Tally.Scope scope) {
        long ranks = ranks(place);
        if (ranks == 0) {
            return;
        }
        List<LinearMap> own = adapted.stream().filter(map -> map.place() == place).toList();
        long in = own.getFirst().inputs();
        long out = own.stream().mapToLong(LinearMap::outputs).sum();
        scope.make(wideInput && converts() ? narrow * rows * in : 0);
        scope.make(narrow * rows * ranks);
        scope.make((converts() ? narrow + WIDE : WIDE) * ranks * in); // dA
        scope.make((converts() ? narrow + WIDE : WIDE) * ranks * in); // A of all maps
        scope.make(converts() ? (2 * narrow + WIDE) * plan.rank() * out : 0); // B, dB
        if (plan.dropout()) {
            scope.make(3 * (wideInput ? WIDE : narrow) * rows * in);
        }
    }
}
