package dev.tagwerk.data;

import java.util.Collections;
import java.util.List;

/**
 * SplitMix64 (Steele, Lea and Flood, 2014), written out here so that a draw means the same in every
 * Java version: checkpoints and splits outlive the JDK they were made with.
 */
final class Draw {
    private static final long GOLDEN = 0x9E3779B97F4A7C15L;

    private long state;

    private Draw(long state) {
        this.state = state;
    }

    /** A stream of draws that is a pure function of {@code keys}. */
    static Draw of(long... keys) {
        long state = GOLDEN;
        for (long key : keys) {
            state = mix(state + GOLDEN) ^ mix(key * GOLDEN + 0x632BE59BD9B4E019L);
        }
        return new Draw(state);
    }

    long next() {
        state += GOLDEN;
        return mix(state);
    }

    /** From 0 to below {@code bound}, without bias. */
    int below(int bound) {
        long limit = Long.MAX_VALUE - Long.MAX_VALUE % bound;
        long bits;
        do {
            bits = next() >>> 1;
        } while (bits >= limit);
        return (int) (bits % bound);
    }

    /** From 0 to below 1. */
    double unit() {
        return (next() >>> 11) * 0x1p-53;
    }

    /** Fisher and Yates. */
    void shuffle(List<?> list) {
        for (int i = list.size() - 1; i > 0; i--) {
            Collections.swap(list, i, below(i + 1));
        }
    }

    static long mix(long z) {
        z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
        z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
        return z ^ (z >>> 31);
    }
}
