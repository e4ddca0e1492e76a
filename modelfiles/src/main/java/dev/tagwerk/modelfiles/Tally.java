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

    /**
     * glibc's M_MMAP_THRESHOLD_MAX: from here on pieces are given back as soon as they are freed.
     */
    static final long LARGE = 32L << 20;

    private final long[] live = new long[Kind.values().length];
    private long[] most = new long[Kind.values().length];
    private final ImaginedHeap heap = new ImaginedHeap();
    private long large;
    private long mostLarge;
    private long peak;

    Scope scope(Kind kind) {
        return new Scope(kind);
    }

    /** The largest sum alive at once. */
    long alive() {
        return peak;
    }

    /**
     * What the process holds at its fullest: the allocator keeps freed pieces that are not large
     * for the next step, and the holes between them, so the fullest moments of small and large ones
     * add up.
     */
    long peak() {
        return heap.most() + mostLarge;
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
        private long heldLarge;
        private final List<ImaginedHeap.Piece> pieces = new ArrayList<>();

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
            if (bytes >= LARGE) {
                heldLarge += all;
                large += all;
                mostLarge = Math.max(mostLarge, large);
            } else if (bytes > 0) {
                for (long i = 0; i < times; i++) {
                    pieces.add(heap.take(bytes));
                }
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
            large -= heldLarge;
            pieces.reversed().forEach(heap::give);
            pieces.clear();
            held = 0;
            heldLarge = 0;
        }
    }
}
