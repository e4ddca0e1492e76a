package dev.tagwerk.modelfiles;

import java.util.ArrayList;
import java.util.List;

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
    private final BestFit heap = new BestFit();
    private long peak;

    Scope scope(Kind kind) {
        return new Scope(kind);
    }

    /** The largest sum alive at once. */
    long alive() {
        return peak;
    }

    /** How far a worker's heap reaches at its fullest: the tensors, and the holes between them. */
    long peak() {
        return heap.most();
    }

    /** The part of what is alive at once that is there for this. */
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
        private final List<Long> pieces = new ArrayList<>();

        private Scope(Kind kind) {
            this.kind = kind;
        }

        void make(long bytes) {
            make(1, bytes);
        }

        /** So many tensors of so many bytes each. */
        void make(long times, long bytes) {
            long all = times * bytes;
            held += all;
            live[kind.ordinal()] += all;
            for (long i = 0; bytes > 0 && i < times; i++) {
                pieces.add(heap.take(bytes));
            }
            long now = sum();
            if (now > peak) {
                peak = now;
                most = live.clone();
            }
        }

        @Override
        public void close() {
            live[kind.ordinal()] -= held;
            pieces.reversed().forEach(heap::give);
            pieces.clear();
            held = 0;
        }
    }
}
