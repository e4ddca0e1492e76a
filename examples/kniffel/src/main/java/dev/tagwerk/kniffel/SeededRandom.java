package dev.tagwerk.kniffel;

/**
 * Pseudo-random numbers that are the same on every Java release (SplitMix64: Steele, Lea, Flood,
 * "Fast splittable pseudorandom number generators", 2014), so that a seed names its data for good.
 */
final class SeededRandom {
    private static final long GOLDEN = 0x9E3779B97F4A7C15L;

    private long state;

    SeededRandom(long seed) {
        this.state = seed;
    }

    /** A generator of its own for the n-th of many things under one seed. */
    static SeededRandom of(long seed, long index) {
        return new SeededRandom(mix(mix(seed + GOLDEN) + index * GOLDEN));
    }

    long nextLong() {
        state += GOLDEN;
        return mix(state);
    }

    /** 0 (inclusive) to 1 (exclusive). */
    double nextDouble() {
        return (nextLong() >>> 11) * 0x1.0p-53;
    }

    /** 0 (inclusive) to the bound (exclusive). */
    int nextInt(int bound) {
        // The bias of the upper bits' product is below 2^-31 for the small bounds used here.
        return (int) ((nextLong() >>> 32) * bound >>> 32);
    }

    int nextFace() {
        return 1 + nextInt(6);
    }

    private static long mix(long value) {
        long mixed = value;
        mixed = (mixed ^ mixed >>> 30) * 0xBF58476D1CE4E5B9L;
        mixed = (mixed ^ mixed >>> 27) * 0x94D049BB133111EBL;
        return mixed ^ mixed >>> 31;
    }
}
