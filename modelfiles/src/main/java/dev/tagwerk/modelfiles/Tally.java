package dev.tagwerk.modelfiles;

/**
 * The tensors of a computation that is only imagined: their bytes, owned by scopes as in the real
 * one, and the largest sum that was alive at once.
 */
final class Tally {
    /** What tensors are there for. */
    enum Kind {
        /** Made by the forward pass and read again by the backward pass. */
        KEPT,
        /** Used while something is computed. */
        WORKING,
        /** Over the vocabulary. */
        LOGITS
    }

    private final long[] live = new long[Kind.values().length];
    private long[] most = new long[Kind.values().length];
    private long peak;

    Scope scope(Kind kind) {
        return new Scope(kind);
    }

    /** The largest sum alive at once. */
    long peak() {
        return peak;
    }

    /** The part of it that was there for this. */
    long atPeak(Kind kind) {
        return most[kind.ordinal()];
    }

    private long sum() {
        long sum = 0;
        for (long bytes : live) {
            sum += bytes;
        }
        return sum;
    }

    /** Owns tensors until it is closed. */
    final class Scope implements AutoCloseable {
        private final Kind kind;
        private long held;

        private Scope(Kind kind) {
            this.kind = kind;
        }

        void make(long bytes) {
            held += bytes;
            live[kind.ordinal()] += bytes;
            long now = sum();
            if (now > peak) {
                peak = now;
                most = live.clone();
            }
        }

        @Override
        public void close() {
            live[kind.ordinal()] -= held;
            held = 0;
        }
    }
}
