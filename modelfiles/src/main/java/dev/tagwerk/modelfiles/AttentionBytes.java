package dev.tagwerk.modelfiles;

/**
 * What attention by hand holds, run by run and block of queries by block, as {@code AttentionRun}
 * and {@code AttentionGradient} of the module model compute it.
 */
final class AttentionBytes {
    private static final int SHORT_BLOCK = 64;
    private static final int LONG_BLOCK = 128;
    private static final int LONG = 1024;
    private static final int KEPT_LENGTH = 512;
    private static final long WIDE = 4;

    private final Tally tally;
    private final long heads;
    private final long keyHeads;
    private final long headDim;
    private final long narrow;
    private final boolean capped;
    private final int window;

    /**
     * @param narrow bytes of an element of the products
     */
    AttentionBytes(Tally tally, AttentionConfig config, int layer, long narrow) {
        this.tally = tally;
        this.heads = config.heads();
        this.keyHeads = config.keyValueHeads();
        this.headDim = config.headDim();
        this.narrow = narrow;
        this.capped = config.scoreCap().isPresent();
        this.window = config.windows().get(layer);
    }

    private boolean converts() {
        return narrow != WIDE;
    }

    /** The operands in their order for attention, then each run's output. */
    void forward(BatchShare share, Tally.Scope temporary, Tally.Scope kept) {
        long tokens = share.tokens();
        temporary.make(WIDE * tokens * heads * headDim); // scaled
        if (converts()) {
            temporary.make(narrow * tokens * (heads + 2 * keyHeads) * headDim);
        }
        kept.make(narrow * tokens * (heads + 2 * keyHeads) * headDim);
        int runs = 0;
        for (BatchShare.Run run : share.runs()) {
            runs++;
            try (Tally.Scope own = tally.scope(Tally.Kind.WORKING)) {
                own.make(narrow * run.tokens() * heads * headDim);
                boolean keep = run.length() <= KEPT_LENGTH;
                for (Piece piece : pieces(run)) {
                    try (Tally.Scope moment = tally.scope(Tally.Kind.WORKING)) {
                        weights(piece, moment, keep ? kept : moment);
                        moment.make(narrow * piece.queries() * headDim); // what was seen
                    }
                }
                own.make(converts() ? narrow * run.tokens() * heads * headDim : 0);
                temporary.make(WIDE * run.tokens() * heads * headDim);
            }
        }
        if (runs > 1) {
            temporary.make(WIDE * tokens * heads * headDim);
        }
    }

    /** Gradients of queries, keys and values. */
    void backward(BatchShare share, Tally.Scope temporary, Tally.Scope kept) {
        long tokens = share.tokens();
        temporary.make(WIDE * tokens * heads * (headDim + 1)); // products and their sums
        for (BatchShare.Run run : share.runs()) {
            long queries = run.tokens() * heads * headDim;
            kept.make(narrow * queries + 2 * WIDE * run.tokens() * keyHeads * headDim);
            try (Tally.Scope own = tally.scope(Tally.Kind.WORKING)) {
                own.make(narrow * queries * (converts() ? 2 : 1) + WIDE * run.tokens() * heads);
                for (Piece piece : pieces(run)) {
                    try (Tally.Scope moment = tally.scope(Tally.Kind.WORKING)) {
                        pieceBackward(run, piece, moment);
                    }
                }
            }
        }
        boolean several = share.runs().size() > 1;
        long query = tokens * heads * headDim;
        long key = tokens * keyHeads * headDim;
        temporary.make(narrow * query + (converts() ? WIDE * query : 0) + 2 * WIDE * key);
        if (several) {
            temporary.make(WIDE * (query + 2 * key));
        }
    }

    private void pieceBackward(BatchShare.Run run, Piece piece, Tally.Scope moment) {
        if (run.length() > KEPT_LENGTH) {
            weights(piece, moment, moment);
        }
        moment.make(3 * narrow * piece.queries() * headDim); // output's, queries, theirs
        moment.make(2 * narrow * run.count() * keyHeads * piece.keys() * headDim);
        moment.make(piece.scores() * (converts() ? narrow + WIDE + narrow : WIDE));
    }

    /** One block of queries of a run. */
    private record Piece(long queries, long keys) {
        long scores() {
            return queries * keys;
        }
    }

    private java.util.List<Piece> pieces(BatchShare.Run run) {
        java.util.List<Piece> pieces = new java.util.ArrayList<>();
        long block = run.length() > LONG ? LONG_BLOCK : SHORT_BLOCK;
        for (long from = 0; from < run.length(); from += block) {
            long size = Math.min(block, run.length() - from);
            long first = window == 0 ? 0 : Math.max(0, from - window + 1);
            pieces.add(new Piece(run.count() * heads * size, from + size - first));
        }
        return pieces;
    }

    private void weights(Piece piece, Tally.Scope own, Tally.Scope result) {
        long scores = piece.scores();
        own.make(narrow * piece.queries() * headDim);
        own.make(scores * (converts() ? narrow + WIDE : WIDE));
        if (capped) {
            own.make(WIDE * scores);
            result.make(converts() ? narrow * scores : 0);
        }
        if (converts()) {
            own.make(WIDE * scores);
        }
        result.make(narrow * scores);
    }
}
